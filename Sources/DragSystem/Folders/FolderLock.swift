internal import CLinux

extension Folder {
  /// Keeps other processes, and other calls of this in this one, from changing what they change under this lock too.
  /// Waits until nobody else has it. The kernel gives it back with the process (flock(2)).
  package borrowing func withLock<Value>(
    _ body: () throws(SystemError) -> Value
  ) throws(SystemError) -> Value {
    // A lock belongs to an open file: each call has its own.
    let number = linux_openat(rawValue, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
    guard number >= 0 else { throw .last("open") }
    let file = OwnedFileDescriptor(adopting: number)
    while linux_flock(file.rawValue, LOCK_EX) != 0 {
      guard linux_errno() == EINTR else { throw .last("flock") }
    }
    return try body()
  }
}
