/// How far a transfer is.
public struct TransferProgress: Hashable, Sendable {
  /// Bytes that have arrived.
  public let bytes: UInt64
  /// Bytes that there will be; nil while that is unknown.
  public let total: UInt64?
  /// Bytes per second, over about the last second; nil until that can be told.
  public let rate: Double?

  /// How far, from 0 to 1; nil while the total is unknown.
  public var fraction: Double? {
    total.map { $0 == 0 ? 1 : min(Double(bytes) / Double($0), 1) }
  }
}

/// Makes progress of byte counts.
struct ProgressMeter {
  private var last: (bytes: UInt64, time: ContinuousClock.Instant)?
  private var rate: Double?
  /// Seconds after which what was before counts for little.
  private static let memory = 1.0

  mutating func progress(
    bytes: UInt64, total: UInt64?, at now: ContinuousClock.Instant = .now
  ) -> TransferProgress {
    if let last, bytes >= last.bytes {
      let seconds = (now - last.time) / .seconds(1)
      // Two counts of nearly the same moment tell nothing.
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
