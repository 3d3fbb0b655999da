/// Where a transfer stands. Moments are on the waking clock.
enum TransferPhase: Hashable, Sendable {
  /// No byte has come yet.
  case pending
  case running
  /// Everything is there for the destination, which has not said that it keeps it.
  case delivered(since: UInt64)
  /// The destination keeps it; what has to be true for that is being found out.
  case settling(Settling)
  /// The item is the destination's, and its source is deleting it.
  case committed(since: UInt64)
  case finished
  case failed(Rejection)
  case cancelled(Rejection)

  enum Settling: Hashable, Sendable {
    /// The source's own files are looked at once more.
    case verifying(since: UInt64)
    /// The source of a move is asked whether the item is still there.
    case preparing(since: UInt64)
    /// The commit is being written: nobody can stop it any more.
    case committing
  }

  /// How far a move has come.
  enum Moving: Hashable, Sendable {
    case undecided
    /// From Finish until the commit is decided.
    case deciding
    case decided
  }

  /// Microseconds that a source has for Prepare, and a worker for looking at a source's file.
  static let prepareTimeout: UInt64 = 10_000_000
  /// Microseconds after the commit that Finish waits for the source to delete.
  static let deleteTimeout: UInt64 = 5_000_000

  var isOver: Bool {
    switch self {
    case .pending, .running, .delivered, .settling, .committed: false
    case .finished, .failed, .cancelled: true
    }
  }

  var shown: TransferState {
    switch self {
    case .pending: .pending
    case .running: .running
    case .delivered, .settling: .delivered
    case .committed, .finished: .finished
    case .failed: .failed
    case .cancelled: .cancelled
    }
  }

  /// Why it did not come to a good end.
  var failure: Rejection? {
    switch self {
    case .pending, .running, .delivered, .settling, .committed, .finished: nil
    case .failed(let why), .cancelled(let why): why
    }
  }

  /// Whether what becomes of the bytes still matters. Once the source of a move is asked to let the item
  /// go they have no say any more.
  var canFail: Bool {
    switch self {
    case .pending, .running, .delivered, .settling(.verifying): true
    case .settling(.preparing), .settling(.committing), .committed, .finished, .failed, .cancelled:
      false
    }
  }

  /// Whether it can be given up without anybody's being wronged.
  var canBeCancelled: Bool {
    switch self {
    case .pending, .running, .delivered, .settling(.verifying), .settling(.preparing): true
    case .settling(.committing), .committed, .finished, .failed, .cancelled: false
    }
  }

  func moving(finishWasCalled: Bool) -> Moving {
    switch self {
    case .pending, .running, .delivered: finishWasCalled ? .deciding : .undecided
    case .settling: .deciding
    case .committed, .finished, .failed, .cancelled: .decided
    }
  }
}
