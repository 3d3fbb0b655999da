/// The phase of a transfer. Moments are on the monotonic clock.
enum TransferPhase: Hashable, Sendable {
  /// No byte has arrived.
  case pending
  case running
  /// The destination can have everything and has not called Finish.
  case delivered(since: UInt64)
  /// The destination called Finish; dragd checks what has to be true for that.
  case finishing(FinishStep)
  /// The item is the destination's, and its source is deleting it.
  case committed(since: UInt64)
  case finished
  case failed(Rejection)
  case cancelled(Rejection)

  enum FinishStep: Hashable, Sendable {
    /// A worker checks the source's own files once more.
    case verifying(since: UInt64)
    /// The source of a move is asked whether the item is still there.
    case preparing(since: UInt64)
    /// The commit is being written: from now on nothing can stop the move.
    case committing
  }

  /// The decision about a move.
  enum MoveDecision: Hashable, Sendable {
    case undecided
    /// From Finish until the ledger has answered the commit.
    case deciding
    case decided
  }

  /// Microseconds that a source has for Prepare, and a worker for checking a source's file.
  static let prepareTimeout: UInt64 = 10_000_000
  /// Microseconds after the commit that Finish waits for the source to delete.
  static let deleteTimeout: UInt64 = 5_000_000

  var isOver: Bool {
    switch self {
    case .pending, .running, .delivered, .finishing, .committed: false
    case .finished, .failed, .cancelled: true
    }
  }

  var shown: TransferState {
    switch self {
    case .pending: .pending
    case .running: .running
    case .delivered, .finishing: .delivered
    case .committed, .finished: .finished
    case .failed: .failed
    case .cancelled: .cancelled
    }
  }

  /// Why the transfer failed or was cancelled.
  var failure: Rejection? {
    switch self {
    case .pending, .running, .delivered, .finishing, .committed, .finished: nil
    case .failed(let why), .cancelled(let why): why
    }
  }

  /// Whether a failure of the bytes ends the transfer. Once dragd has asked the source of a move whether the item can
  /// go, only the answer counts.
  var canFail: Bool {
    switch self {
    case .pending, .running, .delivered, .finishing(.verifying): true
    case .finishing(.preparing), .finishing(.committing), .committed, .finished, .failed,
      .cancelled:
      false
    }
  }

  /// Whether it can end without success: until the commit is being written.
  var canBeCancelled: Bool {
    switch self {
    case .pending, .running, .delivered, .finishing(.verifying), .finishing(.preparing): true
    case .finishing(.committing), .committed, .finished, .failed, .cancelled: false
    }
  }

  func moveDecision(finishWasCalled: Bool) -> MoveDecision {
    switch self {
    case .pending, .running, .delivered: finishWasCalled ? .deciding : .undecided
    case .finishing: .deciding
    case .committed, .finished, .failed, .cancelled: .decided
    }
  }
}
