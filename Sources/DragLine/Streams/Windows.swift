/// How much of a stream its sender may send: what the receiver has room for, as in RFC 4254, section 5.2.
package struct SendWindow: Hashable, Sendable {
  /// Bytes that may be sent now.
  package private(set) var allowance = ReceiveWindow.first
  package private(set) var sent: UInt64 = 0

  package init() {}

  package mutating func send(_ count: Int) {
    precondition(count <= allowance, "more was sent than was granted")
    allowance -= count
    sent += UInt64(count)
  }

  mutating func grant(_ count: UInt32) throws(LineViolation) {
    allowance += Int(count)
    guard allowance <= ReceiveWindow.largest else {
      throw LineViolation("more of a stream was granted than any window has")
    }
  }
}

/// How much of a stream its receiver has room for. The room grows while the receiver uses up all of it, so that a long
/// way does not make a stream slow.
package struct ReceiveWindow: Hashable, Sendable {
  package static let first = 256 << 10
  package static let largest = 4 << 20

  package private(set) var size = Self.first
  /// Bytes that the sender may still send.
  private var room = Self.first
  private var received: UInt64 = 0
  /// Bytes used up that were not granted again.
  private var freed = 0
  /// Bytes used up since the room grew.
  private var used = 0
  /// Whether this side has given the stream up: what still comes is dropped.
  package internal(set) var isCancelled = false
  /// Whether all of it has come.
  package private(set) var hasEnded = false

  /// Bytes of all of it; nil for a pipe's.
  private let total: UInt64?

  package init(of total: UInt64? = nil) { self.total = total }

  mutating func receive(_ count: Int) throws(LineViolation) {
    guard !hasEnded else { throw LineViolation("more came of a stream that had ended") }
    guard count <= room else { throw LineViolation("more came of a stream than was granted") }
    room -= count
    received += UInt64(count)
    guard received <= total ?? .max else {
      throw LineViolation("more came of a stream than its size")
    }
  }

  mutating func end(_ count: UInt64) throws(LineViolation) {
    guard !hasEnded else { throw LineViolation("a stream ended twice") }
    guard count == received, count == total ?? count else {
      throw LineViolation("\(received) bytes came of a stream that ended with \(count)")
    }
    hasEnded = true
  }

  /// The receiver has used up bytes.
  ///
  /// - Parameter growth: how much the room may grow.
  /// - Returns: how many bytes to grant the sender; 0 to wait until it is worth a frame.
  mutating func use(_ count: Int, growth: Int) -> Int {
    freed += count
    used += count
    guard !hasEnded, freed >= size / 4 else { return 0 }
    var grant = freed
    freed = 0
    if used >= size, size < Self.largest, growth >= size {
      used = 0
      grant += size
      size *= 2
    }
    room += grant
    return grant
  }
}
