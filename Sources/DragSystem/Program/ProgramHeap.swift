internal import CLinux

/// The memory that the program allocates.
package enum ProgramHeap {
  /// Gives whole pages of what was freed back to the system: malloc_trim(3). By itself malloc keeps what is not at the
  /// heap's end, as if it were needed again.
  package static func giveBack() {
    malloc_trim(0)
  }
}
