/// What a descriptor is ready for, and what a watch asks for: the bits of epoll(7).
///
/// `hangup` and `error` are always reported, whether asked for or not. A watch is level-triggered: its
/// handler is called in every turn in which the descriptor is ready.
package struct Readiness: OptionSet, Hashable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Whether all of `other` is here. For other modules `OptionSet`'s own is three calls through tables.
  package func contains(_ other: Readiness) -> Bool {
    rawValue & other.rawValue == other.rawValue
  }

  /// Reading would not block (EPOLLIN); also at the end of a pipe that held bytes.
  package static let readable = Readiness(rawValue: 0x001)
  /// Writing would not block (EPOLLOUT).
  package static let writable = Readiness(rawValue: 0x004)
  /// An error; of a pipe's write end: its last reader has gone (EPOLLERR).
  package static let error = Readiness(rawValue: 0x008)
  /// The other side has gone; of a pipe's read end: its last writer has (EPOLLHUP).
  package static let hangup = Readiness(rawValue: 0x010)
  /// In a request only: after one report nothing more, not even `hangup`, until `change(to:)` (EPOLLONESHOT).
  package static let once = Readiness(rawValue: 1 << 30)
  /// In a request only: report changes instead of states (EPOLLET). The handler has to work until EAGAIN.
  package static let edge = Readiness(rawValue: 1 << 31)
}
