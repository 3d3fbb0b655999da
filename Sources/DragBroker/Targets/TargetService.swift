internal import DBus
internal import DragModel
internal import DragProtocol
internal import PeerIdentity
internal import ServiceLog

/// Serves RegisterTarget, FindTargets, Propose, Drop, Leave, Update and Unregister, announces drop targets, and calls
/// their owners. No signal names an offer.
final class TargetService {
  private let context: BrokerContext
  private let objects: ObjectService

  init(_ context: BrokerContext, _ objects: ObjectService) {
    self.context = context
    self.objects = objects
  }

  // MARK: Calls

  func register(_ call: Call, _ message: Message) throws(Rejection) {
    let request = try RegisterTargetCall(message)
    context.log(request.unknownKeys, in: "RegisterTarget")
    context.identify(call) { [context] party throws(Rejection) in
      let id = Identifier.random()
      let effects = try context.apply(
        .registerTarget(
          id: id, name: request.name, types: request.types, owner: party,
          options: request.options))
      call.answer { call throws(BusError) in try call.reply(with: .target(id)) }
      context.log.detail("\(party.peer.name) registers target \(id), “\(request.name)”")
      context.perform(effects)
      context.updateTimers()
    }
  }

  func find(_ call: Call, _ message: Message) throws(Rejection) {
    let request = try FindTargetsCall(message)
    let found = context.model.targets(named: request.name).map {
      TargetSummary(target: $0.id, application: $0.application, label: $0.label)
    }
    call.answer { call throws(BusError) in try TargetSummary.reply(to: call, found) }
  }

  func update(_ call: Call, _ message: Message, _ id: Identifier) throws(Rejection) {
    let changes = try TargetChanges(message)
    let effects = try context.apply(.updateTarget(id, caller: call.peer, changes))
    call.acknowledge()
    context.perform(effects)
  }

  func unregister(_ call: Call, _ id: Identifier) throws(Rejection) {
    let effects = try context.apply(.unregisterTarget(id, caller: call.peer))
    call.acknowledge()
    context.log.detail("target \(id) is unregistered")
    context.perform(effects)
  }

  /// - Parameter performing: whether the call is a Drop, which has the proposal performed.
  func requestDrop(
    _ call: Call, _ message: Message, on id: Identifier, performing: Bool
  ) throws(Rejection) {
    let request = try DropCall(message)
    // Propose does nothing but answer.
    guard performing || call.expectsReply else { return }
    // dragd reports to the owner which application drops.
    context.identify(call) { [context] party throws(Rejection) in
      let plan = try context.model.planDrop(
        of: request.offer, on: id, context: request.context, by: party,
        hierarchy: context.types)
      try context.handle(call) { number in
        performing ? .drop(number, plan) : .propose(number, plan)
      }
      context.updateTimers()
    }
  }

  func leave(_ call: Call, _ message: Message, _ id: Identifier) throws(Rejection) {
    let request = try LeaveCall(message)
    // A proposal that the caller asked for before may wait for the same.
    context.identify(call) { [context] _ throws(Rejection) in
      let effects = try context.apply(.leaveTarget(id, offer: request.offer))
      call.acknowledge()
      context.perform(effects)
    }
  }

  // MARK: Signals

  func announce(_ id: Identifier) {
    guard let properties = properties(of: id) else { return }
    objects.broadcast(causedBy: Peer(properties.owner)) { () throws(BusError) in
      try properties.added(at: .target(id))
    }
  }

  func announceRemoval(of id: Identifier) {
    objects.broadcast(causedBy: nil) { () throws(BusError) in
      try TargetProperties.removed(at: .target(id))
    }
  }

  func announceChange(of id: Identifier, _ changed: [ChangedTargetValue]) {
    guard let properties = properties(of: id) else { return }
    let names = changed.map { value -> DropTargetProperty in
      switch value {
      case .label: .label
      case .types: .types
      case .operations: .operations
      }
    }
    objects.broadcast(causedBy: Peer(properties.owner)) { () throws(BusError) in
      try properties.changed(names, at: .target(id))
    }
  }

  /// Nil for a target that was removed in the same step.
  private func properties(of id: Identifier) -> TargetProperties? {
    (try? context.model.shown(target: id)).map(TargetProperties.init)
  }

  // MARK: The owner

  /// Asks an owner for a proposal. The model has the deadline; a later answer still counts as an answered call.
  func ask(_ object: TargetObject, _ question: DropQuestion, for number: CallID) {
    func fail(_ text: String) {
      context.handleLater(.proposed(number, target: question.target, .failed(text)))
    }
    if let obstacle = context.obstacle(toAsking: object.peer) { return fail(obstacle) }
    let message: Message
    do throws(BusError) {
      message = try TargetProposeCall(
        target: question.target, offer: question.offer, context: question.context,
        dropper: Dropper(question.dropper)
      ).message(to: object)
    } catch {
      return fail(error.message)
    }
    context.bus.call(message, timeout: nil) { [weak self] result in
      self?.proposed(number, question.target, result)
    }
  }

  private func proposed(
    _ number: CallID, _ target: Identifier, _ result: Result<Message, BusError>
  ) {
    switch result {
    case .success(let reply):
      do throws(Rejection) {
        let answer = try ProposalReply(reply)
        context.handle(
          .proposed(number, target: target, .proposed(answer.proposal, answer.details)))
      } catch {
        context.handle(
          .proposed(
            number, target: target, .failed("the target's answer is malformed: \(error.message)")))
      }
    case .failure(let error) where error.meansDisconnected:
      break
    case .failure(let error) where error.meansAbsence:
      context.handle(.ownerAbsent(number))
    case .failure(let error):
      context.handle(.proposed(number, target: target, .failed(error.text)))
    }
  }

  /// Has an owner perform a drop, without a deadline: the transfers show its progress.
  func perform(
    _ operation: Operation, at object: TargetObject, _ question: DropQuestion, for number: CallID
  ) {
    let message: Message
    do throws(BusError) {
      message = try TargetPerformCall(
        target: question.target, offer: question.offer, operation: operation,
        context: question.context, dropper: Dropper(question.dropper)
      ).message(to: object)
    } catch {
      return context.handleLater(
        .performed(number, .failed(TargetFailure(name: error.name, message: error.message))))
    }
    context.bus.call(message, timeout: nil) { [weak self] result in
      self?.performed(number, result)
    }
  }

  private func performed(_ number: CallID, _ result: Result<Message, BusError>) {
    switch result {
    case .success:
      // dragd reports to the dropper what it observed, not what the reply says.
      context.handle(.performed(number, .done))
    case .failure(let error) where error.meansDisconnected:
      break
    case .failure(let error) where error.meansAbsence:
      context.handle(.ownerAbsent(number))
    case .failure(let error):
      context.handle(
        .performed(number, .failed(TargetFailure(name: error.name, message: error.text))))
    }
  }

  func tellOwner(_ object: TargetObject, leftTarget target: Identifier, offer: Identifier) {
    context.send(to: object.peer) { () throws(BusError) in
      try TargetLeaveCall(target: target, offer: offer).message(to: object)
    }
  }
}

extension Dropper {
  fileprivate init(_ party: Party) {
    self.init(
      connection: party.peer.name, application: party.application,
      isSandboxed: party.isSandboxed)
  }
}
