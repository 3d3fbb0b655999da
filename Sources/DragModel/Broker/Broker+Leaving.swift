// A connection leaves the bus.

extension Broker {
  mutating func peerLeft(
    _ peer: Peer, unread: Set<Identifier>, at now: Instant
  ) -> [Effect] {
    guard let connection = connections[peer] else { return [] }
    var effects: [Effect] = []
    for id in connection.receiving.inOrder {
      effects += step(id, at: now) { transfer in
        transfer.destinationLeft(hasUnreadStream: unread.contains(id))
      }
    }
    for id in connection.providing.inOrder {
      effects += step(id, at: now) { $0.sourceLeft() }
    }
    for id in oldestFirst(connection.offers) {
      effects += lingerOrEndOffer(id, at: now)
    }
    for cookie in connection.cookies.sorted() {
      effects += unclaim(cookie, of: peer)
    }
    effects += targetsLeft(of: peer)
    // A move that is being committed goes on without its destination, which is charged for it until the end.
    var rest = Connection()
    rest.receiving = connections[peer]?.receiving ?? []
    rest.usage[.transfers] = UInt64(rest.receiving.count)
    rest.usage[.heldBytes] = rest.receiving.reduce(0) { $0 + (transfers[$1]?.room ?? 0) }
    connections[peer] = rest.isEmpty ? nil : rest
    return effects
  }

  /// Ends every transfer and drop, so that each waiting call is answered before dragd leaves.
  mutating func stop(at now: Instant) -> [Effect] {
    var effects: [Effect] = []
    for id in transfers.keys.sorted() {
      effects += step(id, at: now) { $0.stop() }
    }
    return effects + refuseDrops()
  }

  /// The source of an offer has left. Held content may stay, charged to the application and the user but no longer to
  /// the connection. The offers that an application leaves may together take no more than one connection may have, and
  /// those of all applications no more than three quarters of what the user has; beyond that the oldest end.
  mutating func lingerOrEndOffer(_ id: Identifier, at now: Instant) -> [Effect] {
    let held = offers[id]?.charge[.heldBytes] ?? 0
    let types = offers[id]?.types ?? OfferedTypes()
    guard let gone = offers[id]?.linger(at: now) else { return endOffer(id, reason: nil) }
    updateIndex(of: id, since: types)
    if let offer = offers[id] {
      let account = offer.owner.account
      charges.remove(Usage(.heldBytes, held - offer.charge[.heldBytes]), from: account)
      charges.addLingering(id, offer.charge, of: account)
    }
    setTimer(offer: id)
    let announced: [Effect] = offers[id]?.isListed == true ? [.offerChanged(id)] : []
    let change = offers[id].map {
      recorded(.left(id, expires: $0.expires, deadline: $0.deadline ?? .max))
    }
    return announced + (change ?? []) + gone.map { .dispose($0) } + endExcess(of: id)
  }
}

extension Broker {
  private func oldestFirst(_ offers: Set<Identifier>) -> [Identifier] {
    let ages = offers.map { (self.offers[$0]?.created ?? 0, $0) }
    return ages.sorted { $0 < $1 }.map(\.1)
  }

  private mutating func endExcess(of id: Identifier) -> [Effect] {
    guard let account = offers[id]?.owner.account else { return [] }
    var effects: [Effect] = []
    while let oldest = charges.oldestExcess(of: account, within: limits) {
      effects += endOffer(oldest, reason: .expired)
    }
    return effects
  }
}

extension Set<Identifier> {
  /// A fixed order, so that the same events always have the same effects.
  var inOrder: [Identifier] { sorted() }
}
