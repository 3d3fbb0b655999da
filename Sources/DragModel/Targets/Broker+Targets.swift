// Drop targets: registration, changes and removal.

extension Broker {
  mutating func registerTarget(
    _ id: Identifier, name: String, types: [String], owner: Party, options: TargetOptions
  ) throws(Rejection) -> [Effect] {
    let target = try Target(
      id: id, name: name, types: types, owner: owner, options: options,
      number: registeredTargets + 1)
    let charge = target.charge
    try check(charge, for: owner)
    registeredTargets += 1
    targets[id] = target
    charges.add(charge, to: owner.account)
    changeConnection(of: owner.peer) { connection in
      connection.usage += charge
      connection.targets.insert(id)
    }
    return [.targetAdded(id)]
  }

  mutating func updateTarget(
    _ id: Identifier, caller: Peer, changes: TargetChanges
  ) throws(Rejection) -> [Effect] {
    var target = try ownTarget(id, caller: caller, "changes")
    let before = target.charge
    let changed = try target.update(changes)
    let charge = target.charge
    try check(charge.growth(from: before), for: target.owner)
    charges.add(charge, to: target.owner.account)
    charges.remove(before, from: target.owner.account)
    changeConnection(of: caller) { connection in
      connection.usage += charge
      connection.usage -= before
    }
    targets[id] = target
    return changed.isEmpty ? [] : [.targetChanged(id, changed)]
  }

  mutating func unregisterTarget(
    _ id: Identifier, caller: Peer
  ) throws(Rejection) -> [Effect] {
    _ = try ownTarget(id, caller: caller, "unregisters")
    return removeTarget(id, why: "it was unregistered")
  }

  /// Removes a target and refuses the calls that wait for its proposal. Drops that are being performed go on.
  mutating func removeTarget(_ id: Identifier, why: String) -> [Effect] {
    guard let target = targets.removeValue(forKey: id) else { return [] }
    let charge = target.charge
    charges.remove(charge, from: target.owner.account)
    changeConnection(of: target.owner.peer) { connection in
      connection.usage -= charge
      connection.targets.remove(id)
    }
    let gone = Rejection(.noSuchTarget, "drop target \(id) is gone: \(why)")
    var effects: [Effect] = [.targetRemoved(id)]
    for call in connections[target.owner.peer]?.answering.sorted() ?? [] {
      guard let dropRequest = dropRequests[call], dropRequest.target == id, dropRequest.isAsking
      else {
        continue
      }
      effects += refuse(call, gone)
    }
    return effects
  }

  func existingTarget(_ id: Identifier) throws(Rejection) -> Target {
    guard let target = targets[id] else {
      throw Rejection(.noSuchTarget, "there is no drop target \(id); it may have been unregistered")
    }
    return target
  }

  private func ownTarget(
    _ id: Identifier, caller: Peer, _ does: String
  ) throws(Rejection) -> Target {
    let target = try existingTarget(id)
    guard target.owner.peer == caller else {
      throw Rejection(
        .accessDenied,
        "drop target \(id) belongs to \(target.owner.peer.name): only its owner \(does) it")
    }
    return target
  }

  // MARK: Reading

  /// - Throws: NoSuchTarget, if there is no such target.
  package func check(target id: Identifier) throws(Rejection) {
    _ = try existingTarget(id)
  }

  package func shown(target id: Identifier) throws(Rejection) -> ShownTarget {
    try existingTarget(id).shown
  }

  /// The targets of that name, oldest first; an empty name means all.
  package func targets(named name: String) -> [ShownTarget] {
    targets.values.filter { name.isEmpty || $0.name == name }
      .sorted { $0.number < $1.number }.map(\.shown)
  }
}
