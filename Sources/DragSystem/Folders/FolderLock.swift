internal import CLinux

extension Folder {
  /// Holds an exclusive lock on the folder while `body` runs, against other processes and other calls in this process.
  /// Waits until the lock is free. The kernel releases it when the process ends (flock(2)).
  package borrowing func withLock<Value>(
    _ body: () throws(SystemError) -> Value
  ) throws(SystemError) -> Value {
    // A lock belongs to an open file description, so each call opens its own.
    let number = linux_openat(rawValue, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
    guard number >= 0 else { throw .last("open") }
    let file = OwnedFileDescriptor(adopting: number)
    while linux_flock(file.rawValue, LOCK_EX) != 0 {
      guard linux_errno() == EINTR else { throw .last("flock") }
    }
    return try body()
  }
}
