// A move, from its Accept to its commit and the deletion at the source.

extension Broker {
  /// Reserves the items of a plan for its moves, here and in the ledger. `answerReserve` follows when the ledger has
  /// answered.
  mutating func reserve(
    _ call: CallID, _ plan: AcceptPlan, transfers ids: [Identifier], at now: Instant
  ) throws(Rejection) -> [Effect] {
    let offer = try existing(plan.offer)
    try checkUnchanged(plan, of: offer)
    let claim = try claimOfSource(of: offer)
    var records: [MoveRecord] = []
    for (item, id) in zip(plan.items, ids) {
      guard let key = offer.moveKey(item.index) else { continue }
      if moves.reserved[key] != nil {
        throw Rejection(
          .busy,
          "another transfer is moving item \(item.index) of offer \(offer.id); it can be copied"
        )
      }
      records.append(
        MoveRecord(
          transfer: id, cookie: key.cookie, key: key.key, source: offer.owner.application,
          destination: plan.destination.application, accepted: now.realtime))
    }
    for record in records { moves.reserved[record.moveKey] = record.transfer }
    return [.ledger(.reserve(call, records, claim: claim ?? 0))]
  }

  /// The ledger has recorded a reservation, or refused it. After a refusal nothing is on record.
  mutating func reserveAnswered(
    _ call: CallID, _ records: [MoveRecord], _ answer: LedgerAnswer
  ) -> [Effect] {
    switch answer {
    case .done, .moves, .outcome, .open, .settled:
      return [.answerReserve(call, nil)]
    case .refused(let why):
      for record in records { moves.release(record.moveKey, from: record.transfer) }
      return [.answerReserve(call, why)]
    }
  }

  /// Releases the items of a plan that was reserved and is not accepted.
  mutating func unreserve(_ ids: [Identifier]) -> [Effect] {
    let gone = Set(ids)
    for (key, id) in moves.reserved where gone.contains(id) { moves.release(key, from: id) }
    return [.ledger(.abandon(ids))]
  }

  /// Refuses a planned move whose items are no longer reserved for it.
  func checkReserved(
    _ plan: AcceptPlan, of offer: Offer, transfers ids: [Identifier]
  ) throws(Rejection) {
    guard plan.options.operation == .move else { return }
    for (item, id) in zip(plan.items, ids) {
      guard let key = offer.moveKey(item.index), moves.reserved[key] == id else {
        throw Rejection(
          .busy, "item \(item.index) of offer \(offer.id) is no longer free: try again")
      }
    }
  }

  // MARK: The commit

  /// The source has answered Prepare: nil, or why the item stays.
  mutating func prepared(
    _ id: Identifier, _ refusal: Rejection?, at now: Instant
  ) -> [Effect] {
    let isListed = keepsContent
    return step(id, at: now) {
      if let refusal { $0.refusePrepare(refusal) } else { $0.commit(isListed: isListed) }
    }
  }

  /// The ledger has answered a commit. Its answer is final.
  mutating func commitAnswered(
    _ record: MoveRecord, isListed: Bool, _ answer: LedgerAnswer, at now: Instant
  ) -> [Effect] {
    switch answer {
    case .done, .moves, .outcome, .open, .settled:
      moves.commit(record.moveKey, by: record.transfer)
      // The source learns of the move before it learns of its offer's end.
      let effects = step(record.transfer, at: now) { $0.recordCommit(at: now) }
      let unlisted: [Effect] = isListed ? [.unlistWhenWritten(record.transfer)] : []
      return effects + removeFromOffers(record.moveKey) + unlisted
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
    return effects + step(id, at: now) { $0.recordDeletion(hasDeleted) }
  }

  /// Removes an item that was moved away from every offer that has it.
  private mutating func removeFromOffers(_ key: MoveKey) -> [Effect] {
    var effects: [Effect] = []
    for id in (moves.offers[key.cookie] ?? []).inOrder {
      guard let index = offers[id]?.index(ofKey: key.key) else { continue }
      offers[id]?.withItem(index) { $0.markMoved() }
      effects += recorded(.emptied(id, item: index)) + removeContent(of: index, in: id)
    }
    return effects
  }
}

extension Offer {
  /// The cookie and key by which moves know an item; nil if it cannot be moved.
  func moveKey(_ index: Int) -> MoveKey? {
    guard options.operations.contains(.move), let cookie = options.cookie,
      let key = items[index].attributes.key
    else { return nil }
    return MoveKey(cookie: cookie, key: key)
  }

  /// The item that has this key and was not moved away.
  func index(ofKey key: String) -> Int? {
    items.firstIndex { $0.attributes.key == key && !$0.hasMovedAway }
  }
}
