internal import DragConnection
internal import DragModel
internal import DragProtocol

/// Serving dragd as the owner of drop targets.
extension Engine {
  func add(_ core: TargetCore) {
    targets[core.path] = core
    connection.serveTarget(
      at: core.path,
      TargetHandlers(
        proposeLater: { [unowned self] call, answer in propose(call, answer, core) },
        leave: { _ in Task { await core.behaviour.leave() } },
        perform: { [unowned self] performance in perform(performance, core) }))
  }

  func remove(_ core: TargetCore) {
    targets[core.path] = nil
    connection.serve(core.path, nil)
  }

  /// Takes a target away that nobody waits for any more.
  func unregister(_ id: Identifier) {
    if let call = try? BrokerCall<Void>.unregister(id) { connection.post(call) }
  }

  private func propose(
    _ call: TargetProposeCall, _ answer: ProposalAnswer, _ core: TargetCore
  ) {
    let number = keep(answer)
    guard let session else { return }
    Task {
      let proposal: DropProposal
      do throws(DragError) {
        proposal = await core.behaviour.propose(
          try await core.drop(call.offer, call.context, call.dropper))
      } catch {
        proposal = DropProposal(.forbidden, reason: error.message)
      }
      session.run { $0.takeAnswer(number)?.give(proposal.reply) }
    }
  }

  private func perform(_ performance: PerformRequest, _ core: TargetCore) {
    let number = keep(performance)
    let call = performance.call
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
        defer { session.finish() }
        try await core.behaviour.perform(session)
      } catch {
        failure = DragError(thrown: error)
      }
      session.run { [failure] engine in
        let performance = engine.takePerformance(number)
        if let failure {
          performance?.fail(failure.code.contractCode ?? .cancelled, failure.message)
        } else {
          performance?.succeed()
        }
      }
    }
  }
}

extension TargetCore {
  /// What hovers, with its offer looked at.
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
