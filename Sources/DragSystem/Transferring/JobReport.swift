/// What a mover reports, always on the loop's thread.
///
/// Any number of `moved`, `waiting` and `roomWanted`, then exactly one of the others; nothing after `cancel()`.
package enum JobReport: Hashable, Sendable {
  /// So many bytes have been handed on by now. The first at once, then at most every 50 ms, and before the end.
  case transferred(total: UInt64)
  /// Who has to do something before it goes on; only when that is another one than before.
  case waiting(for: Party)
  /// A copy has taken all the room that it has; it goes on after `goOn()`.
  case roomWanted
  /// The source has ended (or its size is reached), and everything was handed on.
  case ended(total: UInt64)
  /// The destination closed the pipe; it left so many bytes in there that had been handed on.
  case destinationGone(unread: UInt64)
  /// The source has more than it was allowed to.
  case limitExceeded
  /// The source has fewer bytes than its size.
  case short(total: UInt64)
  /// The source is another file than it was, or has another content.
  case changed
  /// A call failed; ENOSPC and the like are `isNoSpace`.
  case failed(SystemError)

  package enum Party: Hashable, Sendable {
    case source
    case destination
  }
}
