internal import CommandLineArguments
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import Translations

/// A move whose data is in a hidden file at its destination, with the note about it.
struct ReceivedMove {
  let pending: PendingFile
  let record: Note
  var transfer: Identifier { pending.note.move.transfer }

  /// Milliseconds to wait for Finish before asking for the outcome: longer than dragd ever waits for a source.
  static let finishTimeout = 60_000
  /// Milliseconds to ask dragd for the outcome.
  private static let outcomeTimeout = 20_000
  /// Milliseconds to wait for any other call.
  static let timeout = 10_000

  /// A move that is complete.
  struct Moved {
    let name: [UInt8]
    /// Nil when that is unknown.
    let sourceHasDeleted: Bool?
  }

  /// What is to be done from Finish on.
  var completion: MoveCompletion {
    MoveCompletion(
      of: pending.note.move, isRecovery: false,
      times: .init(outcome: Self.outcomeTimeout, acknowledgement: 0, awaitsBroker: true),
      at: Clock.monotonic)
  }

  /// Returns when the destination has the item; throws when it has not, or when that is unknown.
  func complete(
    _ completion: inout MoveCompletion, on connection: BrokerConnection, finishing: Int,
    avoiding used: UsedNames
  ) throws(Failure) -> Moved {
    var placement: PendingFile.Placement?
    while completion.step != .end {
      let event: MoveCompletion.Event
      switch completion.step {
      case .keep:
        placement = try makePermanent(avoiding: used)
        event = .performed
      case .discard:
        // “dragctl recover” drops what could not be dropped here.
        guard (try? pending.drop()) != nil else { throw Self.failure(completion) }
        event = .performed
      case .forget:
        forget()
        event = .performed
      case .finish, .askOutcome, .pause, .acknowledge, .end:
        event = connection.perform(
          completion, finishing: finishing, timeout: Self.timeout)
        Self.passFailPoint(completion.step, event)
      }
      completion.follow(event, at: Clock.monotonic)
    }
    return try moved(completion, placement)
  }

  /// The result of a completion that has ended.
  func moved(
    _ completion: MoveCompletion, _ placement: PendingFile.Placement?
  ) throws(Failure) -> Moved {
    guard case .kept(let sourceHasDeleted) = completion.conclusion else {
      throw Self.failure(completion)
    }
    guard case .placed(let name) = placement else {
      throw Failure(
        .other,
        translated(
          "{path} does not exist: another program has removed or renamed it",
          ["path": pending.temporaryText])
      )
    }
    return Moved(name: name, sourceHasDeleted: sourceHasDeleted)
  }

  static func passFailPoint(_ step: MoveCompletion.Step, _ event: MoveCompletion.Event) {
    guard step == .finish else { return }
    if case .failed = event {
      FailPoint.pass("destination: Finish failed")
    } else {
      FailPoint.pass("destination: Finish answered")
    }
  }

  private func makePermanent(
    avoiding used: UsedNames
  ) throws(Failure) -> PendingFile.Placement {
    return try mapError { () throws(Refusal) in
      try pending.makePermanent(avoiding: used)
    } to: {
      Self.unplaced($0)
    }
  }

  /// The failure to give the data its name.
  static func unplaced(_ refusal: Refusal) -> Failure {
    Failure(
      .other, refusal.message,
      hint: translated("“dragctl recover” gives it its name when that can be done."))
  }

  /// Why the destination does not have the item, or why that is unknown.
  private static func failure(_ completion: MoveCompletion) -> Failure {
    switch completion.conclusion {
    // A dragd that has taken the place of another knows of no transfer, and what it has on record was not moved.
    case .discarded(let error?) where error.code == .broker(.noSuchTransfer):
      Failure(.incomplete, translated("dragd ended during the move: nothing was moved"))
    case .discarded(let error?): Failure(error).incomplete
    case .undecided(let error?): undecided(Failure(error))
    case .unrecorded:
      Failure(
        .incomplete, Recovery.unrecorded,
        hint: translated("“dragctl recover” tells how to settle it."))
    case .kept, .discarded, .undecided, nil:
      undecided(Failure(.incomplete, translated("dragd has not reported the outcome")))
    }
  }

  static func undecided(_ error: Failure) -> Failure {
    var failure = error
    failure.status = failure.status == .unavailable ? .unavailable : .incomplete
    failure.message = translated(
      "whether it has moved is not decided yet: {reason}", ["reason": failure.message])
    failure.hint = translated(
      "“dragctl recover” settles it, and so does the next start of dragctl.")
    return failure
  }

  /// Drops the data: nothing was moved, and no later step can move it.
  func drop(_ connection: BrokerConnection) {
    guard (try? pending.drop()) != nil else { return }
    do throws(RequestError) {
      FailPoint.pass("destination: send AcknowledgeOutcome")
      try connection.perform(.acknowledgeOutcome(transfer), timeout: Self.timeout)
      FailPoint.pass("destination: AcknowledgeOutcome answered")
      forget()
    } catch {
      // “dragctl recover” repeats it.
    }
  }

  /// Removes the note: both sides are done.
  func forget() {
    FailPoint.pass("destination: remove the note")
    record.remove()
    FailPoint.pass("destination: the note is removed")
  }
}

extension Failure {
  /// The same, as the failure of a transfer that had started.
  fileprivate var incomplete: Failure {
    var failure = self
    switch status {
    case .refused, .incomplete: break
    case .success, .other, .usage, .notFound, .nothingAcceptable, .unavailable,
      .interrupted, .brokenPipe:
      failure.status = .incomplete
    }
    return failure
  }
}
