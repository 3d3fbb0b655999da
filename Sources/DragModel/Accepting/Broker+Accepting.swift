// An Accept that was planned and made ready becomes transfers.

extension Broker {
  mutating func accept(
    _ plan: AcceptPlan, transfers ids: [Identifier], at now: Instant
  ) throws(Rejection) -> [Effect] {
    let offer = try existing(plan.offer)
    try checkUnchanged(plan, of: offer)
    try checkReserved(plan, of: offer, transfers: ids)
    let peer = plan.destination.peer
    let uses = offer.options.uses
    var running: UInt64 = 0
    for item in plan.items {
      guard !offer.items[item.index].isBusy(limit: uses) else {
        throw Rejection(
          .busy, "item \(item.index) of offer \(offer.id) is being accepted by others")
      }
      if item.needsTransfer { running += 1 }
    }
    try check(Usage(transfers: running), for: plan.destination)
    try checkRoom(for: plan)

    var effects: [Effect] = []
    var ids = ids.makeIterator()
    for item in plan.items {
      let key = offer.items[item.index].attributes.key
      if uses > 0 { offers[offer.id]?.withItem(item.index) { $0.reserve() } }
      if item.needsTransfer, let id = ids.next() {
        let transfer = Transfer(
          id: id, plan: plan, item: item, of: offer, at: now)
        effects += begin(transfer, at: now)
      } else {
        effects += copiedInline(item, key: key, of: offer, by: peer)
      }
    }
    return effects
  }

  /// Since the plan was made its files may have been looked at, or the ledger asked: what it promises must still be
  /// on offer.
  func checkUnchanged(_ plan: AcceptPlan, of offer: Offer) throws(Rejection) {
    if plan.options.operation == .move { try checkMovable(offer) }
    for item in plan.items {
      guard !offer.items[item.index].hasMovedAway else {
        throw Rejection(.noSuchItem, "item \(item.index) of offer \(offer.id) has moved away")
      }
      for part in item.parts where !offer.items[item.index].stillHas(part, offer.types) {
        throw Rejection(
          .noSuchItem,
          "\(part.type) of item \(item.index) of offer \(offer.id) is not there any more")
      }
    }
  }

  /// A copy that was in the reply whole.
  private mutating func copiedInline(
    _ item: PlannedItem, key: String?, of offer: Offer, by destination: Peer
  ) -> [Effect] {
    let bytes = item.parts.lazy.map { $0.size ?? 0 }.saturatedSum
    statistics.transfersFinished += 1
    statistics.count(moved: bytes)
    arrived(
      Arrival(
        destination: destination, offer: offer.id, item: item.index, operation: item.operation,
        bytes: bytes))
    var effects: [Effect] = []
    if let source = offer.source {
      let ended = Ended(
        item: item.index, key: key ?? "", operation: item.operation, failure: nil, bytes: bytes)
      effects.append(.ended(transfer: nil, offer: offer.id, source, ended))
    }
    return effects + use(item.index, of: offer.id, taken: true)
  }

  private mutating func begin(_ transfer: Transfer, at now: Instant) -> [Effect] {
    let id = transfer.id
    transfers[id] = transfer
    charges.add(Usage(transfers: 1), to: transfer.destination.account)
    charge(transfer.destination.peer) { connection in
      connection.usage.transfers += 1
      connection.receiving.insert(id)
      connection.lastProgress = now.awake
    }
    if let source = transfer.source {
      charge(source.peer) { $0.providing.insert(id) }
    }
    var effects: [Effect] = []
    for (index, part) in transfer.parts.enumerated() {
      switch part.route {
      case .inline, .immediate: break
      case .snapshot, .feed: effects.append(start(PartID(id, index), part))
      case .collect, .relay:
        // The source has its way to go while a worker wakes up.
        if let source = transfer.source {
          effects.append(
            .provide(
              PartID(id, index), source, offer: transfer.offer, item: transfer.item,
              type: part.type))
        }
        effects.append(start(PartID(id, index), part))
      }
    }
    guard !transfer.isOver else { return effects + conclude(id, at: now) }
    remind(transfer: id)
    return effects
  }

  /// Counts an accepted item, or gives its use back.
  mutating func use(_ item: Int, of id: Identifier, taken: Bool) -> [Effect] {
    guard let uses = offers[id]?.options.uses, uses > 0 else { return [] }
    guard taken else {
      offers[id]?.withItem(item) { $0.giveBack() }
      return []
    }
    offers[id]?.withItem(item) { $0.take() }
    guard let offer = offers[id] else { return [] }
    let written = recorded(.used(id, item: item, taken: offer.items[item].use.taken))
    guard offer.items[item].isUsedUp(limit: uses) else { return written }
    return written + emptied(item, of: id)
  }

  /// Nobody will get this item of an offer any more: what was held of it goes, with the last one the
  /// offer.
  mutating func emptied(_ item: Int, of id: Identifier) -> [Effect] {
    guard let offer = offers[id] else { return [] }
    if offer.isUsedUp { return end(id, reason: .used) }
    let gone = offers[id]?.empty(item) ?? []
    strikeOut(id, since: offer.types)
    let bytes = gone.reduce(0) { $0 + $1.charge }
    giveBack(Usage(heldBytes: bytes), of: offer)
    let changed: [Effect] = offer.isListed && !gone.isEmpty ? [.offerChanged(id)] : []
    return gone.map { .dispose($0) } + changed
  }
}
