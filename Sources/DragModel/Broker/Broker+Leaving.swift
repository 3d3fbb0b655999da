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
      effects += sourceLeft(id, at: now)
    }
    for cookie in connection.cookies.sorted() {
      effects += unclaim(cookie, of: peer)
    }
    effects += targetsLeft(of: peer)
    // What is being committed goes on without its destination, and is charged until its end.
    var rest = Connection()
    rest.receiving = connections[peer]?.receiving ?? []
    rest.usage.transfers = UInt64(rest.receiving.count)
    rest.usage.heldBytes = rest.receiving.reduce(0) { $0 + (transfers[$1]?.room ?? 0) }
    connections[peer] = rest.isEmpty ? nil : rest
    return effects
  }

  /// Nobody is left waiting when the broker leaves.
  mutating func stopping(at now: Instant) -> [Effect] {
    var effects: [Effect] = []
    for id in transfers.keys.sorted() {
      effects += step(id, at: now) { $0.stopping() }
    }
    return effects + dropsStopping()
  }

  /// Held content may stay on, no longer charged to the connection but still to its application and the user. What an
  /// application leaves so is no more than a connection may have: the oldest offers end first.
  mutating func sourceLeft(_ id: Identifier, at now: Instant) -> [Effect] {
    let held = offers[id]?.charge.heldBytes ?? 0
    let types = offers[id]?.types ?? OfferedTypes()
    guard let gone = offers[id]?.sourceLeft(at: now) else { return end(id, reason: nil) }
    strikeOut(id, since: types)
    if let offer = offers[id] {
      let account = offer.owner.account
      charges.remove(Usage(heldBytes: held - offer.charge.heldBytes), from: account)
      charges.leave(id, offer.charge, of: account)
    }
    remind(offer: id)
    let announced: [Effect] = offers[id]?.isListed == true ? [.offerChanged(id)] : []
    let written = offers[id].map {
      recorded(.left(id, expires: $0.expires, deadline: $0.deadline ?? .max))
    }
    return announced + (written ?? []) + gone.map { .dispose($0) } + endExcess(of: id)
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
    while let oldest = charges.excess(of: account, within: limits) {
      effects += end(oldest, reason: .expired)
    }
    return effects
  }
}

extension Set<Identifier> {
  /// A fixed order, so that the same events always have the same effects.
  var inOrder: [Identifier] { sorted() }
}
