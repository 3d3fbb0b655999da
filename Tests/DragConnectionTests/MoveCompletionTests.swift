import DBus
import DragConnection
import DragModel
import Testing

/// How a destination completes a move, step by step.
@Suite struct MoveCompletionTests {
  typealias Step = MoveCompletion.Step
  typealias Event = MoveCompletion.Event

  /// The ledger that the move is noted with, and another one.
  private static let (ledger, other) = (
    Identifier(high: 1, middle: 1, low: 1), Identifier(high: 2, middle: 2, low: 2)
  )
  private static let transfer = Identifier(high: 3, middle: 3, low: 3)

  private static func told(_ outcome: MoveOutcome, of ledger: Identifier? = ledger) -> Event {
    .told(ToldOutcome(outcome, of: ledger))
  }

  private static let times = MoveCompletion.Times(
    outcome: 1_000, acknowledgement: 1_000, awaitsBroker: true)

  private static func error(_ code: RequestError.Code) -> RequestError {
    RequestError(code, "\(code)")
  }

  /// Drives a completion, with a clock.
  private struct Drive {
    var completion: MoveCompletion
    var now: UInt64 = 5_000_000
    var steps: [Step]

    init(
      isRecovery: Bool = false, ledger: Identifier? = MoveCompletionTests.ledger,
      times: MoveCompletion.Times = MoveCompletionTests.times
    ) {
      completion = MoveCompletion(
        of: NotedMove(transfer, ledger: ledger), isRecovery: isRecovery, times: times, at: now)
      steps = [completion.step]
    }

    mutating func follow(_ event: Event) {
      completion.follow(event, at: now)
      if case .pause(let milliseconds) = completion.step {
        now += UInt64(milliseconds) * 1_000
        completion.follow(.performed, at: now)
      }
      steps.append(completion.step)
    }

    /// Gives this answer as long as the completion asks for this step; returns how often.
    mutating func answer(_ event: Event, while step: Step) -> Int {
      var count = 0
      while completion.step == step {
        follow(event)
        count += 1
        if count > 10_000 { return count }
      }
      return count
    }
  }

  @Test func `a move that is committed is kept, acknowledged and forgotten`() {
    var drive = Drive()
    drive.follow(.finished(FinishResult(bytes: 1, operation: .move, acknowledged: true)))
    #expect(drive.completion.conclusion == .kept(sourceHasDeleted: true))
    for _ in 0..<3 { drive.follow(.performed) }
    #expect(drive.steps == [.finish, .keep, .acknowledge, .forget, .end])
  }

  @Test(arguments: ErrorCode.allCases)
  func `what Finish says tells for certain or is asked about, and never more`(code: ErrorCode) {
    var drive = Drive()
    let error = Self.error(.broker(code))
    let tries = drive.answer(.failed(error), while: .finish)
    switch code {
    case .truncated, .stalled, .changed, .cancelled, .sourceFailed, .storageFull:
      #expect(tries == 1 && drive.completion.conclusion == .discarded(error))
      for _ in 0..<3 { drive.follow(.performed) }
      #expect(drive.steps == [.finish, .discard, .acknowledge, .forget, .end])
    default:
      #expect(tries == 1 && drive.steps == [.finish, .askOutcome])
      #expect(drive.completion.conclusion == nil)
    }
  }

  @Test(arguments: [
    RequestError.Code.noReply, .noBroker, .disconnected, .noSessionBus, .deniedByBus, .unsupported,
    .malformedReply, .other,
  ])
  func `a lost answer to Finish is asked about, and what it was decides`(code: RequestError.Code) {
    let lost = Self.error(code)
    for (outcome, conclusion, step) in [
      (MoveOutcome.committed, MoveCompletion.Conclusion.kept(sourceHasDeleted: nil), Step.keep),
      (.aborted, .discarded(lost), .discard),
    ] {
      var drive = Drive()
      drive.follow(.failed(lost))
      #expect(drive.steps == [.finish, .askOutcome])
      drive.follow(Self.told(.pending))
      drive.follow(Self.told(.pending))
      #expect(drive.completion.conclusion == nil && drive.completion.step == .askOutcome)
      drive.follow(Self.told(outcome))
      #expect(drive.completion.conclusion == conclusion)
      #expect(drive.completion.step == step)
    }
  }

  @Test func `what stays pending for too long is undecided, and nothing is kept or dropped`() {
    var drive = Drive(isRecovery: true)
    let tries = drive.answer(Self.told(.pending), while: .askOutcome)
    #expect(tries > 5 && tries < 50)
    #expect(drive.completion.conclusion == .undecided(nil))
    #expect(Set(drive.steps) == [.askOutcome, .end])
  }

