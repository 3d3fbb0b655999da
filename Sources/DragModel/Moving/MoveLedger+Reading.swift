extension MoveLedger {
  /// The lines that come to this ledger without what ended brokers have left: their claims, and the moves
  /// that they can commit no more.
  package func entries(isAlive: (UInt64) -> Bool) -> [LedgerEntry] {
    var lives: [UInt64: Bool] = [:]
    func isLiving(_ broker: UInt64) -> Bool {
      if let known = lives[broker] { return known }
      let answer = isAlive(broker)
      lives[broker] = answer
      return answer
    }
    var entries: [LedgerEntry] = []
    for move in committed.values.sorted(by: { $0.place < $1.place }) {
      entries.append(.committed(move.record, isListed: move.isListed))
      if move.isDeleted { entries.append(.deleted(move.record.transfer)) }
      if move.isSettled { entries.append(.settled(move.record.transfer)) }
    }
    for (_, move) in begun.sorted(by: { $0.key < $1.key }) where isLiving(move.broker) {
      entries.append(.begun(move.record, broker: move.broker))
    }
    for (cookie, claim) in claims.sorted(by: { $0.key < $1.key }) where isLiving(claim.broker) {
      entries.append(.claimed(cookie: cookie, broker: claim.broker, claim: claim.claim))
    }
    return entries
  }

  /// Committed moves of these cookies that are not forgotten, in the order of their commits, deleted or not:
  /// what a broker that starts again must not put on offer.
  package func committedMoves(of cookies: Set<String>) -> [MoveRecord] {
    committedMoves(cookies).map(\.record)
  }

  /// What the source of this cookie has not said to have deleted, in the order of the commits; the oldest.
  func unacknowledgedMoves(of cookie: String) -> LedgerAnswer {
    guard rules.contains(.listByCookie), let queue = moves[cookie]?.undeleted else {
      return .moves([], areAll: true)
    }
    let oldest = queue.oldest(Self.listed).compactMap { committed[$0]?.record }.map {
      UnacknowledgedMove(transfer: $0.transfer, key: $0.key)
    }
    return .moves(oldest, areAll: oldest.count == queue.count)
  }

  /// Moves that one answer lists at most.
  package static let listed = 1_000

  /// What one of the two sides has not acknowledged: first what waits for its source, which the user can settle; in the
  /// order of the commits.
  var openMoves: [OpenMove] {
    committed.values.filter { !$0.isDeleted || !$0.isSettled }
      .sorted { ($0.isDeleted ? 1 : 0, $0.place) < ($1.isDeleted ? 1 : 0, $1.place) }
      .prefix(Self.listed).map { move in
        OpenMove(
          transfer: move.record.transfer, key: move.record.key, source: move.record.source,
          destination: move.record.destination, accepted: move.record.accepted,
          isDeleted: move.isDeleted, isSettled: move.isSettled)
      }
  }

  private func committedMoves(_ cookies: Set<String>) -> [Committed] {
    cookies.flatMap { moves[$0]?.committed ?? [] }.compactMap { committed[$0] }
      .sorted { $0.place < $1.place }
  }
}

extension MoveLedger: Hashable {
  /// Equal when the same lines come to both; how commits were numbered does not matter, only their order.
  package static func == (a: MoveLedger, b: MoveLedger) -> Bool {
    a.limit == b.limit && a.claims == b.claims && a.begun == b.begun
      && a.reservations == b.reservations && a.committed.count == b.committed.count
      && a.entries { _ in true } == b.entries { _ in true }
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(claims)
    hasher.combine(begun)
    hasher.combine(committed.mapValues { [$0.isListed, $0.isDeleted, $0.isSettled] })
  }
}
