internal import DragConnection
internal import DragModel

/// Registers drop targets, and registers them again when dragd has restarted.
extension Session {
  func register(_ core: TargetCore) async throws(DragError) {
    run { $0.add(core) }
    do throws(DragError) {
      _ = try await core.renew { () async throws(DragError) in try await announce(core) }
    } catch {
      core.end()
      run { $0.remove(core) }
      throw error
    }
  }

  private func announce(_ core: TargetCore) async throws(DragError) {
    let (types, options, timeout) = (core.types, core.options, core.timeout)
    let id: Identifier = try await ask { engine, done in
      engine.perform(timeout: timeout) { () throws(RequestError) in
        try .registerTarget(core.name, types: types, options)
      } then: { answer in
        if case .success(let id) = answer {
          core.updateRenewal { $0.accepted(as: id, by: engine.connection.owner) }
          engine.noteRegistration(of: core)
        }
        done(answer)
      }
    } late: { engine, id in
      engine.unregister(id)
    }
    // An update may have succeeded meanwhile, at the former dragd.
    let (newTypes, new) = (core.types, core.options)
    guard newTypes != types || new != options else { return }
    let changes = TargetChanges(label: new.label, types: newTypes, operations: new.operations)
    try await call(timeout: timeout) { () throws(RequestError) in try .update(id, changes) }
  }

  /// Changes a target's properties, also at a dragd that has just taken the target over as it was.
  func update(_ core: TargetCore, _ changes: TargetChanges) async throws(DragError) {
    while true {
      guard let id = core.id, !core.isOver else {
        throw DragError(.noSuchTarget, "the drop target “\(core.name)” was unregistered")
      }
      do throws(DragError) {
        try await call { () throws(RequestError) in try .update(id, changes) }
        core.update(changes)
        if core.id == id { return }
      } catch {
        guard error.code == .noSuchTarget else { throw error }
        // A new dragd does not have the target yet, or has it under another id.
        try await ask { engine, done in engine.whenRegistered(core, otherThan: id, then: done) }
      }
    }
  }

  /// Registers a target at a new dragd.
  func reregister(_ core: TargetCore) async {
    do throws(DragError) {
      let step = try await core.renew { () async throws(DragError) in try await announce(core) }
      if case .withdraw(let id) = step { run { $0.unregister(id) } }
    } catch {
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
