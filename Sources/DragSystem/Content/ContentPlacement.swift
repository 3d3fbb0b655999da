internal import Synchronization

/// The place for incoming content.
package struct ContentPlacement: Sendable {
  /// Content up to this size, in bytes, stays in memory while the allowance permits it.
  package var memoryThreshold: UInt64
  package var allowance: MemoryAllowance
  /// The folder of the unlinked file for larger content. Nil: never on a disk; storing fails with ENOSPC then.
  package var folder: String?

  package init(memoryThreshold: UInt64, allowance: MemoryAllowance, folder: String?) {
    self.memoryThreshold = memoryThreshold
    self.allowance = allowance
    self.folder = folder
  }

  /// Never on a disk, whatever the size.
  package static func memoryOnly(_ allowance: MemoryAllowance) -> ContentPlacement {
    ContentPlacement(memoryThreshold: .max, allowance: allowance, folder: nil)
  }
}

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
