internal import DragConnection
internal import DragModel
internal import DragProtocol

/// Serves dragd as the owner of drop targets.
extension Engine {
  func add(_ core: TargetCore) {
    targets[core.path] = core
    connection.serveTarget(
      at: core.path,
      TargetHandlers(
        proposeLater: { [unowned self] call, reply in propose(call, reply, core) },
        leave: { _ in Task { await core.behaviour.leave() } },
        perform: { [unowned self] request in perform(request, core) }))
  }

  func remove(_ core: TargetCore) {
    targets[core.path] = nil
    connection.serve(core.path, nil)
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
    Task {
      let proposal: DropProposal
      do throws(DragError) {
        proposal = await core.behaviour.propose(
          try await core.drop(call.offer, call.context, call.dropper))
      } catch {
        proposal = DropProposal(.forbidden, reason: error.message)
      }
      session.run { engine in
        engine.removeReply(number, as: PendingReply<ProposalReply>.self)?.succeed(proposal.reply)
      }
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
        let session = DropSession(drop, DragOperation(call.operation), wanted ?? items)
        defer { session.close() }
        try await core.behaviour.perform(session)
      } catch {
        failure = DragError(thrown: error)
      }
      session.run { [failure] engine in
        let reply = engine.removeReply(number, as: PendingReply<Void>.self)
        if let failure {
          reply?.fail(failure.code.contractCode ?? .cancelled, failure.message)
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
      operations: context.operations.map { $0.map { DragOperation($0) } },
      index: context.index.map { Int($0) }, itemIndexes: context.items.map { $0.map { Int($0) } },
      application: dropper.application, connection: dropper.connection)
  }
}
