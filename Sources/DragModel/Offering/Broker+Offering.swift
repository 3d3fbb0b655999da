// Offers: their start, their additions and their end.

extension Broker {
  mutating func offer(
    _ id: Identifier, owner: Party, items: PreparedItems, options: OfferOptions,
    at now: Instant
  ) throws(Rejection) -> [Effect] {
    _ = try claim(options, by: owner.peer)
    try checkKeys(items, options)
    let offered = try OfferedItems(items, limits: limits)
    if let replaced = options.replaces {
      guard let old = offers[replaced], old.hasSource, old.owner.peer == owner.peer else {
        throw Rejection(
          .noSuchOffer, "“replaces” names \(replaced), which is not an offer of this connection")
      }
    }
    var charge = Offer.charge(for: options, of: owner)
    charge += offered.charge(in: options)
    // The replaced offer makes room for this one.
    var connection = usage(of: owner.peer)
    var rest = charges.total
    let account = owner.account
    var application = charges.usage(of: account)
    if let replaced = options.replaces.flatMap({ offers[$0] }) {
      connection -= replaced.charge
      rest -= replaced.charge
      if replaced.owner.account == account { application -= replaced.charge }
    }
    try limits.check(charge, on: connection, account: application, total: rest)

    let offer = Offer(
      id: id, owner: owner, options: options, items: offered, charge: charge, at: now)
    offers[id] = offer
    connections[owner.peer, default: Connection()].usage += charge
    connections[owner.peer, default: Connection()].offers.insert(id)
    charges.add(charge, to: account)
    if let cookie = offer.moveCookie { moves.offers[cookie, default: []].insert(id) }
    setTimer(offer: id)
    // The state file records this offer before it records the end of the replaced one.
    var effects = recorded(.published(id))
    if let replaced = options.replaces { effects += endOffer(replaced, reason: .replaced) }
    return effects + list(id)
  }

  mutating func addItems(
    to id: Identifier, caller: Party, items: PreparedItems, more: Bool, at now: Instant
  ) throws(Rejection) -> [Effect] {
    let offer = try existing(id)
    guard offer.hasSource, offer.owner.peer == caller.peer else {
      throw Rejection(
        .accessDenied,
        "offer \(id) belongs to \(offer.owner.peer.name): only its owner adds items")
    }
    _ = try claim(offer.options, by: caller.peer)
    try checkKeys(items, offer.options)
    try checkUnique(items, in: offer)
    let added = try OfferedItems(items, after: offer.types, limits: limits)
    guard more || !offer.items.isEmpty || !added.items.isEmpty else {
      throw Rejection(.invalidArguments, "offer \(id) would be complete without an item")
    }
    let charge = added.charge(in: offer.options, after: offer.types)
    try check(charge, for: offer.owner)
    var changed = offer
    try changed.add(added, charge: charge, isLast: !more)
    offers[id] = changed
    connections[caller.peer, default: Connection()].usage += charge
    charges.add(charge, to: offer.owner.account)
    return recorded(.grown(id, from: offer.items.count, isComplete: !more))
      + (more ? [] : list(id))
  }

  /// Refuses keys of items that were added while the caller's items were read and stored.
  private func checkUnique(_ items: PreparedItems, in offer: Offer) throws(Rejection) {
    guard offer.options.operations.contains(.move) else { return }
    let known = Set(offer.items.compactMap(\.attributes.key))
    for (index, key) in items.keys.enumerated() {
      guard let key, known.contains(key) else { continue }
      throw Rejection(
        .invalidArguments,
        "item \(index): key “\(key)” is another item's too: where “move” is allowed each item needs "
          + "its own")
    }
  }

  /// Whether the offer has outlived its source: then a caller that withdraws it has to be identified.
  package func lingers(_ id: Identifier) -> Bool {
    offers[id].map { !$0.hasSource } ?? false
  }

  mutating func withdraw(_ id: Identifier, caller: Party) throws(Rejection) -> [Effect] {
    let offer = try existing(id)
    guard offer.hasSource else {
      // The owner is gone: the offer belongs to the user, and a sandboxed program may not end it.
      guard !caller.isSandboxed else {
        throw Rejection(
          .accessDenied,
          "offer \(id) has outlived its source: only a program outside a sandbox withdraws it")
      }
      return endOffer(id, reason: .withdrawn)
    }
    guard offer.owner.peer == caller.peer else {
      throw Rejection(
        .accessDenied,
        "offer \(id) belongs to \(offer.owner.peer.name): only its owner withdraws it")
    }
    return endOffer(id, reason: .withdrawn)
  }

  /// Ends an offer. Running transfers go on.
  mutating func endOffer(_ id: Identifier, reason: ReleaseReason?) -> [Effect] {
    var effects = unlist(id) + recorded(.ended(id))
    guard let offer = offers.removeValue(forKey: id) else { return effects }
    if !offer.options.isSecret { effects.append(.offerEnded(id, reason)) }
    if let reason, let source = offer.source {
      effects.append(.released(offer: id, source, reason))
    }
    effects += offer.heldContents.map { .dispose($0) }
    refund(offer.charge, of: offer, hasEnded: true)
    if let cookie = offer.moveCookie {
      moves.offers[cookie]?.remove(id)
      if moves.offers[cookie]?.isEmpty == true { moves.offers[cookie] = nil }
    }
    if offer.hasSource { changeConnection(of: offer.owner.peer) { $0.offers.remove(id) } }
    return effects
  }

  /// Refunds what is charged for an offer, or a part of it.
  mutating func refund(_ charge: Usage, of offer: Offer, hasEnded: Bool = false) {
    let account = offer.owner.account
    charges.remove(charge, from: account)
    if offer.hasSource {
      changeConnection(of: offer.owner.peer) { $0.usage -= charge }
    } else {
      charges.removeLingering(hasEnded ? offer.id : nil, charge, of: account)
    }
  }

  /// Refuses a charge that exceeds the quota of a party.
  func check(_ charge: Usage, for party: Party) throws(Rejection) {
    try limits.check(
      charge, on: usage(of: party.peer), account: charges.usage(of: party.account),
      total: charges.total)
  }

  /// Changes what a connection has, and removes the connection when it has nothing left.
  mutating func changeConnection(of peer: Peer, _ change: (inout Connection) -> Void) {
    // In place: a copy of the connection would share its sets with the table, and each change would copy a set.
    change(&connections[peer, default: Connection()])
    if let shortfall = connections[peer]?.usage.removeShortfall() {
      accountingMistake = accountingMistake ?? shortfall
    }
    if connections[peer]?.isEmpty == true { connections[peer] = nil }
  }

  /// The usage that is charged to a connection.
  func usage(of peer: Peer) -> Usage {
    connections[peer]?.usage ?? Usage()
  }

  func existing(_ id: Identifier) throws(Rejection) -> Offer {
    guard let offer = offers[id] else {
      throw Rejection(.noSuchOffer, "there is no offer \(id); it may have ended")
    }
    return offer
  }
}
