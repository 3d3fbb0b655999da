@testable import DragModel

/// The rules that the broker and the ledger keep (the contract's section “Moves: exactly once”). The search leaves
/// one out to show what goes wrong without it: the world then undoes the rule around the real broker and ledger,
/// which know nothing of this.
struct MoveRules: OptionSet, Hashable, Sendable {
  let rawValue: UInt32

  /// A connection offers moves only while it holds the cookie, and has deleted what was listed then.
  static let claimBeforeOffering = MoveRules(rawValue: 1 << 0)
  /// A move reserves its item in every offer that has it.
  static let reserveEverywhere = MoveRules(rawValue: 1 << 1)
  /// An item that was moved away cannot be offered again while its source may still have it.
  static let offerOnce = MoveRules(rawValue: 1 << 2)
  /// A move that was delivered and is not finished in time is cancelled.
  static let finishInTime = MoveRules(rawValue: 1 << 3)
  /// From Finish on no party cancels.
  static let noCancelAfterFinish = MoveRules(rawValue: 1 << 4)
  /// The source is asked once more before the commit.
  static let prepare = MoveRules(rawValue: 1 << 5)
  /// After the commit Finish succeeds, whatever the source answers.
  static let finishAfterCommit = MoveRules(rawValue: 1 << 6)
  /// Finish waits for the source with a limit.
  static let finishWithoutSource = MoveRules(rawValue: 1 << 7)
  /// The record of a commit stays until both sides have acknowledged it.
  static let keepUntilAcknowledged = MoveRules(rawValue: 1 << 8)
  /// The ledger lists to a source what it has to delete.
  static let listByCookie = MoveRules(rawValue: 1 << 9)
  /// From Finish until the commit is decided Outcome answers `pending`.
  static let pendingWhileDeciding = MoveRules(rawValue: 1 << 10)

  static let all = MoveRules(rawValue: 1 << 11 - 1)
}

// MARK: The broker without a rule

extension MoveWorld {
  private func breaks(_ rule: MoveRules) -> Bool { !setup.rules.contains(rule) }

  /// Gives the broker an event.
  mutating func handle(_ event: Event) throws(Rejection) -> [Effect] {
    guard setup.rules != .all else { return try broker.handle(event, at: Self.now) }
    return try handleWithoutRule(event)
  }

  private mutating func handleWithoutRule(_ event: Event) throws(Rejection) -> [Effect] {
    switch event {
    case .offer(_, let owner, _, _):
      let committed = broker.moves.committed
      if breaks(.offerOnce) { broker.moves.committed = [:] }
      defer { broker.moves.committed = committed }
      return try asIfClaimed(by: owner.peer) { broker throws(Rejection) in
        try broker.handle(event, at: Self.now)
      }
    case .reserve(_, let plan, _):
      if breaks(.reserveEverywhere) { broker.moves.reserved = [:] }
      return try asIfClaimed(by: plan.owner) { broker throws(Rejection) in
        try broker.handle(event, at: Self.now)
      }
    case .accept(let plan, let ids):
      if breaks(.reserveEverywhere), let offer = broker.offers[plan.offer] {
        for (item, id) in zip(plan.items, ids) {
          if let key = offer.moveKey(item.index) { broker.moves.reserved[key] = id }
        }
      }
      return try asIfClaimed(by: plan.owner) { broker throws(Rejection) in
        try broker.handle(event, at: Self.now)
      }
    case .cancel(let id, _, _) where breaks(.noCancelAfterFinish) && isDeciding(id):
      return broker.step(id, at: Self.now) { $0.revoke(Rejection(.cancelled, "")) }
    case .outcome(let call, let id) where breaks(.pendingWhileDeciding) && isDeciding(id):
      return [.ledger(.outcome(call, transfer: id))]
    case .sourceDeleted(let id, false) where breaks(.finishAfterCommit):
      return broker.step(id, at: Self.now) { $0.revoke(Rejection(.sourceFailed, "")) }
    default:
      return try broker.handle(event, at: Self.now)
    }
  }

  /// Plans an Accept of an offer of that owner.
  mutating func plan(
    of owner: Peer, _ make: (Broker) throws(Rejection) -> AcceptPlan
  ) throws(Rejection) -> AcceptPlan {
    try asIfClaimed(by: owner) { broker throws(Rejection) in try make(broker) }
  }

  /// Without `claimBeforeOffering`: lets the broker take the peer for the holder of the cookie.
  private mutating func asIfClaimed<Result>(
    by peer: Peer, _ body: (inout Broker) throws(Rejection) -> Result
  ) throws(Rejection) -> Result {
    guard breaks(.claimBeforeOffering) else { return try body(&broker) }
    let claim = broker.moves.claims[MoveNames.cookie]
    var open = Claim(peer, number: claim?.number ?? 0)
    open.recordAnswer([], areAll: true)
    broker.moves.claims[MoveNames.cookie] = open
    defer { broker.moves.claims[MoveNames.cookie] = claim }
    return try body(&broker)
  }

  private func isDeciding(_ id: Identifier) -> Bool {
    broker.transfers[id]?.moveDecision == .deciding
  }

  /// Whether the world asks the source before a commit; without `prepare` it answers for it.
  var asksSource: Bool { !breaks(.prepare) }

  /// Whether the broker may end a transfer at its deadline.
  func mayEndInTime(_ transfer: Transfer) -> Bool {
    switch transfer.moveDecision {
    case .undecided: !breaks(.finishInTime)
    case .decided: !breaks(.finishWithoutSource)
    case .deciding, nil: true
    }
  }
}

// MARK: The ledger without a rule

extension MoveWorld {
  /// The ledger's decision about a request.
  func decide(_ request: LedgerRequest) -> LedgerDecision {
    guard setup.rules != .all else { return ledger.decide(request, at: brokerLife) }
    switch request {
    case .reserve(_, let records, let claim):
      return ledgerThatReserves(records, claim).decide(request, at: brokerLife)
    case .claim where breaks(.listByCookie):
      var decision = ledger.decide(request, at: brokerLife)
      decision.answer = .moves([], areAll: true)
      return decision
    case .claim, .unclaim, .abandon, .commit, .unlist, .acknowledgeMove, .acknowledgeOutcome,
      .outcome, .openMoves, .settleMove:
      return ledger.decide(request, at: brokerLife)
    }
  }

  /// A ledger without what the missing rule would refuse a reservation for.
  private func ledgerThatReserves(_ records: [MoveRecord], _ claim: UInt64) -> LedgerState {
    var ledger = ledger
    for record in records {
      if breaks(.claimBeforeOffering) {
        ledger.apply(.claimed(cookie: record.cookie, broker: brokerLife, claim: claim))
      }
      guard let other = ledger.reservations[record.moveKey] else { continue }
      if ledger.committed[other] != nil {
        if breaks(.offerOnce) { ledger.apply(.deleted(other)) }
      } else if breaks(.reserveEverywhere) {
        ledger.apply(.abandoned(other))
      }
    }
    return ledger
  }
}

extension MoveRules {
  /// Applies an entry to a ledger. Without `keepUntilAcknowledged` the source's acknowledgement counts for both
  /// sides.
  func apply(_ entry: LedgerEntry, to ledger: inout LedgerState) {
    ledger.apply(entry)
    if !contains(.keepUntilAcknowledged), case .deleted(let transfer) = entry {
      ledger.apply(.acknowledged(transfer))
    }
  }
}
