import DragModel

/// A ledger and its brokers: the entries of each decision are applied at once.
struct TestLedger {
  var state: LedgerState
  var lines: [LedgerEntry] = []

  init(limit: UInt64 = 100, bytes: UInt64 = .max) {
    state = LedgerState(limit: MoveCost(moves: limit, bytes: bytes))
  }

  static let call = CallID(7)

  /// The request's answer, with what it has appended.
  @discardableResult
  mutating func ask(_ request: LedgerRequest, at broker: UInt64 = 1) -> LedgerDecision {
    let decision = state.decide(request, at: broker)
    for entry in decision.entries { state.apply(entry) }
    lines += decision.entries
    return decision
  }

  @discardableResult
  mutating func claim(
    _ cookie: String = "c", _ claim: UInt64 = 1, at broker: UInt64 = 1
  ) -> LedgerDecision {
    ask(.claim(Self.call, cookie: cookie, claim: claim), at: broker)
  }

  @discardableResult
  mutating func reserve(
    _ records: [MoveRecord], claim: UInt64 = 1, at broker: UInt64 = 1
  ) -> LedgerDecision {
    ask(.reserve(Self.call, records, claim: claim), at: broker)
  }

  @discardableResult
  mutating func commit(
    _ record: MoveRecord, isListed: Bool = false, at broker: UInt64 = 1
  ) -> LedgerDecision {
    ask(.commit(record, isListed: isListed), at: broker)
  }

  mutating func outcome(_ record: MoveRecord, at broker: UInt64 = 1) -> LedgerDecision {
    ask(.outcome(Self.call, transfer: record.transfer), at: broker)
  }

  @discardableResult
  mutating func deleted(_ record: MoveRecord, cookie: String? = nil) -> LedgerDecision {
    ask(
      .acknowledgeMove(
        Self.call, transfer: record.transfer, cookie: cookie ?? record.cookie))
  }

  @discardableResult
  mutating func acknowledged(_ record: MoveRecord) -> LedgerDecision {
    ask(.acknowledgeOutcome(Self.call, transfer: record.transfer))
  }

  /// Claimed at broker 1, reserved and committed.
  static func committed(_ record: MoveRecord, isListed: Bool = false) -> TestLedger {
    var ledger = TestLedger()
    ledger.claim(record.cookie)
    ledger.reserve([record])
    ledger.commit(record, isListed: isListed)
    return ledger
  }
}

func move(
  _ number: UInt64, _ key: String? = nil, cookie: String = "c", from source: String = "",
  to destination: String = ""
) -> MoveRecord {
  MoveRecord(
    transfer: Identifier(high: 0, middle: number, low: 0), cookie: cookie, key: key ?? "k\(number)",
    source: source, destination: destination, accepted: number)
}

extension LedgerState {
  init(limit: UInt64) { self.init(limit: MoveCost(moves: limit, bytes: .max)) }
}

extension LedgerDecision {
  var refusal: ErrorCode? {
    switch answer {
    case .refused(let why): why.code
    case .done, .moves, .outcome, .open, .settled: nil
    }
  }

  /// The keys in the answer to a claim.
  var keys: [String]? {
    switch answer {
    case .moves(let moves, _): moves.map(\.key)
    case .refused, .done, .outcome, .open, .settled: nil
    }
  }
}
