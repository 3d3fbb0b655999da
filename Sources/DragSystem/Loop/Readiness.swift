/// The states of a descriptor that a watch asks for or reports: the bits of epoll(7).
///
/// `hangup` and `error` are always reported. A watch is level-triggered: the loop calls its handler in every turn in
/// which the descriptor is ready.
package struct Readiness: OptionSet, Hashable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Whether all of `other` is in this set. From other modules, `OptionSet`'s own method costs three calls through
  /// tables.
  package func contains(_ other: Readiness) -> Bool {
    rawValue & other.rawValue == other.rawValue
  }

  /// Reading would not block (EPOLLIN); also at the end of a pipe that held bytes.
  package static let readable = Readiness(rawValue: 0x001)
  /// Writing would not block (EPOLLOUT).
  package static let writable = Readiness(rawValue: 0x004)
  /// An error; for a pipe's write end: the last reader has closed its end (EPOLLERR).
  package static let error = Readiness(rawValue: 0x008)
  /// The peer has closed its end; for a pipe's read end: the last writer has (EPOLLHUP).
  package static let hangup = Readiness(rawValue: 0x010)
  /// In a request only: after one report the watch reports nothing more, not even `hangup`, until `change(to:)`
  /// (EPOLLONESHOT).
  package static let once = Readiness(rawValue: 1 << 30)
  /// In a request only: report changes instead of states (EPOLLET). The handler must continue until EAGAIN.
  package static let edge = Readiness(rawValue: 1 << 31)
}
