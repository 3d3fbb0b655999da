/// Where content that arrives is kept.
package struct ContentPlacement: Sendable {
  /// Content up to this size, in bytes, is in memory as long as the allowance permits.
  package var memoryThreshold: UInt64
  package var allowance: MemoryAllowance
  /// For what is larger: the folder of its unlinked file. Nil: never on a disk; then ENOSPC.
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
