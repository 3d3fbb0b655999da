internal import DragModel

/// The progress of a transfer.
public struct TransferProgress: Hashable, Sendable {
  /// Bytes that have arrived.
  public let bytes: UInt64
  /// The number of bytes at the end; nil while that is unknown.
  public let total: UInt64?
  /// Bytes per second, over about the last second; nil until it is known.
  public let rate: Double?

  /// A progress.
  public init(bytes: UInt64, total: UInt64?, rate: Double? = nil) {
    self.bytes = bytes
    self.total = total
    self.rate = rate
  }

  /// The fraction that has arrived, from 0 to 1; nil while the total is unknown.
  public var fraction: Double? {
    total.map { $0 == 0 ? 1 : min(Double(bytes) / Double($0), 1) }
  }
}

/// Computes progress from byte counts.
struct ProgressMeter {
  private let start: ContinuousClock.Instant
  /// Nil before the first count.
  private var rate: ByteRate?
  private var last: UInt64 = 0

  init(start: ContinuousClock.Instant = .now) {
    self.start = start
  }

  mutating func progress(
    bytes: UInt64, total: UInt64?, at now: ContinuousClock.Instant = .now
  ) -> TransferProgress {
    let time = UInt64(max((now - start) / .microseconds(1), 0))
    // A transfer that starts again has a rate of its own.
    if rate == nil || bytes < last { rate = ByteRate(bytes: bytes, at: time) }
    rate?.update(bytes: bytes, at: time)
    last = bytes
    return TransferProgress(
      bytes: bytes, total: total, rate: rate?.bytesPerSecond.map { Double($0) })
  }
}
