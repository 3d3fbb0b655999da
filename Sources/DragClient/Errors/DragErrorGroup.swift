extension DragError {
  /// What a program does about a failure. `dragctl` has an exit code for each of these groups.
  public enum Group: String, CaseIterable, Hashable, Sendable {
    /// The arguments are wrong: a mistake in the program.
    case usage
    /// The offer, item, transfer or target does not exist, or no longer.
    case notFound
    /// There is content, but in none of the wanted types.
    case nothingAcceptable
    /// A transfer started and did not complete: another try may succeed.
    case incomplete
    /// dragd, the source, a target, the bus or the disk refused, or a file is in the way.
    case refused
    /// There is no session bus, no dragd on it, or no answer from it.
    case unavailable
    /// Any other.
    case other
  }

  /// The group of ``code``.
  public var group: Group {
    switch code {
    case .invalidArguments, .invalidType: .usage
    case .noSuchOffer, .noSuchItem, .noSuchTransfer, .noSuchTarget: .notFound
    case .notAcceptable: .nothingAcceptable
    case .cancelled, .changed, .truncated, .stalled, .sourceFailed, .targetFailed, .undecided:
      .incomplete
    case .operationNotAllowed, .busy, .quotaExceeded, .accessDenied, .forbidden, .storageFull,
      .deniedByBus, .fileExists, .unreadable:
      .refused
    case .noSessionBus, .noBroker, .noReply, .disconnected: .unavailable
    default: .other
    }
  }

  /// Whether the calling task was cancelled, so that nobody waits for the result: the case in which other libraries
  /// throw `CancellationError`, which is the ``cause``. A transfer that its other party cancelled is ``Code/cancelled``
  /// alone.
  public var isTaskCancellation: Bool {
    if case .program(let error)? = cause { error is CancellationError } else { false }
  }
}
