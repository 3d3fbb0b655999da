internal import DragConnection
internal import DragModel

/// Registering drop targets, at one dragd after the other.
extension Session {
  func register(_ core: TargetCore) async throws(DragError) {
    run { $0.add(core) }
    do throws(DragError) {
      try await announce(core)
    } catch {
      core.finish()
      run { $0.remove(core) }
      throw error
    }
  }

  private func announce(_ core: TargetCore) async throws(DragError) {
    let (types, options) = (core.types, core.options)
    let _: Identifier = try await ask { engine, done in
      engine.perform(timeout: Session.usualTimeout) { () throws(ConnectionError) in
        try .registerTarget(core.name, types: types, options)
      } then: { answer in
        if case .success(let id) = answer { core.registered(as: id) }
        done(answer)
      }
    } late: { engine, id in
      engine.unregister(id)
    }
  }

  /// A new dragd has come.
  func reregister(_ core: TargetCore) async {
    guard !core.isOver else { return }
    do throws(DragError) {
      try await announce(core)
      if core.isOver, let id = core.id { run { $0.unregister(id) } }
    } catch {
      // That dragd has gone too: the next one is waited for.
      guard error.code != .noReply, error.code != .noBroker else { return }
      core.finish()
      run { $0.remove(core) }
    }
  }

  func unregister(_ core: TargetCore) async throws(DragError) {
    let wasOver = core.isOver
    core.finish()
    run { $0.remove(core) }
    guard !wasOver, let id = core.id else { return }
    do throws(DragError) {
      try await call { () throws(ConnectionError) in try .unregister(id) }
    } catch {
      guard error.code != .noSuchTarget else { return }
      // A task that was cancelled before has asked for nothing, and nobody asks again for what counts as over.
      if error.code == .cancelled { run { $0.unregister(id) } }
      throw error
    }
  }
}
