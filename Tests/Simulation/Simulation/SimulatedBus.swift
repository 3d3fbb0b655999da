internal import CSimulation

/// A message bus. It serves its connections in an order that the seed decides, and keeps each sender's order.
final class SimulatedBus {
  static let name = "org.freedesktop.DBus"

  private(set) var peers: [BusPeer] = []
  var owners: [String: BusPeer] = [:]
  private var connections = 0
  /// Calls that wait for an answer.
  private var calls: [Call] = []
  /// Calls to names whose owners are being started.
  private var held: [(name: String, peer: BusPeer, message: WireMessage)] = []
  private var activating: Set<String> = []
  private let rules: BusRules
  /// Starts the owner of a name, or returns false.
  var activate: (String) -> Bool = { _ in false }
  /// Whether the process that was started for a name has ended.
  var hasFailed: (String) -> Bool = { _ in false }
  var onDelivery: (WireMessage, _ receiver: String) -> Void = { _, _ in }
  /// Is called when a process has got a name.
  var onOwner: (_ process: UInt32) -> Void = { _ in }
  /// Is called when a process leaves that owes answers.
  var onLeaving: (_ process: UInt32, _ members: [String]) -> Void = { _, _ in }
  /// Whether an answer to what nobody has asked is a fault of its sender.
  var forbidsStrays = true
  private(set) var delivered = 0
  private var order = SignalOrder()

  private struct Call {
    let callee: BusPeer
    let caller: BusPeer
    let serial: UInt32
    let member: String
  }

  private let address: sim_address
  /// As GetId says.
  let id: String

  init(_ rules: BusRules, at address: sim_address) {
    self.rules = rules
    self.address = address
    id = "\(address.rawValue)123456789abcdef0123456789abcdef"
  }

  func run() {
    while true {
      var ready = [Int32](repeating: 0, count: peers.count + 1)
      sim_wait(
        address, peers.map(\.socket) + [0], peers.map { $0.hasOutput ? 3 : 1 } + [0], &ready,
        Int32(peers.count), nextLook)
      failActivations()
      let known = peers
      while true {
        var number: Int32 = 0
        let socket = sim_accept(address, &number)
        guard socket >= 0 else { break }
        peers.append(BusPeer(socket, process: UInt32(number), of: id))
      }
      for peer in known {
        while peers.contains(where: { $0 === peer }), let message = peer.arrived(by: sim_now()) {
          route(message, from: peer)
        }
      }
      // One at a time, whichever.
      let choices = known.indices.filter { index in
        ready[index] != 0 && peers.contains { $0 === known[index] }
      }
      guard !choices.isEmpty else { continue }
      let index = choices[Int(sim_random(UInt64(choices.count)))]
      if ready[index] & 2 != 0 { known[index].flush() }
      if ready[index] & 1 != 0 { serve(known[index]) }
    }
  }

  /// When a message arrives, or whoever was started may have ended.
  private var nextLook: UInt64 {
    let arrival = peers.compactMap(\.nextArrival).min() ?? UInt64.max
    return activating.isEmpty ? arrival : min(arrival, sim_now() + VirtualTime.second)
  }

  private func serve(_ peer: BusPeer) {
    let limit = 1 + Int(sim_random(UInt64(rules.longestRead)))
    guard let messages = peer.receive(atMost: limit) else { return remove(peer) }
    for message in messages where peers.contains(where: { $0 === peer }) {
      let delay = rules.delay()
      if delay > 0 || peer.isDelayed {
        peer.delay(message, until: sim_now() + delay)
      } else {
        route(message, from: peer)
      }
    }
  }

  // MARK: Routing

  func route(_ original: WireMessage, from peer: BusPeer) {
    var message = original
    message.sender = peer.name
    if message.destination == Self.name { return answer(message, peer) }
    guard let destination = message.destination else {
      if message.kind == .signal { broadcast(message) }
      return discard(message)
    }
    if message.kind == .reply || message.kind == .error, !isAnswer(message, peer) {
      return discard(message)
    }
    guard let receiver = find(destination) else { return hold(message, for: destination, peer) }
    if message.expectsReply {
      calls.append(
        Call(callee: receiver, caller: peer, serial: message.serial, member: message.member ?? ""))
    }
    deliver(message, to: receiver)
  }

  /// Whether it answers a call. Another reply goes nowhere.
  private func isAnswer(_ message: WireMessage, _ peer: BusPeer) -> Bool {
    let index = calls.firstIndex {
      $0.callee === peer && $0.serial == message.replySerial
        && $0.caller.name == message.destination
    }
    if let index {
      calls.remove(at: index)
      return true
    }
    if forbidsStrays, find(message.destination ?? "") != nil {
      sim_violate(
        "\(peer.name) answers \(message.replySerial ?? 0) of \(message.destination ?? ""), which waits for nothing"
      )
    }
    return false
  }

