package import DragModel

/// Completes a move at its destination, which has stored the item as pending under the transfer's id: decides which
/// calls to make, and whether to keep the item.
///
/// This value only decides, and performs nothing. The driver performs `step`, blocking or not, reports the result to
/// `follow`, and repeats until the step is `end`.
package struct MoveCompletion: Sendable {
  package enum Step: Hashable, Sendable {
    /// Call Finish.
    case finish
    /// Call Outcome.
    case askOutcome
    /// Wait.
    case pause(milliseconds: Int)
    /// Make the item permanent, durably, and keep the note of the transfer's id.
    case keep
    /// Discard the item, durably: its source keeps it.
    case discard
    /// Call AcknowledgeOutcome.
    case acknowledge
    /// Remove the note of the transfer's id: dragd knows that this side is done.
    case forget
    case end
  }

  /// The result of the step.
  package enum Event: Sendable {
    case finished(FinishResult)
    case told(ToldOutcome)
    /// The call of the step failed.
    case failed(RequestError)
    /// The pause is over, or the step is done.
    case performed
  }

  /// The decision about the item.
  package enum Conclusion: Hashable, Sendable {
    /// The destination has the item. Whether its source has already deleted it is not always known.
    case kept(sourceHasDeleted: Bool?)
    /// The source has the item; the error, if Finish failed with one.
    case discarded(RequestError?)
    /// The outcome is unknown: the item stays pending, for another try. The error, if a call failed.
    case undecided(RequestError?)
    /// Nobody can know the outcome: dragd has other records than those in which the move was noted, or the note does
    /// not say which. The item stays pending until a person says whether to keep it.
    case unrecorded
  }

  package private(set) var step: Step
  /// Nil until it is known.
  package private(set) var conclusion: Conclusion?
  package let move: NotedMove
  /// Whether a program that has died called Finish before.
  package let isRecovery: Bool
  private let times: Times
  /// The step after the pause.
  private var afterPause = Step.end
  private var pause = Times.shortestPause
  /// When to stop, in microseconds of the monotonic clock.
  private var end: UInt64?
  private var finishFailure: RequestError?

  /// The milliseconds for which to try.
  package struct Times: Sendable {
    /// For asking for the outcome while dragd does not answer, or has not decided.
    package var outcome: Int
    /// For acknowledging while dragd does not answer; 0 for one try.
    package var acknowledgement: Int
    /// Whether to wait for a dragd that does not run, as in a program that has just talked to one.
    package var awaitsBroker: Bool

    package init(outcome: Int, acknowledgement: Int, awaitsBroker: Bool) {
      self.outcome = outcome
      self.acknowledgement = acknowledgement
      self.awaitsBroker = awaitsBroker
    }

    fileprivate static let shortestPause = 5
    fileprivate static let longestPause = 200
  }

  package init(of move: NotedMove, isRecovery: Bool, times: Times, at now: UInt64) {
    self.move = move
    self.isRecovery = isRecovery
    self.times = times
    step = isRecovery ? .askOutcome : .finish
    if isRecovery { end = Self.moment(times.outcome, after: now) }
  }

  /// How many milliseconds are left for asking for the outcome.
  package func timeLeft(at now: UInt64) -> Int {
    Int(clamping: (max(end ?? now, now) - now) / 1_000)
  }

  private static func moment(_ milliseconds: Int, after now: UInt64) -> UInt64 {
    now.addingSaturated(UInt64(max(milliseconds, 0)).inMicroseconds)
  }

  /// Records the result of the step, and sets `step` to the next one.
  ///
  /// - Parameter now: microseconds of the monotonic clock.
  package mutating func follow(_ event: Event, at now: UInt64) {
    switch (step, event) {
    case (.finish, .finished(let result)):
      conclude(.kept(sourceHasDeleted: result.acknowledged))
    case (.finish, .failed(let error)):
      finishFailed(error, at: now)
    case (.askOutcome, .told(let told)):
      switch move.decision(told) {
      case .committed: conclude(.kept(sourceHasDeleted: nil))
      case .aborted: conclude(.discarded(finishFailure))
      case nil where told.outcome == .pending: tryAgain(.askOutcome, after: nil, at: now)
      case nil: conclude(.unrecorded)
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
    case .undecided, .unrecorded: step = .end
    }
  }

  private mutating func finishFailed(_ error: RequestError, at now: UInt64) {
    finishFailure = error
    if error.abortsMove {
      conclude(.discarded(error))
    } else {
      step = .askOutcome
      self.end = Self.moment(times.outcome, after: now)
    }
  }

  private mutating func acknowledgeFailed(_ error: RequestError, at now: UInt64) {
    guard case .kept = conclusion, error.isPassing || error.code == .noBroker,
      now < end ?? now
    else {
      step = .end
      return
    }
    tryAgain(.acknowledge, after: error, at: now)
  }

  private mutating func tryAgain(_ what: Step, after failure: RequestError?, at now: UInt64) {
    guard now < end ?? now else { return conclude(.undecided(failure ?? finishFailure)) }
    afterPause = what
    step = .pause(milliseconds: pause)
    pause = min(pause * 2, Times.longestPause)
  }
}

extension RequestError {
  /// Whether this error of Finish proves that the item stays with its source. Any other error proves nothing, because
  /// the reply may be lost after the commit.
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
}