  /// After the user has moved damaged records away, dragd says `aborted` of a move whose source has deleted the item.
  @Test(
    arguments: [MoveOutcome.committed, .aborted],
    [(ledger, ledger), (ledger, other), (ledger, nil), (nil, nil)] as [(Identifier?, Identifier?)])
  func `an outcome counts only from the ledger that the move is noted with`(
    outcome: MoveOutcome, ledgers: (noted: Identifier?, teller: Identifier?)
  ) {
    let (noted, teller) = ledgers
    for finishFails in [true, false] {
      var drive = Drive(isRecovery: !finishFails, ledger: noted)
      if finishFails { drive.follow(.failed(Self.error(.noReply))) }
      drive.follow(Self.told(outcome, of: teller))
      let step = drive.completion.step
      switch (noted, outcome) {
      case (nil, .committed): #expect(step == .keep)
      case (let noted?, _) where noted == teller:
        #expect(step == (outcome == .committed ? .keep : .discard))
      default:
        #expect(drive.completion.conclusion == .unrecorded && step == .end)
      }
    }
  }

  @Test func `a noted move is read back from its text`() {
    for ledger in [Self.ledger, nil] {
      for host in [nil, "server", "me@a_b c:2"] {
        let move = NotedMove(Self.transfer, ledger: ledger, host: host)
        #expect(NotedMove(move.text) == move)
        #expect(!move.text.contains(" "), "a word of a note")
      }
    }
    for text in [
      "", "_", "x", "\(Self.transfer)_", "\(Self.transfer)_x", "\(Self.transfer)_-",
      "_\(Self.ledger)", "\(Self.transfer)_\(Self.ledger)_", "\(Self.transfer)_x_host",
    ] {
      #expect(NotedMove(text) == nil, "\(text)")
    }
  }

  @Test(arguments: [true, false])
  func `a dragd that is not there is waited for by whoever has talked to one`(awaits: Bool) {
    var drive = Drive(
      isRecovery: true,
      times: .init(outcome: 1_000, acknowledgement: 0, awaitsBroker: awaits))
    let absent = Self.error(.noBroker)
    let tries = drive.answer(.failed(absent), while: .askOutcome)
    #expect(awaits ? tries > 5 : tries == 1)
    #expect(drive.completion.conclusion == .undecided(absent))
  }

  @Test func `what cannot be read is undecided at once`() {
    var drive = Drive(isRecovery: true)
    let damaged = Self.error(.broker(.stateUnavailable))
    drive.follow(.failed(damaged))
    #expect(drive.steps == [.askOutcome, .end])
    #expect(drive.completion.conclusion == .undecided(damaged))
  }

  @Test(arguments: [0, 1_000])
  func `what could not be acknowledged is tried for its time, and stays noted`(time: Int) {
    var drive = Drive(times: .init(outcome: 1_000, acknowledgement: time, awaitsBroker: true))
    drive.follow(.finished(FinishResult(bytes: 1, operation: .move, acknowledged: false)))
    drive.follow(.performed)
    let tries = drive.answer(.failed(Self.error(.noBroker)), while: .acknowledge)
    #expect(time == 0 ? tries == 1 : tries > 5)
    // Only the acknowledgement failed: the item is here.
    #expect(drive.completion.conclusion == .kept(sourceHasDeleted: false))
    #expect(drive.completion.step == .end && !drive.steps.contains(.forget))
  }

  /// Whatever comes: it ends, the item is kept or discarded at most once and only as its conclusion says, and nothing
  /// is forgotten that was not acknowledged.
  @Test func `random walks end, and act as they conclude`() {
    var random = SystemRandomNumberGenerator()
    let codes: [RequestError.Code] =
      [.noReply, .noBroker, .disconnected, .other] + ErrorCode.allCases.map { .broker($0) }
    for _ in 0..<20_000 {
      var drive = Drive(isRecovery: .random(using: &random))
      var isAcknowledged = false
      while drive.completion.step != .end {
        let step = drive.completion.step
        let fails = Bool.random(using: &random)
        switch step {
        case .finish where !fails:
          drive.follow(
            .finished(
              FinishResult(bytes: 1, operation: .move, acknowledged: .random(using: &random))))
        case .askOutcome where !fails:
          drive.follow(
            Self.told(
              MoveOutcome.allCases.randomElement(using: &random)!,
              of: [Self.ledger, Self.other, nil].randomElement(using: &random)!))
        case .finish, .askOutcome:
          drive.follow(.failed(Self.error(codes.randomElement(using: &random)!)))
        case .acknowledge:
          isAcknowledged = !fails
          drive.follow(
            fails ? .failed(Self.error(codes.randomElement(using: &random)!)) : .performed)
        case .keep, .discard, .forget, .pause, .end:
          drive.follow(.performed)
        }
      }
      let (kept, discarded) = (
        drive.steps.count { $0 == .keep }, drive.steps.count { $0 == .discard }
      )
      switch drive.completion.conclusion {
      case .kept: #expect(kept == 1 && discarded == 0)
      case .discarded: #expect(kept == 0 && discarded == 1)
      case .undecided, .unrecorded: #expect(kept == 0 && discarded == 0)
      case nil: Issue.record("no conclusion after \(drive.steps)")
      }
      #expect(drive.steps.contains(.forget) == isAcknowledged)
    }
  }
}
