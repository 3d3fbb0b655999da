/// A report of a running job, always on the loop's thread.
///
/// Any number of `transferred`, `waiting` and `roomWanted`, then exactly one of the others; nothing after `cancel()`.
package enum JobReport: Hashable, Sendable {
  /// So many bytes have been handed on by now. Reported for the first bytes, then at most every 50 ms, and before the
  /// end.
  case transferred(total: UInt64)
  /// The side that the job waits for; reported only when it changes.
  case waiting(for: Side)
  /// A copy has used up its room; it continues after `resume()`.
  case roomWanted
  /// The source has ended (or its size is reached), and all bytes were handed on.
  case ended(total: UInt64)
  /// The destination closed the pipe, and left so many handed-on bytes in it.
  case destinationClosed(unread: UInt64)
  /// The source has more than it was allowed to.
  case limitExceeded
  /// The source has fewer bytes than its size.
  case short(total: UInt64)
  /// The source is another file than before, or its content has changed.
  case changed
  /// A call failed; ENOSPC and the like are `isNoSpace`.
  case failed(SystemError)

  package enum Side: Hashable, Sendable {
    case source
    case destination
  }
}