  private func hold(_ message: WireMessage, for destination: String, _ peer: BusPeer) {
    if message.kind == .call, !destination.hasPrefix(":"), message.mayActivate {
      if activating.contains(destination) || activate(destination) {
        activating.insert(destination)
        return held.append((destination, peer, message))
      }
    }
    discard(message)
    guard message.expectsReply else { return }
    fail(
      message, peer, message.mayActivate ? "ServiceUnknown" : "NameHasNoOwner",
      "nobody is \(destination)")
  }

  func discard(_ message: WireMessage) {
    for descriptor in message.descriptors { sim_close(descriptor) }
  }

  func find(_ name: String) -> BusPeer? {
    name.hasPrefix(":") ? peers.first { $0.name == name } : owners[name]
  }

  private func broadcast(_ message: WireMessage) {
    for peer in peers where wants(peer, message) { deliver(message, to: peer) }
  }

  private func wants(_ peer: BusPeer, _ message: WireMessage) -> Bool {
    peer.rules.contains { $0.matches(message) { owners[$0]?.name } }
  }

  private func deliver(_ message: WireMessage, to peer: BusPeer) {
    delivered += 1
    order.check(message, for: peer.name)
    onDelivery(message, peer.name)
    peer.send(message)
  }

  // MARK: The bus's own messages

  func reply(_ call: WireMessage, _ peer: BusPeer, _ fill: (inout WireBody) -> Void = { _ in }) {
    guard call.expectsReply else { return }
    var message = WireMessage(.reply, serial: peer.nextSerial())
    message.replySerial = call.serial
    message.destination = peer.name
    message.sender = Self.name
    fill(&message.body)
    deliver(message, to: peer)
  }

  func fail(_ call: WireMessage, _ peer: BusPeer, _ name: String, _ text: String) {
    var message = WireMessage(.error, serial: peer.nextSerial())
    message.replySerial = call.serial
    message.destination = peer.name
    message.sender = Self.name
    message.errorName = "org.freedesktop.DBus.Error.\(name)"
    message.body.append(text)
    deliver(message, to: peer)
  }

  func tellOwner(of name: String, from old: String, to new: String) {
    var message = WireMessage(.signal, serial: 1)
    message.path = "/org/freedesktop/DBus"
    message.interface = Self.name
    message.member = "NameOwnerChanged"
    message.sender = Self.name
    for text in [name, old, new] { message.body.append(text) }
    for peer in peers where wants(peer, message) {
      message.serial = peer.nextSerial()
      deliver(message, to: peer)
    }
  }

  func connected(_ peer: BusPeer) {
    connections += 1
    peer.name = ":1.\(connections)"
  }

  // MARK: Activation and leaving

  func hasStarted(_ name: String) {
    for (peer, message) in release(name) {
      if peers.contains(where: { $0 === peer }) {
        route(message, from: peer)
      } else {
        discard(message)
      }
    }
  }

  private func failActivations() {
    for name in activating.sorted() where hasFailed(name) { activationFailed(name) }
  }

  /// Tells those who wait that what was started has ended without the name.
  private func activationFailed(_ name: String) {
    for (peer, message) in release(name) {
      discard(message)
      guard message.expectsReply, peers.contains(where: { $0 === peer }) else { continue }
      fail(message, peer, "Spawn.ChildExited", "it has ended")
    }
  }

  private func release(_ name: String) -> [(BusPeer, WireMessage)] {
    guard activating.remove(name) != nil else { return [] }
    defer { held.removeAll { $0.name == name } }
    return held.filter { $0.name == name }.map { ($0.peer, $0.message) }
  }

  private func remove(_ peer: BusPeer) {
    // What it has sent is served, however late.
    while let message = peer.arrived(by: UInt64.max) { route(message, from: peer) }
    peers.removeAll { $0 === peer }
    peer.close()
    let unanswered = calls.filter { $0.callee === peer }
    calls.removeAll { $0.callee === peer || $0.caller === peer }
    for name in owners.keys.sorted() where owners[name] === peer {
      owners[name] = nil
      tellOwner(of: name, from: peer.name, to: "")
    }
    if !unanswered.isEmpty { onLeaving(peer.process, unanswered.map(\.member)) }
    for call in unanswered {
      var message = WireMessage(.call, serial: call.serial)
      message.sender = call.caller.name
      fail(message, call.caller, "NoReply", "the peer has left")
    }
    failActivations()
    if !peer.name.isEmpty { tellOwner(of: peer.name, from: peer.name, to: "") }
  }

  /// Calls of connections that are still there to others that are, with the callee's name.
  var unansweredCalls: [(member: String, callee: String)] {
    calls.map { ($0.member, $0.callee.name) }
  }
}
