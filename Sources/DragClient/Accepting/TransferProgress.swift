/// The progress of a transfer.
public struct TransferProgress: Hashable, Sendable {
  /// Bytes that have arrived.
  public let bytes: UInt64
  /// The number of bytes at the end; nil while that is unknown.
  public let total: UInt64?
  /// Bytes per second, over about the last second; nil until it is known.
  public let rate: Double?

  /// How far, from 0 to 1; nil while the total is unknown.
  public var fraction: Double? {
    total.map { $0 == 0 ? 1 : min(Double(bytes) / Double($0), 1) }
  }
}

/// Computes progress from byte counts.
struct ProgressMeter {
  private var last: (bytes: UInt64, time: ContinuousClock.Instant)?
  private var rate: Double?
  /// Seconds after which earlier counts matter little.
  private static let memory = 1.0

  mutating func progress(
    bytes: UInt64, total: UInt64?, at now: ContinuousClock.Instant = .now
  ) -> TransferProgress {
    if let last, bytes >= last.bytes {
      let seconds = (now - last.time) / .seconds(1)
      // Two counts of nearly the same time say nothing.
      if seconds >= 0.01 {
        let current = Double(bytes - last.bytes) / seconds
        let weight = min(seconds / Self.memory, 1)
        rate = rate.map { $0 + (current - $0) * weight } ?? current
        self.last = (bytes, now)
      }
    } else {
      last = (bytes, now)
    }
    return TransferProgress(bytes: bytes, total: total, rate: rate)
  }
}
