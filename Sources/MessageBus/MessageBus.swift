/// A message bus: who is on it, who has which names, and who gets which message. It waits for nothing: whoever runs it
/// hands in the connections, and the messages that they send, in their order.
///
/// It is the one of a program that tests itself, and of the simulator.
package final class MessageBus {
  package static let name = "org.freedesktop.DBus"

  package private(set) var peers: [BusPeer] = []
  package internal(set) var owners: [String: BusPeer] = [:]
  private var connections = 0
  /// Calls that wait for an answer.
  private var calls: [Call] = []
  /// Calls to names whose owners are being started.
  private var held: [(name: String, peer: BusPeer, message: WireMessage)] = []
  private var activating: Set<String> = []
  /// The names whose owners it can have started.
  package var activatableNames: [String] = []
  /// Starts the owner of a name, or returns false.
  package var activate: (String) -> Bool = { _ in false }
  /// Whether the process that was started for a name has ended.
  package var hasFailed: (String) -> Bool = { _ in false }
  package var onDelivery: (WireMessage, _ receiver: String) -> Void = { _, _ in }
  /// Is called when a process has got a name.
  package var onOwner: (_ process: UInt32) -> Void = { _ in }
  /// Is called when a process leaves that owes answers.
  package var onLeaving: (_ process: UInt32, _ members: [String]) -> Void = { _, _ in }
  /// Is called with an answer to what nobody has asked.
  package var onStray: (WireMessage, _ sender: BusPeer) -> Void = { _, _ in }

  private struct Call {
    let callee: BusPeer
    let caller: BusPeer
    let serial: UInt32
    let member: String
  }

  /// As GetId says.
  package let id: String

  package init(id: String) { self.id = id }

  package var isActivating: Bool { !activating.isEmpty }

  /// A program has connected.
  package func add(_ peer: BusPeer) { peers.append(peer) }

  package func has(_ peer: BusPeer) -> Bool { peers.contains { $0 === peer } }

  // MARK: Routing

  /// Passes on a message, or answers it.
  package func route(_ original: WireMessage, from peer: BusPeer) {
    var message = original
    message.sender = peer.name
    if message.destination == Self.name { return answer(message, peer) }
    guard let destination = message.destination else {
      if message.kind == .signal { broadcast(message) }
      return discard(message, of: peer)
    }
    if message.kind == .reply || message.kind == .error, !isAnswer(message, peer) {
      return discard(message, of: peer)
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
    onStray(message, peer)
    return false
  }

  private func hold(_ message: WireMessage, for destination: String, _ peer: BusPeer) {
    if message.kind == .call, !destination.hasPrefix(":"), message.mayActivate {
      if activating.contains(destination) || activate(destination) {
        activating.insert(destination)
        return held.append((destination, peer, message))
      }
    }
    discard(message, of: peer)
    guard message.expectsReply else { return }
    fail(
      message, peer, message.mayActivate ? "ServiceUnknown" : "NameHasNoOwner",
      "nobody is \(destination)")
  }

  package func discard(_ message: WireMessage, of peer: BusPeer) {
    for descriptor in message.descriptors { peer.socket.close(descriptor) }
  }

  package func find(_ name: String) -> BusPeer? {
    name.hasPrefix(":") ? peers.first { $0.name == name } : owners[name]
  }

  private func broadcast(_ message: WireMessage) {
    for peer in peers where wants(peer, message) { deliver(message, to: peer) }
  }

  private func wants(_ peer: BusPeer, _ message: WireMessage) -> Bool {
    peer.rules.contains { $0.matches(message) { owners[$0]?.name } }
  }

  private func deliver(_ message: WireMessage, to peer: BusPeer) {
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
      if has(peer) {
        route(message, from: peer)
      } else {
        discard(message, of: peer)
      }
    }
  }

  /// Looks whether what was started for a name has ended without it.
  package func failActivations() {
    for name in activating.sorted() where hasFailed(name) { activationFailed(name) }
  }

  /// Tells those who wait that what was started has ended without the name.
  private func activationFailed(_ name: String) {
    for (peer, message) in release(name) {
      discard(message, of: peer)
      guard message.expectsReply, has(peer) else { continue }
      fail(message, peer, "Spawn.ChildExited", "it has ended")
    }
  }

  private func release(_ name: String) -> [(BusPeer, WireMessage)] {
    guard activating.remove(name) != nil else { return [] }
    defer { held.removeAll { $0.name == name } }
    return held.filter { $0.name == name }.map { ($0.peer, $0.message) }
  }

  /// The connection is over.
  package func remove(_ peer: BusPeer) {
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
  package var unansweredCalls: [(member: String, callee: String)] {
    calls.map { ($0.member, $0.callee.name) }
  }
}
