/// Bytes a second, smoothed so that a person can read it: recent seconds count more.
package struct ByteRate: Sendable {
  private var last: (bytes: UInt64, time: UInt64)
  private var smoothed: Double?

  /// - Parameters:
  ///   - bytes: how many there are at the start.
  ///   - time: microseconds of a clock that never goes back; so in the other functions.
  package init(bytes: UInt64 = 0, at time: UInt64) {
    last = (bytes, time)
  }

  package mutating func update(bytes: UInt64, at time: UInt64) {
    let elapsed = time &- last.time
    // A shorter time says more about the scheduler than about the transfer.
    guard time > last.time, elapsed >= 50_000, bytes >= last.bytes else { return }
    let now = Double(bytes - last.bytes) * 1_000_000 / Double(elapsed)
    // The weight of the past halves about every second, however often this is called.
    let weight = 1 / (1 + Double(elapsed) / 1_000_000)
    smoothed = smoothed.map { $0 * weight + now * (1 - weight) } ?? now
    last = (bytes, time)
  }

  /// Nil until enough time has passed to tell.
  package var bytesPerSecond: UInt64? {
    smoothed.map { $0 < 0x1p63 ? UInt64($0 + 0.5) : .max }
  }
}
