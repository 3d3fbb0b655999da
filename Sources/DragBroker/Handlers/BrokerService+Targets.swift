internal import DBus
internal import DragModel
internal import DragProtocol
internal import PeerIdentity

// Broker1.RegisterTarget and FindTargets; DropTarget1.

extension BrokerService {
  func registerTarget(_ call: Call, _ message: Message) throws(Rejection) {
    let request = try RegisterTargetCall(message)
    peers.identify(call.peer) { [self] party in
      call.attempt { () throws(Rejection) in
        let id = Identifier.random()
        let effects = try model.handle(
          .registerTarget(
            id: id, name: request.name, types: request.types, owner: party,
            options: request.options), at: now)
        call.answer { call throws(BusError) in try call.reply(with: .target(id)) }
        log.everyday("\(party.peer.name) registers target \(id), “\(request.name)”")
        perform(effects)
        rearm()
      }
    }
  }

  func findTargets(_ call: Call, _ message: Message) throws(Rejection) {
    let request = try FindTargetsCall(message)
    let found = model.targets(named: request.name).map {
      FoundTarget(target: $0.id, application: $0.application, label: $0.label)
    }
    call.answer { call throws(BusError) in try FoundTarget.reply(to: call, found) }
  }

  func update(_ call: Call, _ message: Message, _ id: Identifier) throws(Rejection) {
    let changes = try TargetChanges(message)
    let effects = try model.handle(
      .updateTarget(id, caller: call.peer, changes), at: now)
    call.acknowledge()
    perform(effects)
  }

  func unregister(_ call: Call, _ id: Identifier) throws(Rejection) {
    let effects = try model.handle(.unregisterTarget(id, caller: call.peer), at: now)
    call.acknowledge()
    log.everyday("target \(id) is unregistered")
    perform(effects)
  }

  /// Propose, and Drop, which has the proposal performed.
  func drop(
    _ call: Call, _ message: Message, on id: Identifier, performing: Bool
  ) throws(Rejection) {
    let request = try DropCall(message)
    // A proposal changes nothing: its answer is all that it is for.
    guard performing || call.expectsReply else { return }
    // The owner is told who drops.
    peers.identify(call.peer) { [self] party in
      call.attempt { () throws(Rejection) in
        let plan = try model.planDrop(
          of: request.offer, on: id, context: request.context, by: party, hierarchy: types)
        try wait(call) { number in performing ? .drop(number, plan) : .propose(number, plan) }
        rearm()
      }
    }
  }

  func leave(_ call: Call, _ message: Message, _ id: Identifier) throws(Rejection) {
    let request = try LeaveCall(message)
    let effects = try model.handle(.leaveTarget(id, offer: request.offer), at: now)
    call.acknowledge()
    perform(effects)
  }
}
