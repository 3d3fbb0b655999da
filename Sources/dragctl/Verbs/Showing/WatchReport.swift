internal import DBus
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import Translations

/// Prints the events of `watch`, for people or for programs.
final class WatchReport {
  private let format: Format
  private var names: [Identifier: String] = [:]

  private enum Format {
    case json
    case people(TransferTable)
  }

  init(json: Bool) {
    let style: Progress.Style = StandardStream.output.isTerminal ? .bar : .lines
    format = json ? .json : .people(TransferTable(style, on: .output))
  }

  // MARK: Offers

  func added(_ offer: ListedOffer) throws(Failure) {
    switch format {
    case .json: try print("offer-added", JSON.described(offer))
    case .people(let board): try board.note("+ \(sentence(offer))")
    }
  }

  func changed(_ offer: ListedOffer) throws(Failure) {
    switch format {
    case .json: try print("offer-changed", JSON.described(offer))
    case .people(let board): try board.note("* \(sentence(offer))")
    }
  }

  func removed(_ id: Identifier) throws(Failure) {
    switch format {
    case .json: try print("offer-removed", [.init("offer", .string("\(id)"))])
    case .people(let board): try board.note("- \(translated("offer {id}", ["id": id]))")
    }
  }

  private func sentence(_ offer: ListedOffer) -> String {
    let properties = offer.properties
    let label = properties.label.isEmpty ? "" : " “\(properties.label)”"
    let types = properties.types.map(\.description).joined(separator: " ")
    return translated(
      "offer {id}{label} from {source}: {types}",
      ["id": offer.id, "label": label, "source": properties.sourceText, "types": types])
  }

  // MARK: Transfers

  /// A copy that came whole in the reply to Accept, and so is already over.
  func delivered(_ offer: Identifier, _ part: AcceptedPart) throws(Failure) {
    var transfer = TransferProperties()
    transfer.offer = offer
    transfer.item = part.item
    transfer.types = [part.type]
    transfer.size = part.size
    transfer.bytes = part.size ?? 0
    transfer.state = .finished
    switch format {
    case .json: try print(nil, transfer, name: part.name)
    case .people(let board):
      let name = part.name ?? part.type.description
      let sentence = translated(
        "{name} of offer {offer}: {size}",
        ["name": name, "offer": offer, "size": Measure.bytes(transfer.bytes)])
      try board.note("= \(sentence)")
    }
  }

  func began(
    _ id: Identifier, _ transfer: TransferProperties, name: String?
  ) throws(Failure) {
    names[id] = name
    switch format {
    case .json: try print(id, transfer, name: name)
    case .people(let board):
      let name = name ?? transfer.typeText
      let sentence =
        transfer.offer.map { offer in
          translated(
            "transfer {id}: {name} of offer {offer}", ["id": id, "name": name, "offer": offer])
        } ?? translated("transfer {id}: {name}", ["id": id, "name": name])
      try board.note("> \(sentence)")
      board.addTransfer(id, name, transfer)
    }
  }

  func changed(
    _ id: Identifier, _ transfer: TransferProperties, _ signal: Message
  ) throws(Failure) {
    let name = names[id]
    switch format {
    case .json: try print(id, transfer, name: name)
    case .people(let board):
      let start = translated(
        "transfer {id}: {name}", ["id": id, "name": name ?? transfer.typeText])
      switch transfer.state {
      case .pending, .running, .delivered: return board.update(id, signal)
      case .finished:
        board.end(id)
        try board.note("= \(start): \(Measure.bytes(transfer.bytes))")
      case .failed, .cancelled:
        board.end(id)
        let why = transfer.failure?.message ?? transfer.state.rawValue
        try board.note("! \(start): \(why)")
      }
    }
    switch transfer.state {
    case .pending, .running, .delivered: break
    case .finished, .failed, .cancelled: names[id] = nil
    }
  }

  /// Removes a transfer whose dragd has ended without saying how it ended.
  func forget(_ id: Identifier) {
    names[id] = nil
    switch format {
    case .json: break
    case .people(let board): board.end(id)
    }
  }

  // MARK: JSON

  private func print(_ event: String, _ members: [JSON.Member]) throws(Failure) {
    try Console.print(JSON.object([.init("event", .string(event))] + members))
  }

  private func print(
    _ id: Identifier?, _ transfer: TransferProperties, name: String?
  ) throws(Failure) {
    let error = transfer.failure.map { failure in
      JSON.object([
        .init("name", .string(failure.name)), .init("message", .string(failure.message)),
      ])
    }
    try print(
      "transfer",
      [
        .init("id", .string(id?.description)),
        .init("offer", .string(transfer.offer?.description)),
        .init("item", .number(UInt64(transfer.item))),
        .init("types", .strings(transfer.types.map(\.description))),
        .init("name", .string(name)),
        .init("state", .string(transfer.state.rawValue)),
        .init("bytes", .number(transfer.bytes)),
        .init("size", .number(transfer.size)),
        .init("error", error ?? .null),
      ])
  }
}

extension TransferProperties {
  /// For people, where there is no name.
  fileprivate var typeText: String { types.first?.description ?? "" }
}
