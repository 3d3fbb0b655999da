import DragBroker
import DragModel
import DragSystem
import Harness

/// The part of a broker that keeps the ledger: a loop, workers and a store of its own.
final class TestLedger {
  let loop: EventLoop
  let store: LedgerQueue
  /// The reasons for which the store would have ended the process.
  private(set) var exits: [String] = []

  init(_ folder: String, limit: UInt64 = 100_000) throws {
    loop = try EventLoop()
    var exit: (String) -> Void = { _ in }
    store = LedgerQueue(
      folder: folder, limit: MoveCost(moves: limit, bytes: .max),
      workers: WorkerPool(remote: loop.remote, threads: 2, perLane: 1)
    ) { exit($0) }
    exit = { [unowned self] in exits.append($0) }
  }

  /// Runs the loop until there is a value.
  func wait<R>(_ value: () -> R?) throws -> R {
    let clock = ContinuousClock()
    let end = clock.now + Timeout.usual
    while clock.now < end {
      if let value = value() { return value }
      loop.turn(timeout: 50)
    }
    throw HarnessFailure("the ledger does not answer")
  }

  @discardableResult
  func ask(_ request: LedgerRequest) throws -> LedgerAnswer {
    try ask([request])[0]
  }

  /// Makes all requests before the first answer can come.
  func ask(_ requests: [LedgerRequest]) throws -> [LedgerAnswer] {
    var answers: [LedgerAnswer] = []
    for request in requests { store.ask(request) { answers.append($0) } }
    return try wait { answers.count == requests.count ? answers : nil }
  }

  func committed(_ cookies: Set<String>) throws -> [MoveRecord] {
    var answer: Result<[MoveRecord], Rejection>?
    store.committedKeys(of: cookies) { answer = $0 }
    return try wait { answer }.get()
  }

  func identity() throws -> Identifier? {
    var answer: Identifier??
    store.identity { answer = .some($0) }
    return try wait { answer }
  }

  /// Runs the loop until the store would have ended the process.
  func waitForExit() throws -> String { try wait { exits.first } }

  // MARK: What brokers do

  private static let call = CallID(1)

  func claim(_ cookie: String = "c", _ claim: UInt64 = 1) throws -> LedgerAnswer {
    try ask(.claim(Self.call, cookie: cookie, claim: claim))
  }

  @discardableResult
  func reserve(_ records: MoveRecord..., claim: UInt64 = 1) throws -> LedgerAnswer {
    try ask(.reserve(Self.call, records, claim: claim))
  }

  @discardableResult
  func commit(_ record: MoveRecord) throws -> LedgerAnswer {
    try ask(.commit(record, isListed: false))
  }

  func outcome(_ record: MoveRecord) throws -> LedgerAnswer {
    try ask(.outcome(Self.call, transfer: record.transfer))
  }

  @discardableResult
  func finish(_ record: MoveRecord) throws -> [LedgerAnswer] {
    try ask([
      .acknowledgeMove(Self.call, transfer: record.transfer, cookie: record.cookie),
      .acknowledgeOutcome(Self.call, transfer: record.transfer),
    ])
  }
}

extension LedgerAnswer {
  var refusal: ErrorCode? {
    switch self {
    case .refused(let why): why.code
    case .done, .moves, .outcome, .open, .settled: nil
    }
  }

  var keys: [String]? {
    switch self {
    case .moves(let moves, _): moves.map(\.key)
    case .done, .refused, .outcome, .open, .settled: nil
    }
  }
}

func record(_ number: UInt64, _ key: String? = nil, cookie: String = "c") -> MoveRecord {
  MoveRecord(
    transfer: Identifier(high: 0, middle: number, low: 0), cookie: cookie, key: key ?? "k\(number)")
}
