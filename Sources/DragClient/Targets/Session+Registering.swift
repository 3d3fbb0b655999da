internal import DragConnection
internal import DragModel

/// Registers drop targets, and registers them again when dragd has restarted.
extension Session {
  func register(_ core: TargetCore) async throws(DragError) {
    run { $0.add(core) }
    do throws(DragError) {
      try await announce(core)
    } catch {
      core.end()
      run { $0.remove(core) }
      throw error
    }
  }

  private func announce(_ core: TargetCore) async throws(DragError) {
    let (types, options) = (core.types, core.options)
    let _: Identifier? = try await ask { engine, done in
      guard core.startRegistering(at: engine.connection.owner) else { return done(.success(nil)) }
      engine.perform(timeout: Session.usualTimeout) { () throws(RequestError) in
        try .registerTarget(core.name, types: types, options)
      } then: { answer in
        core.registered(answer, at: engine.connection.owner)
        done(answer.map { $0 })
      }
    } late: { engine, id in
      if let id { engine.unregister(id) }
    }
  }

  /// Registers a target at a new dragd.
  func reregister(_ core: TargetCore) async {
    guard !core.isOver else { return }
    do throws(DragError) {
      try await announce(core)
      if core.isOver, let id = core.id { run { $0.unregister(id) } }
    } catch {
      // That dragd has ended too; when the next one appears, the engine calls this function again.
      guard !RequestError(error).brokerHasEnded else { return }
      core.end()
      run { $0.remove(core) }
    }
  }

  func unregister(_ core: TargetCore) async throws(DragError) {
    let wasOver = core.isOver
    core.end()
    run { $0.remove(core) }
    guard !wasOver, let id = core.id else { return }
    do throws(DragError) {
      try await call { () throws(RequestError) in try .unregister(id) }
    } catch {
      guard error.code != .noSuchTarget else { return }
      // The call of a cancelled task may not have been sent, and no later call unregisters a target that is over.
      if error.code == .cancelled { run { $0.unregister(id) } }
      throw error
    }
  }
}
