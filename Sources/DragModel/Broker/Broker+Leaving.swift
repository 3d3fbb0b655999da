// A connection leaves the bus.

extension Broker {
  /// The connection has left and makes no more calls. `continueDeparture` ends what it had, step by step.
  mutating func peerLeft(_ peer: Peer, unread: Set<Identifier>) -> [Effect] {
    guard let connection = connections[peer], !departures.contains(peer) else { return [] }
    var steps: [Departures.Step] = []
    for id in connection.receiving.inOrder {
      steps.append(.destination(id, hasUnreadStream: unread.contains(id)))
    }
    departures.add(peer, steps + stepsOfOwner(connection))
    return []
  }

  /// Whether a connection that has left still has something.
  package var hasDepartures: Bool { !departures.isEmpty }

  /// Ends one more thing of a connection that has left. The connections take turns.
  mutating func continueDeparture(at now: Instant) -> [Effect] {
    guard let (peer, step) = departures.next() else { return [] }
    guard let step else { return endDeparture(of: peer) }
    return perform(step, of: peer, at: now)
  }

  private func stepsOfOwner(_ connection: Connection) -> [Departures.Step] {
    var steps: [Departures.Step] = connection.providing.inOrder
      .filter { transfers[$0]?.source != nil }.map { .source($0) }
    steps += oldestFirst(connection.offers).map { .offer($0) }
    steps += connection.cookies.sorted().map { .cookie($0) }
    steps += connection.targets.inOrder.map { .target($0) }
    steps += connection.answering.sorted().map { .answer($0) }
    steps += connection.dropRequests.sorted().map { .drop($0) }
    return steps
  }

  private mutating func perform(
    _ step: Departures.Step, of peer: Peer, at now: Instant
  ) -> [Effect] {
    switch step {
    case .destination(let id, let hasUnreadStream):
      return self.step(id, at: now) { $0.destinationLeft(hasUnreadStream: hasUnreadStream) }
    case .source(let id):
      changeConnection(of: peer) { $0.providing.remove(id) }
      return self.step(id, at: now) { $0.sourceLeft() }
    case .offer(let id):
      return departOffer(id, at: now)
    case .cookie(let cookie):
      changeConnection(of: peer) { $0.cookies.remove(cookie) }
      return unclaim(cookie, of: peer)
    case .target(let id):
      return removeTarget(id, why: Self.ownerLeft)
    case .answer(let call):
      return ownerLeft(call)
    case .drop(let call):
      return dropperLeft(call, peer)
    }
  }

  private mutating func endDeparture(of peer: Peer) -> [Effect] {
    guard let connection = connections[peer] else { return [] }
    // A call of another connection may have begun something with this one meanwhile.
    let steps = stepsOfOwner(connection)
    guard steps.isEmpty else {
      departures.add(peer, steps)
      return []
    }
    // A move that is being committed goes on without its destination, which is charged for it until the end.
    var rest = Connection()
    rest.receiving = connection.receiving
    rest.usage[.transfers] = UInt64(rest.receiving.count)
    rest.usage[.heldBytes] = rest.receiving.reduce(0) { $0 + (transfers[$1]?.room ?? 0) }
    connections[peer] = rest.isEmpty ? nil : rest
    return []
  }

  // MARK: What others ask for meanwhile

  /// Whether the offer's source has left and the offer has neither ended nor begun to linger. A caller that names it
  /// gets `departOffer` first.
  package func isLeaving(offer id: Identifier) -> Bool {
    guard hasDepartures, let offer = offers[id], offer.hasSource else { return false }
    return departures.contains(offer.owner.peer)
  }

  /// The same for a target and `departTarget`.
  package func isLeaving(target id: Identifier) -> Bool {
    guard hasDepartures, let target = targets[id] else { return false }
    return departures.contains(target.owner.peer)
  }

  mutating func departOffer(_ id: Identifier, at now: Instant) -> [Effect] {
    guard isLeaving(offer: id), let offer = offers[id] else { return [] }
    let effects = lingerOrEndOffer(id, at: now)
    guard offers[id] != nil else { return effects }
    // What lingers is no longer charged to the connection.
    changeConnection(of: offer.owner.peer) { connection in
      connection.usage -= offer.charge
      connection.offers.remove(id)
    }
    return effects
  }

  mutating func departTarget(_ id: Identifier) -> [Effect] {
    isLeaving(target: id) ? removeTarget(id, why: Self.ownerLeft) : []
  }

  private static let ownerLeft = "its owner left the bus"

  // MARK: The broker leaves

  /// The running transfers in the order in which they end when dragd leaves: moves first, whose outcome their
  /// destinations need to know.
  package var runningTransfers: [Identifier] {
    let running = transfers.filter { !$0.value.isOver }
    let isCopy = { (id: Identifier) in running[id]?.operation == .move ? 0 : 1 }
    return running.keys.sorted { (isCopy($0), $0) < (isCopy($1), $1) }
  }

  /// Ends a transfer because dragd is about to leave.
  mutating func stopTransfer(_ id: Identifier, at now: Instant) -> [Effect] {
    step(id, at: now) { $0.stop() }
  }

  /// Ends every transfer and drop, so that each waiting call is answered before dragd leaves.
  mutating func stop(at now: Instant) -> [Effect] {
    var effects: [Effect] = []
    for id in runningTransfers { effects += stopTransfer(id, at: now) }
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
