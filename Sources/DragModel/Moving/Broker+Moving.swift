// A move, from its Accept to the commit and what follows it.

extension Broker {
  /// Keeps everybody else from moving the items of a plan, and has the ledger note that their moves have
  /// begun. When it has, the plan can be accepted.
  mutating func reserve(
    _ call: CallID, _ plan: AcceptPlan, transfers ids: [Identifier], at now: Instant
  ) throws(Rejection) -> [Effect] {
    let offer = try existing(plan.offer)
    try checkUnchanged(plan, of: offer)
    let claim = try claim(offer.options, by: offer.owner.peer)
    var records: [MoveRecord] = []
    for (item, id) in zip(plan.items, ids) {
      guard let key = offer.moveKey(item.index) else { continue }
      if moves.reserved[key] != nil, rules.contains(.reserveEverywhere) {
        throw Rejection(
          .busy,
          "item \(item.index) of offer \(offer.id) is being moved by somebody else; it can be copied"
        )
      }
      records.append(
        MoveRecord(
          transfer: id, cookie: key.cookie, key: key.key, source: offer.owner.application,
          destination: plan.destination.application, accepted: now.wall))
    }
    for record in records { moves.reserved[record.moveKey] = record.transfer }
    return [.ledger(.begin(call, records, claim: claim ?? 0))]
  }

  /// A plan whose items were reserved is not accepted after all.
  mutating func unreserve(_ ids: [Identifier]) -> [Effect] {
    let gone = Set(ids)
    for (key, id) in moves.reserved where gone.contains(id) { moves.release(key, from: id) }
    return [.ledger(.abandon(ids))]
  }

  /// A planned move can only be accepted while it still has its items.
  func checkReserved(
    _ plan: AcceptPlan, of offer: Offer, transfers ids: [Identifier]
  ) throws(Rejection) {
    guard plan.options.operation == .move, rules.contains(.reserveEverywhere) else { return }
    for (item, id) in zip(plan.items, ids) {
      guard let key = offer.moveKey(item.index), moves.reserved[key] == id else {
        throw Rejection(
          .busy, "item \(item.index) of offer \(offer.id) is not free any more: try again")
      }
    }
  }

  // MARK: The commit

  /// Asks the source whether the item is still there and unchanged.
  mutating func prepare(_ id: Identifier, at now: Instant) -> [Effect] {
    guard let transfer = transfers[id], let source = transfer.source else { return [] }
    guard rules.contains(.prepare) else { return prepared(id, nil, at: now) }
    return [
      .prepare(
        transfer: id, offer: transfer.offer, source, item: transfer.item, key: transfer.key ?? "")
    ]
  }

  func commit(_ id: Identifier) -> [Effect] {
    guard let key = transfers[id]?.moveKey else { return [] }
    let record = MoveRecord(transfer: id, cookie: key.cookie, key: key.key)
    return [.ledger(.commit(record, isListed: keepsContent))]
  }

  func deleteAtSource(_ id: Identifier) -> [Effect] {
    guard let transfer = transfers[id], let source = transfer.source else { return [] }
    let ended = Ended(
      item: transfer.item, key: transfer.key ?? "", operation: .move, failure: nil,
      bytes: transfer.bytes)
    return [.endedMove(transfer: id, offer: transfer.offer, source, ended)]
  }

  /// The source says that the item is there and unchanged, or why it is not.
  mutating func prepared(
    _ id: Identifier, _ answer: Rejection?, at now: Instant
  ) -> [Effect] {
    step(id, at: now) { $0.prepared(answer) }
  }

  /// The ledger has decided: this is the end of all doubt.
  mutating func decided(_ record: MoveRecord, _ answer: LedgerAnswer, at now: Instant) -> [Effect] {
    switch answer {
    case .done, .moves, .outcome, .open:
      moves.commit(record.moveKey, by: record.transfer)
      // The source hears of the move before it hears that its offer is over.
      let told = step(record.transfer, at: now) { $0.committed(at: now) }
      return told + (rules.contains(.leaveEveryOffer) ? takeAway(record.moveKey) : [])
    case .refused(let why):
      return step(record.transfer, at: now) { $0.revoke(why) }
    }
  }

  /// The source has answered Ended: whether it has deleted the item.
  mutating func sourceDeleted(
    _ id: Identifier, hasDeleted: Bool, at now: Instant
  ) -> [Effect] {
    var effects: [Effect] = []
    if hasDeleted, let key = moves.committedKeys[id] {
      effects.append(.ledger(.acknowledgeMove(nil, transfer: id, cookie: key.cookie)))
    }
    guard hasDeleted || rules.contains(.finishAfterCommit) else {
      let why = Rejection(.sourceFailed, "the source could not delete the item")
      return effects + step(id, at: now) { $0.revoke(why) }
    }
    return effects + step(id, at: now) { $0.acknowledged(hasDeleted) }
  }

  /// An item that has moved away leaves every offer that has it.
  private mutating func takeAway(_ key: MoveKey) -> [Effect] {
    var effects: [Effect] = []
    for id in (moves.offers[key.cookie] ?? []).inOrder {
      guard let index = offers[id]?.index(ofKey: key.key) else { continue }
      offers[id]?.withItem(index) { $0.moveAway() }
      effects += recorded(.emptied(id, item: index)) + emptied(index, of: id)
    }
    return effects
  }
}

extension MoveRecord {
  var moveKey: MoveKey { MoveKey(cookie: cookie, key: key) }
}

extension Offer {
  /// How moves know an item; nil where nothing can be moved.
  func moveKey(_ index: Int) -> MoveKey? {
    guard options.operations.contains(.move), let cookie = options.cookie,
      let key = items[index].attributes.key
    else { return nil }
    return MoveKey(cookie: cookie, key: key)
  }

  /// The item that has this key and is still there.
  func index(ofKey key: String) -> Int? {
    items.firstIndex { $0.attributes.key == key && !$0.hasMovedAway }
  }
}
