/// Decides when dragd reports a transfer's progress to the parties: at the first byte, then at most once an interval.
/// When bytes pause it reports the last ones at the end of the interval, so that the parties do not show an old count.
struct ProgressNotices: Hashable, Sendable {
  private enum State: Hashable {
    /// No byte has arrived.
    case none
    /// The time of the last notice, on the monotonic clock; it has reported all bytes.
    case told(at: UInt64)
    /// The time of the last notice; bytes have arrived since.
    case owed(since: UInt64)
  }

  private var state = State.none
  /// In microseconds.
  private static let interval: UInt64 = 100_000

  /// When a notice is due without another byte; nil if none is owed.
  var deadline: UInt64? {
    switch state {
    case .none, .told: nil
    case .owed(let last): last + Self.interval
    }
  }

  /// Bytes have arrived; returns whether to tell the parties now.
  mutating func bytesArrived(at now: Instant) -> Bool {
    switch state {
    case .told(let last) where now.monotonic < last + Self.interval,
      .owed(let last) where now.monotonic < last + Self.interval:
      state = .owed(since: last)
      return false
    case .none, .told, .owed:
      state = .told(at: now.monotonic)
      return true
    }
  }

  /// Time has passed; returns whether to tell the parties now.
  mutating func timerFired(at now: Instant) -> Bool {
    guard let deadline, deadline <= now.monotonic else { return false }
    state = .told(at: now.monotonic)
    return true
  }
}
