// Offers of an earlier broker on the same bus.

extension Broker {
  /// Restores the offers that an earlier broker recorded. An offer whose owner is `present` on the bus is open again;
  /// any other lingers, from the recorded moment when its source left, else from now on. Offers that have expired
  /// end. No quota refuses a restored offer: an earlier broker has admitted it.
  ///
  /// - Parameter records: in the order in which they were listed, the newest last.
  /// - Parameter isCommitted: whether the item was moved away; then it comes back empty.
  package mutating func restore(
    _ records: [OfferRecord<OfferedContent>], present: Set<Peer>,
    isCommitted: (MoveKey) -> Bool, at now: Instant
  ) -> [Effect] {
    var effects: [Effect] = []
    for record in records where offers[record.id] == nil {
      effects += restore(record, present: present, isCommitted: isCommitted, at: now)
    }
    return effects
  }

  private mutating func restore(
    _ record: OfferRecord<OfferedContent>, present: Set<Peer>,
    isCommitted: (MoveKey) -> Bool, at now: Instant
  ) -> [Effect] {
    var offer = Offer(record)
    var gone = offer.removeContentOfSource()
    for index in offer.items.indices {
      if let key = offer.moveKey(index), isCommitted(key) {
        offer.withItem(index) { $0.markMoved() }
      }
      if offer.items[index].isGone(limit: offer.options.uses) { gone += offer.empty(index) }
    }
    let id = offer.id
    offers[id] = offer
    charges.add(offer.charge, to: offer.owner.account)
    if let cookie = offer.moveCookie { moves.offers[cookie, default: []].insert(id) }
    if !offer.hasSource { charges.addLingering(id, offer.charge, of: offer.owner.account) }
    if offer.hasSource {
      connections[offer.owner.peer, default: Connection()].usage += offer.charge
      connections[offer.owner.peer, default: Connection()].offers.insert(id)
    }
    var effects = list(id) + gone.map { .dispose($0) }
    if let deadline = offer.deadline, deadline <= now.boottime {
      return effects + endOffer(id, reason: .expired)
    }
    setTimer(offer: id)
    if offer.hasSource, !present.contains(offer.owner.peer) {
      effects += lingerOrEndOffer(id, at: now)
      // The bus never reuses the name of a connection.
      connections[offer.owner.peer] = nil
    } else if offer.isUsedUp {
      effects += endOffer(id, reason: .used)
    }
    return effects
  }
}
