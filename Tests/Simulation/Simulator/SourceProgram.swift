internal import DBus
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import Simulation

/// A program that offers. Its steps: `offer FORM [once] [private] [more] [silent|failing|short]`, `add FORM`, `close`,
/// `withdraw`, `leave`.
enum SourceProgram {
  static func run(_ client: Client) {
    var own: [Identifier] = []
    var number = 0
    client.run { step in
      switch step.act {
      case "offer":
        number += 1
        if let id = offer(client, step, number) { own.append(id) }
      case "add", "close": if let id = own.last { add(client, step, to: id) }
      case "withdraw": if !own.isEmpty { withdraw(client, own.removeFirst()) }
      default: break
      }
    }
    if client.program.steps.last?.act == "leave" { return }
    checkItems(client, own)
    client.stay()
  }

  /// What was added is there in the order of the calls, whether or not the offer is open.
  private static func checkItems(_ client: Client, _ own: [Identifier]) {
    let known = client.known
    for id in own where known.sent[id] != nil {
      client.turn(seconds: 30) { known.adding[id, default: 0] == 0 }
      guard known.offers[id]?.isOver == false,
        let items = client.ask("GetItems", { try .items(of: id) })
      else { continue }
      known.checkItems(items.map { $0.attributes.name ?? "" }, of: id)
    }
  }

  private static func items(
    _ client: Client, _ step: Step, _ name: String, first: Int
  ) -> (items: [SourceItem], keys: [(key: String, size: Int)]) {
    var items: [SourceItem] = []
    var keys: [(key: String, size: Int)] = []
    for index in 0..<step.count {
      let key = "\(client.program.name)/\(name)/\(first + index)"
      let bytes = content(step.size, key)
      let source: SourceContent
      switch step.words.first {
      case "lazy": source = .lazy(size: nil)
      case "memory":
        guard let file = try? Memfd.create("item", containing: bytes) else { continue }
        source = .file(SharedDescriptor(file))
      case "pipe":
        // A worker of dragd refuses it.
        guard let pipe = try? Pipe(), let reader = try? pipe.reader.duplicate() else { continue }
        source = .file(SharedDescriptor(reader))
      default: source = .data(bytes)
      }
      items.append(
        SourceItem(
          attributes: ItemAttributes(name: "\(first + index)"),
          representations: [Representation(type: octets, content: source)]))
      keys.append((key, step.size))
    }
    return (items, keys)
  }

  private static func offer(_ client: Client, _ step: Step, _ number: Int) -> Identifier? {
    let (items, keys) = items(client, step, "\(number)", first: 0)
    guard items.count == step.count else { return nil }
    let words = Set(step.words)
    var options = OfferOptions()
    options.label = "\(client.program.name)/\(number)"
    options.source = "/source/\(number)"
    options.uses = words.contains("once") ? 1 : words.contains("twice") ? 2 : 0
    options.isPrivate = words.contains("private")
    options.more = words.contains("more")
    serve(client, "/source/\(number)", "\(client.program.name)/\(number)", step)
    let (daemon, generation) = (client.known.daemon, client.world.generation)
    let offer = client.ask("Offer") { try .offer(items, options) }
    guard let offer else { return nil }
    if step.words.first == "pipe" { client.known.violate("dragd takes a pipe for a file") }
    client.known.offers[offer] = Knowledge.Offer(
      source: client.program.name, daemon: daemon, generation: generation, items: keys,
      uses: options.uses, isPrivate: options.isPrivate, isLazy: step.words.first == "lazy",
      isOpen: options.more,
      isOver: client.known.early.remove(offer) != nil)
    for item in client.known.told.removeValue(forKey: offer) ?? [] {
      client.known.offers[offer]?.successes[item, default: 0] += 1
    }
    return offer
  }

  private static func serve(_ client: Client, _ path: String, _ name: String, _ step: Step) {
    let words = Set(step.words)
    client.connection.serveSource(
      at: path,
      SourceHandlers(
        provide: { request in
          if words.contains("silent") { return client.known.silent.append(request) }
          if words.contains("failing") { return request.fail("no such content") }
          let bytes = content(step.size, "\(name)/\(request.item)")
          let sent = words.contains("short") ? Array(bytes.prefix(bytes.count / 2)) : bytes
          do throws(SystemError) {
            try request.pipe?.descriptor.write(all: sent)
            if words.contains("short") { request.fail("half of it is lost") }
            request.succeed(bytes: UInt64(sent.count))
          } catch {
            request.fail("\(error)")
          }
        },
        ended: { call in
          guard call.operation != nil else { return nil }
          if client.known.offers[call.offer] != nil {
            client.known.offers[call.offer]?.successes[call.item, default: 0] += 1
          } else {
            client.known.told[call.offer, default: []].append(call.item)
          }
          return nil
        },
        released: { call in
          if client.known.offers[call.offer] != nil {
            client.known.offers[call.offer]?.isOver = true
          } else {
            client.known.early.insert(call.offer)
          }
        }))
  }

  /// Without waiting for the reply: the next step may come before it.
  private static func add(_ client: Client, _ step: Step, to offer: Identifier) {
    let known = client.known
    guard let before = known.offers[offer] else { return }
    // What was sent but not yet answered counts too.
    let first = max(before.items.count, known.sent[offer] ?? 0)
    known.sent[offer] = first + step.count
    let (items, keys) = items(client, step, String(name(of: before)), first: first)
    guard items.count == step.count,
      let request = try? BrokerCall<Void>.addItems(items, to: offer, more: step.act == "add")
    else { return }
    known.offers[offer]?.isUncertain = true
    known.offers[offer]?.isLazy = false
    known.adding[offer, default: 0] += 1
    let (limit, began) = (step.words.contains("hasty") ? 300 : 25_000, VirtualTime.now)
    let number = known.calls[client.program.name, default: 0]
    known.calls[client.program.name] = number + 1
    client.connection.perform(request, timeout: limit) { result in
      known.adding[offer, default: 0] -= 1
      switch result {
      case .success:
        known.offers[offer]?.items += keys
        if known.offers[offer]?.hasLostAnswer == false { known.offers[offer]?.isUncertain = false }
        if step.act == "close" { known.offers[offer]?.isOpen = false }
      case .failure(let error):
        let placed = known.offers[offer]?.placed ?? .max
        known.offers[offer]?.placed = min(placed, first)
        checkTime(client, error, number, until: began + UInt64(limit) * 1_000_000)
        if limit > 1_000 { client.failed("AddItems", error) }
      }
    }
  }

  /// An answer that the bus has passed on well before the time was over counts.
  private static func checkTime(
    _ client: Client, _ error: RequestError, _ number: Int, until end: UInt64
  ) {
    let (plan, name) = (client.world.plan, client.program.name)
    guard error.code == .noReply, plan.schedule.delayedOneOf == 0,
      !(plan.faults.map(\.process) + plan.fates.map(\.process)).contains(name),
      let answer = client.world.answer(
        to: number, of: "AddItems", from: client.connection.bus.uniqueName),
      answer + VirtualTime.second / 20 < end
    else { return }
    client.known.violate("\(name) takes a call for unanswered that was answered in time")
  }

  private static func name(of offer: Knowledge.Offer) -> Substring {
    offer.items.first?.key.split(separator: "/").dropFirst().first ?? ""
  }

  private static func withdraw(_ client: Client, _ offer: Identifier) {
    guard client.ask("Withdraw", { try .withdraw(offer) }) != nil else { return }
    client.known.offers[offer]?.isOver = true
  }
}
