internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import Simulation

/// A program that accepts. Its steps: `accept any|file|stream [slow] [finish|cancel|drop|leave]`; it takes the offer
/// and the item that `size` names.
enum DestinationProgram {
  static func run(_ client: Client) {
    client.run { accept(client, $0) }
    if client.program.steps.last?.words.contains("leave") != true { client.stay() }
  }

  private static func accept(_ client: Client, _ step: Step) {
    let words = Set(step.words)
    guard let listed = offers(client), !listed.isEmpty else { return }
    let offer = listed[step.size % listed.count]
    let item = UInt32(step.size / listed.count) % max(1, offer.properties.itemCount)
    let use = Knowledge.Use(offer: offer.id, item: item)
    var options = AcceptOptions()
    options.delivery = words.contains("stream") ? .stream : words.contains("file") ? .file : .any
    options.startTimeout = 5_000
    options.stallTimeout = 5_000
    // Until an answer tells, it may count.
    client.known.copies[use, default: .init()].uncertain += 1
    let parts: [AcceptedPart]
    do {
      parts = try client.connection.perform(
        try .accept(offer.id, AcceptCall(items: [item], types: ["*/*"], options: options)),
        timeout: 60_000)
    } catch {
      if case .broker = error.code {
        client.known.copies[use]?.uncertain -= 1
      }
      return client.failed("Accept", error)
    }
    guard let part = parts.first else { return }
    receive(client, part, use, words)
  }

  /// What is listed, as soon as there is something.
  private static func offers(_ client: Client) -> [ListedOffer]? {
    for _ in 0..<8 {
      guard let listed = client.ask("GetManagedObjects", { try .offers() }) else { return nil }
      if !listed.isEmpty { return listed.sorted { $0.id < $1.id } }
      client.pause(milliseconds: 200)
    }
    return nil
  }

  private static func receive(
    _ client: Client, _ part: AcceptedPart, _ use: Knowledge.Use, _ words: Set<String>
  ) {
    guard !words.contains("leave") else { return }
    var bytes: [UInt8]?
    do {
      bytes = try contents(of: part, client, words)
    } catch {
      client.note("the content fails: \(error)")
    }
    guard let transfer = part.transfer else {
      return complete(client, use, bytes)
    }
    if words.contains("cancel") || bytes == nil {
      do {
        try client.connection.perform(try .cancel(transfer, reason: "no"), timeout: 25_000)
        client.known.copies[use]?.uncertain -= 1
      } catch {
        client.note("Cancel fails: \(error)")
      }
      return
    }
    guard !words.contains("drop") else { return }
    do {
      _ = try client.connection.perform(try .finish(transfer), timeout: 60_000)
      complete(client, use, bytes)
    } catch {
      // The transfer has failed, so what came does not count.
      if case .broker = error.code { client.known.copies[use]?.uncertain -= 1 }
      client.failed("Finish", error)
    }
  }

  private static func complete(_ client: Client, _ use: Knowledge.Use, _ bytes: [UInt8]?) {
    client.known.copies[use]?.uncertain -= 1
    client.known.copies[use]?.complete += 1
    client.note("has \(bytes?.count ?? 0) bytes")
    if let bytes { client.known.received(bytes, of: use, by: client.program.name) }
  }

  private static func contents(
    of part: AcceptedPart, _ client: Client, _ words: Set<String>
  ) throws -> [UInt8]? {
    switch part.content {
    case .data(let bytes): return bytes
    case .descriptor(let file):
      if words.contains("slow") { client.pause(milliseconds: 700) }
      return try file.descriptor.readToEnd()
    case .later:
      guard let transfer = part.transfer else { return nil }
      let file = try received(part, transfer, client)
      return try file.descriptor.reopenReadOnly().readToEnd()
    }
  }

  /// Asks again while dragd has no room for the answer.
  private static func received(
    _ part: AcceptedPart, _ transfer: Identifier, _ client: Client
  ) throws -> SharedDescriptor {
    for _ in 0..<5 {
      do throws(RequestError) {
        return try client.connection.perform(
          try .receive(part.type, of: transfer), timeout: 90_000)
      } catch {
        guard error.code == .broker(.quotaExceeded) else { throw error }
        // One call that fails is tried again.
        let isShort = client.world.plan.faults.contains {
          $0.process.hasPrefix("dragd") && !($0.kind == .noDescriptor && ($0.oneOf ?? 9) > 7)
            && !$0.kind.isPause
        }
        if !isShort { client.known.violate("Receive has no room: \(error)") }
        client.note("Receive: \(error)")
        client.pause(milliseconds: 200)
      }
    }
    return try client.connection.perform(try .receive(part.type, of: transfer), timeout: 90_000)
  }
}
