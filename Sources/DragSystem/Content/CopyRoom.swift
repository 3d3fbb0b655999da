/// How many bytes a worker may write for one copy. It never writes more, however late the loop hears of it.
package final class CopyRoom: Sendable {
  private let granted: Lock<UInt64>

  package init(_ bytes: UInt64) {
    granted = Lock(bytes)
  }

  /// Bytes in all, from the beginning.
  package var bytes: UInt64 { granted.withLock { $0 } }

  package func grow(to bytes: UInt64) {
    granted.withLock { $0 = max($0, bytes) }
  }
}
