internal import DragModel
internal import DragSystem

/// The ledger as the state of a record log.
struct LedgerRecords: RecordState, Sendable {
  private(set) var ledger: LedgerState
  private let lock: FileLock
  /// The number of this broker, which is random.
  private let broker: UInt64

  init(limit: MoveCost, lock: FileLock, broker: UInt64) {
    ledger = LedgerState(limit: limit)
    self.lock = lock
    self.broker = broker
  }

  mutating func reset() {
    ledger = LedgerState(limit: ledger.limit)
  }

  mutating func apply(_ record: [UInt8]) -> Bool {
    guard let entry = LedgerEntry(record: record) else { return false }
    ledger.apply(entry)
    return true
  }

  func live() -> [[UInt8]] {
    ledger.entries { $0 == broker || lock.isAlive($0) }.map(\.record)
  }

  /// Decides all questions in their order and applies the entries that they append. Without room, a question that
  /// appends entries is refused.
  mutating func answer(
    _ questions: [LedgerQuestion], hasRoom: Bool
  ) -> (addition: RecordLog.Addition, answers: [LedgerFileAnswer]) {
    var addition = RecordLog.Addition()
    let answers = questions.map { question -> LedgerFileAnswer in
      switch question {
      // `LedgerFile` puts the identity in after the transaction.
      case .identity: return .identity(nil)
      case .committed(let cookies): return .committed(ledger.committedMoves(of: cookies))
      case .request(let request):
        let decision = ledger.decide(request, at: broker)
        guard hasRoom || decision.entries.isEmpty else { return .fullDisk(for: question) }
        for entry in decision.entries { ledger.apply(entry) }
        addition.records += decision.entries.map(\.record)
        addition.isDurable = addition.isDurable || decision.isDurable
        return .ledger(decision.answer)
      }
    }
    return (addition, answers)
  }
}

/// A question to the file.
enum LedgerQuestion: Sendable {
  case request(LedgerRequest)
  /// The committed moves of these cookies.
  case committed(Set<String>)
  /// The identity of the ledger.
  case identity

  /// Whether the contract has no StorageFull for its call. It may still append entries: a claim does.
  var isQuery: Bool {
    switch self {
    case .committed, .identity: true
    case .request(let request):
      switch request {
      case .claim, .outcome, .openMoves: true
      case .unclaim, .reserve, .abandon, .commit, .unlist, .acknowledgeMove, .acknowledgeOutcome,
        .settleMove:
        false
      }
    }
  }

  /// Whether no call waits for the answer: what could not be recorded is recorded later.
  var isUnanswered: Bool {
    switch self {
    case .committed, .identity: false
    case .request(let request):
      switch request {
      case .unclaim, .abandon, .unlist: true
      case .acknowledgeMove(let call, _, _): call == nil
      case .claim, .reserve, .commit, .acknowledgeOutcome, .outcome, .openMoves, .settleMove: false
      }
    }
  }
}

enum LedgerFileAnswer: Sendable {
  case ledger(LedgerAnswer)
  case committed([MoveRecord])
  case identity([UInt8]?)
  /// Nothing was recorded; a later attempt may succeed.
  case notNow(Rejection)
  /// The records cannot be read.
  case never(Rejection)

  /// Whether nothing was recorded.
  var isRefusal: Bool {
    switch self {
    case .ledger(.refused), .notNow, .never: true
    case .ledger(.done), .ledger(.moves), .ledger(.outcome), .ledger(.open), .ledger(.settled),
      .committed, .identity:
      false
    }
  }

  static func fullDisk(for question: LedgerQuestion) -> LedgerFileAnswer {
    .notNow(
      Rejection(
        question.isQuery ? .stateUnavailable : .storageFull,
        "the disk is full, so that the move cannot be recorded; make room and ask again"))
  }
}
