internal import Synchronization

/// How many bytes a worker may write for one copy. The worker never writes more, however late the loop hears of its
/// progress.
package final class CopyRoom: Sendable {
  private let granted: Mutex<UInt64>

  package init(_ bytes: UInt64) {
    granted = Mutex(bytes)
  }

  /// The number of bytes since the start of the copy.
  package var bytes: UInt64 { granted.withLock { $0 } }

  package func grow(to bytes: UInt64) {
    granted.withLock { $0 = max($0, bytes) }
  }
}
