// A planned Accept becomes transfers.

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
    try check(Usage(.transfers, running), for: plan.destination)
    try checkRoom(for: plan)

    var effects: [Effect] = []
    var ids = ids.makeIterator()
    for item in plan.items {
      let key = offer.items[item.index].attributes.key
      if uses > 0 { offers[offer.id]?.withItem(item.index) { $0.reserveUse() } }
      if item.needsTransfer, let id = ids.next() {
        let transfer = Transfer(
          id: id, plan: plan, item: item, of: offer, at: now)
        effects += startTransfer(transfer, at: now)
      } else {
        effects += recordInlineCopy(item, key: key, of: offer, by: peer)
      }
    }
    return effects
  }

  /// Refuses a plan whose content is no longer on offer: since planning a worker may have checked its files, or the
  /// ledger have recorded its reservation.
  func checkUnchanged(_ plan: AcceptPlan, of offer: Offer) throws(Rejection) {
    if plan.options.operation == .move { try checkMovable(offer) }
    for item in plan.items {
      guard !offer.items[item.index].hasMovedAway else {
        throw Rejection(.noSuchItem, "item \(item.index) of offer \(offer.id) has moved away")
      }
      for part in item.parts where !offer.items[item.index].stillHas(part, offer.types) {
        throw Rejection(
          .noSuchItem,
          "\(part.type) of item \(item.index) of offer \(offer.id) is no longer on offer")
      }
    }
  }

  /// Records a copy whose bytes are all in the reply.
  private mutating func recordInlineCopy(
    _ item: PlannedItem, key: String?, of offer: Offer, by destination: Peer
  ) -> [Effect] {
    let bytes = item.parts.lazy.map { $0.size ?? 0 }.saturatedSum
    statistics.transfersFinished += 1
    statistics.count(transferred: bytes)
    countForDrop(
      FinishedItem(
        destination: destination, offer: offer.id, item: item.index, operation: item.operation,
        bytes: bytes))
    var effects: [Effect] = []
    if let source = offer.source {
      let ended = Ended(
        item: item.index, key: key ?? "", operation: item.operation, failure: nil, bytes: bytes)
      effects.append(.ended(transfer: nil, offer: offer.id, source, ended))
    }
    return effects + recordUse(of: item.index, in: offer.id, succeeded: true)
  }

  private mutating func startTransfer(_ transfer: Transfer, at now: Instant) -> [Effect] {
    let id = transfer.id
    transfers[id] = transfer
    charges.add(Usage(.transfers, 1), to: transfer.destination.account)
    changeConnection(of: transfer.destination.peer) { connection in
      connection.usage[.transfers] += 1
      connection.receiving.insert(id)
      connection.lastProgress = now.monotonic
    }
    if let source = transfer.source {
      changeConnection(of: source.peer) { $0.providing.insert(id) }
    }
    var effects: [Effect] = []
    for (index, part) in transfer.parts.enumerated() {
      switch part.route {
      case .inline, .immediate: break
      case .snapshot, .pipe: effects.append(start(PartID(id, index), part))
      case .collect, .relay:
        // Provide comes first: the source works while a worker thread wakes up.
        if let source = transfer.source {
          effects.append(
            .provide(
              PartID(id, index), source, offer: transfer.offer, item: transfer.item,
              type: part.type))
        }
        effects.append(start(PartID(id, index), part))
      }
    }
    guard !transfer.isOver else { return effects + recordEnd(of: id, at: now) }
    setTimer(transfer: id)
    return effects
  }

  /// Counts the use of an item that was accepted, or releases it after a failure.
  mutating func recordUse(
    of item: Int, in id: Identifier, succeeded: Bool
  ) -> [Effect] {
    guard let uses = offers[id]?.options.uses, uses > 0 else { return [] }
    guard succeeded else {
      offers[id]?.withItem(item) { $0.releaseUse() }
      return []
    }
    offers[id]?.withItem(item) { $0.recordUse() }
    guard let offer = offers[id] else { return [] }
    let change = recorded(.used(id, item: item, count: offer.items[item].use.count))
    guard offer.items[item].isUsedUp(limit: uses) else { return change }
    return change + removeContent(of: item, in: id)
  }

  /// Removes the content of an item that no Accept can get any longer. An offer ends with its last item.
  mutating func removeContent(of item: Int, in id: Identifier) -> [Effect] {
    guard let offer = offers[id] else { return [] }
    if offer.isUsedUp { return endOffer(id, reason: .used) }
    let gone = offers[id]?.empty(item) ?? []
    updateIndex(of: id, since: offer.types)
    let bytes = gone.reduce(0) { $0 + $1.charge }
    refund(Usage(.heldBytes, bytes), of: offer)
    let changed: [Effect] = offer.isListed && !gone.isEmpty ? [.offerChanged(id)] : []
    return gone.map { .dispose($0) } + changed
  }
}
