package import DragModel

/// How a destination completes a move whose item it has stored as pending under the transfer's id: what it asks dragd,
/// and what it does with the item.
///
/// A value that decides and does nothing. Its driver performs `step`, blocking or not, tells `follow` how that went, and
/// goes on until the step is `end`.
package struct MoveCompletion: Sendable {
  package enum Step: Hashable, Sendable {
    /// Call Finish.
    case finish
    /// Call Outcome.
    case askOutcome
    /// Wait.
    case pause(milliseconds: Int)
    /// Make the item permanent, durably; the transfer's id stays noted.
    case keep
    /// Drop the item, durably: its source has it.
    case discard
    /// Call AcknowledgeOutcome.
    case acknowledge
    /// Drop the note of the transfer's id: dragd knows that this side is done.
    case forget
    case end
  }

  /// What came of the step.
  package enum Event: Sendable {
    case finished(FinishResult)
    case told(MoveOutcome)
    /// The call of the step failed.
    case failed(DragError)
    /// A pause is over, or what had to be done is done.
    case performed
  }

  /// What became of the item.
  package enum Conclusion: Hashable, Sendable {
    /// It is here. Whether its source has deleted it already is not always told.
    case kept(sourceHasDeleted: Bool?)
    /// Its source has it; why, if Finish said so.
    case discarded(DragError?)
    /// Nobody could say: it stays pending, for another try. Why, where a call failed.
    case undecided(DragError?)
  }

  package private(set) var step: Step
  /// Nil until it is known.
  package private(set) var conclusion: Conclusion?
  /// Whether Finish was called at an earlier time, by a program that has died since.
  package let isRecovery: Bool
  private let times: Times
  /// What follows the pause.
  private var afterPause = Step.end
  private var pause = Times.shortestPause
  /// When to stop trying, in microseconds of the monotonic clock.
  private var end: UInt64?
  private var finishFailure: DragError?

  /// How long to try, in milliseconds.
  package struct Times: Sendable {
    /// Asking for the outcome while dragd does not answer, or has not decided.
    package var outcome: Int
    /// Acknowledging that the item is here, while dragd does not answer; 0 for one try.
    package var acknowledgement: Int
    /// Whether a dragd that is not there is waited for, as by a program that has just talked to one.
    package var awaitsBroker: Bool

    package init(outcome: Int, acknowledgement: Int, awaitsBroker: Bool) {
      self.outcome = outcome
      self.acknowledgement = acknowledgement
      self.awaitsBroker = awaitsBroker
    }

    /// dragd may still wait for the end of the stream that its reader has already seen.
    fileprivate static let busyFinish = 2_000
    fileprivate static let busyPause = 2
    fileprivate static let shortestPause = 5
    fileprivate static let longestPause = 200
  }

  package init(isRecovery: Bool, times: Times, at now: UInt64) {
    self.isRecovery = isRecovery
    self.times = times
    step = isRecovery ? .askOutcome : .finish
    if isRecovery { end = Self.moment(times.outcome, after: now) }
  }

  /// Milliseconds that asking for the outcome may go on.
  package func timeLeft(at now: UInt64) -> Int {
    Int(clamping: (max(end ?? now, now) - now) / 1_000)
  }

  private static func moment(_ milliseconds: Int, after now: UInt64) -> UInt64 {
    now.addingSaturated(UInt64(max(milliseconds, 0)).inMicroseconds)
  }

  /// Takes in what came of the step; then `step` is the next one.
  ///
  /// - Parameter now: microseconds of the monotonic clock.
  package mutating func follow(_ event: Event, at now: UInt64) {
    switch (step, event) {
    case (.finish, .finished(let result)):
      conclude(.kept(sourceHasDeleted: result.acknowledged))
    case (.finish, .failed(let error)):
      finishFailed(error, at: now)
    case (.askOutcome, .told(let outcome)):
      switch outcome.settled {
      case .committed: conclude(.kept(sourceHasDeleted: nil))
      case .aborted: conclude(.discarded(finishFailure))
      case nil: tryAgain(.askOutcome, after: nil, at: now)
      }
    case (.askOutcome, .failed(let error)):
      guard error.isPassing || times.awaitsBroker && error.code == .noBroker else {
        return conclude(.undecided(error))
      }
      tryAgain(.askOutcome, after: error, at: now)
    case (.pause, _):
      step = afterPause
    case (.keep, _), (.discard, _):
      step = .acknowledge
      pause = Times.shortestPause
      end = Self.moment(times.acknowledgement, after: now)
    case (.acknowledge, .performed):
      step = .forget
    case (.acknowledge, .failed(let error)):
      acknowledgeFailed(error, at: now)
    case (.finish, _), (.askOutcome, _), (.acknowledge, _), (.forget, _), (.end, _):
      step = .end
    }
  }

  private mutating func conclude(_ what: Conclusion) {
    conclusion = what
    switch what {
    case .kept: step = .keep
    case .discarded: step = .discard
    case .undecided: step = .end
    }
  }

  private mutating func finishFailed(_ error: DragError, at now: UInt64) {
    finishFailure = error
    let end = end ?? Self.moment(Times.busyFinish, after: now)
    self.end = end
    if error.code == .broker(.busy), now < end {
      step = .pause(milliseconds: Times.busyPause)
      afterPause = .finish
    } else if error.abortsMove {
      conclude(.discarded(error))
    } else {
      step = .askOutcome
      self.end = Self.moment(times.outcome, after: now)
    }
  }

  private mutating func acknowledgeFailed(_ error: DragError, at now: UInt64) {
    guard case .kept = conclusion, error.isPassing || error.code == .noBroker,
      now < end ?? now
    else {
      step = .end
      return
    }
    tryAgain(.acknowledge, after: error, at: now)
  }

  private mutating func tryAgain(_ what: Step, after failure: DragError?, at now: UInt64) {
    guard now < end ?? now else { return conclude(.undecided(failure ?? finishFailure)) }
    afterPause = what
    step = .pause(milliseconds: pause)
    pause = min(pause * 2, Times.longestPause)
  }
}

extension DragError {
  /// As an answer to Finish of a move: whether it means for certain that the item stays with its source. Any other error
  /// tells nothing, for the reply may have been lost after the commit.
  package var abortsMove: Bool {
    switch code {
    case .broker(.truncated), .broker(.stalled), .broker(.changed), .broker(.cancelled),
      .broker(.sourceFailed), .broker(.storageFull):
      true
    case .broker, .noSessionBus, .noBroker, .disconnected, .noReply, .deniedByBus, .unsupported,
      .malformedReply, .other:
      false
    }
  }

  /// Another try may go better: dragd went away or was busy.
  package var isPassing: Bool {
    switch code {
    case .noReply, .broker(.busy): true
    case .broker, .noSessionBus, .noBroker, .disconnected, .deniedByBus, .unsupported,
      .malformedReply, .other:
      false
    }
  }
}
