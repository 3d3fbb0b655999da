/// The entries that a request appends, and its answer.
package struct LedgerDecision: Hashable, Sendable {
  /// Applied once they are recorded; until then nothing has changed.
  package var entries: [LedgerEntry]
  /// Whether the answer waits until the entries are on the disk.
  package var isDurable: Bool
  /// `done` for a request that is not answered.
  package var answer: LedgerAnswer

  package init(
    _ entries: [LedgerEntry] = [], isDurable: Bool = false, answer: LedgerAnswer = .done
  ) {
    self.entries = entries
    self.isDurable = isDurable
    self.answer = answer
  }

  static func refused(_ code: ErrorCode, _ message: String) -> LedgerDecision {
    LedgerDecision(answer: .refused(Rejection(code, message)))
  }
}

extension LedgerState {
  package typealias Decision = LedgerDecision

  /// Decides a request of `broker`; changes nothing.
  package func decide(_ request: LedgerRequest, at broker: UInt64) -> Decision {
    switch request {
    case .claim(_, let cookie, let claim):
      return self.claim(cookie, as: BrokerClaim(broker: broker, claim: claim))
    case .unclaim(let cookie, let claim):
      return unclaim(cookie, as: BrokerClaim(broker: broker, claim: claim))
    case .reserve(_, let records, let claim):
      return reserve(records, under: BrokerClaim(broker: broker, claim: claim))
    case .abandon(let transfers):
      return Decision(transfers.filter { reserved[$0] != nil }.map { .abandoned($0) })
    case .commit(let record, let isListed):
      return commit(record, isListed: isListed, at: broker)
    case .unlist(let transfers):
      return Decision(
        transfers.filter { committed[$0]?.isListed == true }.map { .unlisted($0) })
    case .acknowledgeMove(_, let transfer, let cookie):
      return acknowledgeMove(transfer, cookie: cookie)
    case .acknowledgeOutcome(_, let transfer):
      return acknowledgeOutcome(transfer)
    case .outcome(_, let transfer):
      return outcome(transfer)
    case .openMoves:
      return Decision(answer: .open(openMoves))
    case .settleMove(_, let move):
      return settleMove(move)
    }
  }

  // MARK: Claims

  private func claim(_ cookie: String, as claim: BrokerClaim) -> Decision {
    var entries = reservedElsewhere(cookie, than: claim.broker).map { LedgerEntry.abandoned($0) }
    if claims[cookie] != claim {
      entries.append(.claimed(cookie: cookie, broker: claim.broker, claim: claim.claim))
    }
    return Decision(entries, answer: unacknowledgedMoves(of: cookie))
  }

  /// The moves that a new claim ends. The broker itself has already ended those of other connections at this broker;
  /// those of the connection that claims again go on.
  private func reservedElsewhere(_ cookie: String, than broker: UInt64) -> [Identifier] {
    (moves[cookie]?.reserved ?? []).filter { transfer in
      reserved[transfer].map { $0.broker != broker } ?? false
    }.sorted()
  }

  private func unclaim(_ cookie: String, as claim: BrokerClaim) -> Decision {
    guard claims[cookie] == claim else { return Decision() }
    return Decision([.unclaimed(cookie: cookie, broker: claim.broker, claim: claim.claim)])
  }

  // MARK: Reserving

  private func reserve(_ records: [MoveRecord], under claim: BrokerClaim) -> Decision {
    if let refusal = refusalOfClaim(records, under: claim) ?? refusalOfItem(records) {
      return refusal
    }
    if let obstacle = shares.obstacle(to: records) { return .refused(.storageFull, obstacle) }
    return Decision(records.map { .reserved($0, broker: claim.broker) })
  }

  /// Refuses moves from a connection that no longer holds the cookie.
  private func refusalOfClaim(_ records: [MoveRecord], under claim: BrokerClaim) -> Decision? {
    guard records.contains(where: { claims[$0.cookie] != claim }) else { return nil }
    return .refused(
      .busy,
      "the source no longer holds its cookie: another connection has taken it over, and offers "
        + "the items itself")
  }

  /// Refuses a second move of an item.
  private func refusalOfItem(_ records: [MoveRecord]) -> Decision? {
    var wanted: [MoveKey: Identifier] = [:]
    for record in records {
      let item = record.moveKey
      if let other = wanted.updateValue(record.transfer, forKey: item) ?? reservations[item] {
        let state = committed[other] == nil ? "is being moved" : "has been moved"
        return .refused(
          .busy, "the item with the key “\(record.key)” \(state) by another transfer")
      }
    }
    return nil
  }

  // MARK: Committing

  private func commit(_ record: MoveRecord, isListed: Bool, at broker: UInt64) -> Decision {
    if committed[record.transfer] != nil { return Decision() }
    // The reservation's record has the applications that the move is charged to.
    guard let move = reserved[record.transfer], move.broker == broker else {
      return .refused(
        .sourceFailed,
        "the source's cookie was taken over, by a successor of the source or at another dragd, "
          + "and the move ended; the source keeps the item")
    }
    return Decision([.committed(move.record, isListed: isListed)], isDurable: true)
  }

  // MARK: After the commit

  private func acknowledgeMove(_ transfer: Identifier, cookie: String) -> Decision {
    guard let move = committed[transfer] else { return Decision() }
    guard move.record.cookie == cookie else {
      return .refused(
        .accessDenied, "the transfer \(transfer) moved an item of another source: wrong cookie")
    }
    return move.isDeleted ? Decision() : Decision([.deleted(transfer)], isDurable: true)
  }

  private func acknowledgeOutcome(_ transfer: Identifier) -> Decision {
    if reserved[transfer] != nil { return Decision([.abandoned(transfer)]) }
    guard let move = committed[transfer], !move.isAcknowledged else { return Decision() }
    return Decision([.acknowledged(transfer)], isDurable: true)
  }

  private func outcome(_ transfer: Identifier) -> Decision {
    if committed[transfer] != nil { return Decision(answer: .outcome(.committed)) }
    guard reserved[transfer] != nil else { return Decision(answer: .outcome(.aborted)) }
    // The move can no longer commit, so that the answer stays true.
    return Decision([.abandoned(transfer)], answer: .outcome(.aborted))
  }

  /// Acknowledges for the source only: a destination that comes back still learns that the item is its own.
  private func settleMove(_ id: Identifier) -> Decision {
    guard let move = committed.values.first(where: { $0.record.openID == id }) else {
      return .refused(
        .noSuchTransfer, "no committed move \(id) is on record: OpenMoves lists those that are")
    }
    let transfer = move.record.transfer
    return Decision(
      move.isDeleted ? [] : [.deleted(transfer)], isDurable: !move.isDeleted,
      answer: .settled(transfer: transfer))
  }
}
