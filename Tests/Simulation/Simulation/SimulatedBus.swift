internal import CSimulation
internal import MessageBus

/// In what buses differ, and what the seed decides of them.
package struct BusRules: Codable, Hashable, Sendable {
  /// The most bytes that are read at once.
  package var longestRead = 4096
  /// One of so many messages arrives later; 0: none does.
  package var delayedOneOf: UInt64 = 0
  /// In nanoseconds.
  package var longestDelay: UInt64 = 0

  package init() {}

  func delay() -> UInt64 {
    guard delayedOneOf > 0, sim_random(delayedOneOf) == 0 else { return 0 }
    return sim_random(longestDelay)
  }
}

/// A message bus that serves its connections in an order that the seed decides, and keeps each sender's order.
final class SimulatedBus {
  let core: MessageBus
  private var connections: [SimulatedConnection] = []
  private let rules: BusRules
  private let address: sim_address
  /// Is called with each message that the bus delivers.
  var onDelivery: (WireMessage, _ receiver: String) -> Void = { _, _ in }
  /// Whether an answer to what nobody has asked is a fault of its sender.
  var forbidsStrays = true
  private(set) var delivered = 0
  private var order = SignalOrder()

  init(_ rules: BusRules, at address: sim_address) {
    self.rules = rules
    self.address = address
    core = MessageBus(id: "\(address.rawValue)123456789abcdef0123456789abcdef")
    core.activatableNames = [Daemon.busName]
    core.onDelivery = { [unowned self] message, receiver in
      delivered += 1
      order.check(message, for: receiver)
      onDelivery(message, receiver)
    }
    core.onStray = { [unowned self] message, sender in
      guard forbidsStrays, core.find(message.destination ?? "") != nil else { return }
      sim_violate(
        "\(sender.name) answers \(message.replySerial ?? 0) of \(message.destination ?? ""), which waits for nothing"
      )
    }
  }

  func run() {
    while true {
      let known = connections
      var ready = [Int32](repeating: 0, count: known.count + 1)
      sim_wait(
        address, known.map(\.number) + [0], known.map { $0.peer.hasOutput ? 3 : 1 } + [0], &ready,
        Int32(known.count), nextLook)
      core.failActivations()
      while true {
        var process: Int32 = 0
        let number = sim_accept(address, &process)
        guard number >= 0 else { break }
        let connection = SimulatedConnection(number, process: UInt32(process), of: core.id)
        connections.append(connection)
        core.add(connection.peer)
      }
      for connection in known {
        while core.has(connection.peer), let message = connection.arrived(by: sim_now()) {
          core.route(message, from: connection.peer)
        }
      }
      // One at a time, whichever.
      let choices = known.indices.filter { ready[$0] != 0 && core.has(known[$0].peer) }
      guard !choices.isEmpty else { continue }
      let index = choices[Int(sim_random(UInt64(choices.count)))]
      if ready[index] & 2 != 0 { known[index].peer.flush() }
      if ready[index] & 1 != 0 { serve(known[index]) }
    }
  }

  /// When a message arrives, or whoever was started may have ended.
  private var nextLook: UInt64 {
    let arrival = connections.compactMap(\.nextArrival).min() ?? UInt64.max
    return core.isActivating ? min(arrival, sim_now() + VirtualTime.second) : arrival
  }

  private func serve(_ connection: SimulatedConnection) {
    let limit = 1 + Int(sim_random(UInt64(rules.longestRead)))
    guard let messages = connection.peer.receive(atMost: limit) else { return remove(connection) }
    for message in messages where core.has(connection.peer) {
      let delay = rules.delay()
      if delay > 0 || connection.isDelayed {
        connection.delay(message, until: sim_now() + delay)
      } else {
        core.route(message, from: connection.peer)
      }
    }
  }

  private func remove(_ connection: SimulatedConnection) {
    // What it has sent is served, however late.
    while let message = connection.arrived(by: UInt64.max) {
      core.route(message, from: connection.peer)
    }
    connections.removeAll { $0 === connection }
    core.remove(connection.peer)
  }
}
