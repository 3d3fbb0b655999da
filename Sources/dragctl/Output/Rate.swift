/// Bytes a second, smoothed so that it can be read: recent seconds count more.
struct Rate {
  private var last: (bytes: UInt64, time: UInt64)
  private var smoothed: Double?

  /// Starts at a moment in microseconds.
  init(at time: UInt64) {
    last = (0, time)
  }

  mutating func update(bytes: UInt64, at time: UInt64) {
    let elapsed = time &- last.time
    // Too short a time says more about the scheduler than about the transfer.
    guard time > last.time, elapsed >= 50_000, bytes >= last.bytes else { return }
    let now = Double(bytes - last.bytes) * 1_000_000 / Double(elapsed)
    // The weight of the past halves about every second, however often this is called.
    let weight = 1 / (1 + Double(elapsed) / 1_000_000)
    smoothed = smoothed.map { $0 * weight + now * (1 - weight) } ?? now
    last = (bytes, time)
  }

  var bytesPerSecond: UInt64? {
    smoothed.map { $0 < 0x1p63 ? UInt64($0 + 0.5) : .max }
  }
}
