extension LedgerState {
  /// The shortest list of lines with this state, without the claims and reservations of brokers that have ended.
  package func entries(isAlive: (UInt64) -> Bool) -> [LedgerEntry] {
    var known: [UInt64: Bool] = [:]
    func isRunning(_ broker: UInt64) -> Bool {
      if let answer = known[broker] { return answer }
      let answer = isAlive(broker)
      known[broker] = answer
      return answer
    }
    var entries: [LedgerEntry] = []
    for move in committed.values.sorted(by: { $0.number < $1.number }) {
      entries.append(.committed(move.record, isListed: move.isListed))
      if move.isDeleted { entries.append(.deleted(move.record.transfer)) }
      if move.isAcknowledged { entries.append(.acknowledged(move.record.transfer)) }
    }
    for (_, move) in reserved.sorted(by: { $0.key < $1.key }) where isRunning(move.broker) {
      entries.append(.reserved(move.record, broker: move.broker))
    }
    for (cookie, claim) in claims.sorted(by: { $0.key < $1.key }) where isRunning(claim.broker) {
      entries.append(.claimed(cookie: cookie, broker: claim.broker, claim: claim.claim))
    }
    return entries
  }

  /// The recorded committed moves of these cookies, in the order of their commits, deleted or not: a broker that
  /// starts again must not offer their items.
  package func committedMoves(of cookies: Set<String>) -> [MoveRecord] {
    committedMoves(cookies).map(\.record)
  }

  /// The oldest moves of this cookie whose item the source has not deleted, in the order of the commits.
  func unacknowledgedMoves(of cookie: String) -> LedgerAnswer {
    guard let queue = moves[cookie]?.undeleted else { return .moves([], areAll: true) }
    let oldest = queue.oldest(Self.listed).compactMap { committed[$0]?.record }.map {
      UnacknowledgedMove(transfer: $0.transfer, key: $0.key)
    }
    return .moves(oldest, areAll: oldest.count == queue.count)
  }

  /// The most moves that one answer lists.
  package static let listed = 1_000

  /// Moves that a side has not acknowledged, in the order of the commits: first those that wait for their source,
  /// which the user can settle.
  var openMoves: [OpenMove] {
    committed.values.filter { !$0.isDeleted || !$0.isAcknowledged }
      .sorted { ($0.isDeleted ? 1 : 0, $0.number) < ($1.isDeleted ? 1 : 0, $1.number) }
      .prefix(Self.listed).map { move in
        OpenMove(
          id: move.record.openID, key: move.record.key, source: move.record.source,
          destination: move.record.destination, accepted: move.record.accepted,
          isDeleted: move.isDeleted, isAcknowledged: move.isAcknowledged)
      }
  }

  private func committedMoves(_ cookies: Set<String>) -> [Committed] {
    cookies.flatMap { moves[$0]?.committed ?? [] }.compactMap { committed[$0] }
      .sorted { $0.number < $1.number }
  }
}

extension LedgerState: Hashable {
  /// Equal when the same lines lead to both: the order of commits counts, their numbers do not.
  package static func == (a: LedgerState, b: LedgerState) -> Bool {
    a.limit == b.limit && a.claims == b.claims && a.reserved == b.reserved
      && a.reservations == b.reservations && a.committed.count == b.committed.count
      && a.entries { _ in true } == b.entries { _ in true }
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(claims)
    hasher.combine(reserved)
    hasher.combine(committed.mapValues { [$0.isListed, $0.isDeleted, $0.isAcknowledged] })
  }
}
