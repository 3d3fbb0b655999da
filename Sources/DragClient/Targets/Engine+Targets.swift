internal import DragConnection
internal import DragModel
internal import DragProtocol

/// The calls of a target's closures for one hovering drop: a leave comes after the proposals before it, and a proposal
/// after the leave before it.
struct Hovering {
  struct Key: Hashable, Sendable {
    let target: String
    let offer: Identifier
  }

  var proposing: [UInt64: Task<Void, Never>] = [:]
  var leaving: Task<Void, Never>?
  /// The number of `leaving`.
  var lastLeave: UInt64 = 0
}

/// Serves dragd as the owner of drop targets.
extension Engine {
  func add(_ core: TargetCore) {
    targets[core.path] = core
    connection.serveTarget(
      at: core.path,
      TargetHandlers(
        proposeLater: { [unowned self] call, reply in propose(call, reply, core) },
        leave: { [unowned self] call in leave(call, core) },
        perform: { [unowned self] request in perform(request, core) }))
  }

  func remove(_ core: TargetCore) {
    targets[core.path] = nil
    connection.serve(core.path, nil)
    noteRegistration(of: core)
  }

  /// Calls `then` once dragd has the target under another id than this, or it is over.
  func whenRegistered(
    _ core: TargetCore, otherThan id: Identifier,
    then: @escaping (Result<Void, DragError>) -> Void
  ) {
    guard core.id == id, targets[core.path] != nil else { return then(.success(())) }
    waitingForTargets[core.path, default: []].append(then)
  }

  /// A dragd has the target now, or none will have it any more.
  func noteRegistration(of core: TargetCore) {
    for then in waitingForTargets.removeValue(forKey: core.path) ?? [] { then(.success(())) }
  }

  /// Unregisters a target that no task waits for any longer.
  func unregister(_ id: Identifier) {
    if let call = try? BrokerCall<Void>.unregister(id) { connection.post(call) }
  }

  private func propose(
    _ call: TargetProposeCall, _ reply: PendingReply<ProposalReply>, _ core: TargetCore
  ) {
    let number = keep(reply)
    guard let session else { return }
    let key = Hovering.Key(target: core.path, offer: call.offer)
    let leaving = hoverings[key]?.leaving
    let task = Task {
      await leaving?.value
      let proposal: DropProposal
      do throws(DragError) {
        proposal = await core.behaviour.propose(
          try await core.drop(call.offer, call.context, call.dropper))
      } catch {
        proposal = DropProposal(.forbidden, reason: error.messageForOthers)
      }
      session.run { engine in
        engine.removeReply(number, as: PendingReply<ProposalReply>.self)?.succeed(proposal.reply)
        engine.hoverings[key]?.proposing[number] = nil
        engine.forgetHovering(key)
      }
    }
    hoverings[key, default: Hovering()].proposing[number] = task
  }

  private func leave(_ call: TargetLeaveCall, _ core: TargetCore) {
    guard let session else { return }
    let key = Hovering.Key(target: core.path, offer: call.offer)
    let before = hoverings[key, default: Hovering()]
    let number = session.number()
    let task = Task {
      await before.leaving?.value
      for proposing in before.proposing.values { await proposing.value }
      await core.behaviour.leave(call.offer.offerPath)
      session.run { engine in
        if engine.hoverings[key]?.lastLeave == number { engine.hoverings[key]?.leaving = nil }
        engine.forgetHovering(key)
      }
    }
    hoverings[key, default: Hovering()].lastLeave = number
    hoverings[key]?.leaving = task
  }

  private func forgetHovering(_ key: Hovering.Key) {
    if let hovering = hoverings[key], hovering.leaving == nil, hovering.proposing.isEmpty {
      hoverings[key] = nil
    }
  }

  private func perform(_ request: PerformRequest, _ core: TargetCore) {
    let number = keep(request.reply)
    let call = request.call
    guard let session else { return }
    Task {
      var failure: DragError?
      do {
        let drop = try await core.drop(call.offer, call.context, call.dropper)
        let items = try await drop.offered.items()
        let wanted = drop.itemIndexes.map { indexes in
          indexes.compactMap { items.indices.contains($0) ? items[$0] : nil }
        }
        let session = DropSession(
          drop, DragOperation(call.operation), wanted ?? items, core.types)
        defer { session.close() }
        try await core.behaviour.perform(session)
      } catch {
        failure = DragError(thrown: error)
      }
      session.run { [failure] engine in
        let reply = engine.removeReply(number, as: PendingReply<Void>.self)
        if let failure {
          reply?.fail(failure.code.contractCode ?? .targetFailed, failure.messageForOthers)
        } else {
          reply?.succeed()
        }
      }
    }
  }
}

extension TargetCore {
  /// The hovering drop, with the properties of its offer.
  fileprivate func drop(
    _ offer: Identifier, _ context: DropContext, _ dropper: Dropper
  ) async throws(DragError) -> HoveringDrop {
    guard let client else { throw .closed }
    return HoveringDrop(
      offered: try await client.offered(offer),
      operations: (context.operations ?? []).map { DragOperation($0) },
      index: context.index.map { Int($0) }, itemIndexes: context.items.map { $0.map { Int($0) } },
      application: dropper.application, connection: dropper.connection)
  }
}
