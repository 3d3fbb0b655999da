internal import CLinux

/// A lock that processes share, in a file that is never renamed or removed, and the list of living processes: each
/// holds a lock on one byte of the file for its whole life, so the kernel keeps the list.
///
/// These are open file description locks (fcntl(2), F_OFD_SETLK): two of them in one process exclude each other as in
/// two processes.
package final class FileLock: Sendable {
  private let path: String
  private let file: OwnedFileDescriptor

  /// Creates the file, for its owner only, unless it exists.
  package init(path: String) throws(SystemError) {
    self.path = path
    file = try .open(path, O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600)
  }

  /// Waits until the lock is free. Throws ESTALE when the file was removed or replaced: another process may lock the
  /// new one.
  package func lock() throws(SystemError) {
    try set(Int16(F_WRLCK), byte: 0, waits: true)
    let own = try FileStatus(of: file).identity.key
    let named = try? FileStatus.of(Array(path.utf8), in: AT_FDCWD, followsLinks: false)
    guard named?.identity.key == own else {
      unlock()
      throw SystemError("the lock file \(path) was removed", errno: ESTALE)
    }
  }

  package func unlock() {
    // Unlocking needs no resource, so it cannot fail.
    try? set(Int16(F_UNLCK), byte: 0, waits: false)
  }

  /// Marks this process as alive under an unused number, until this object is destroyed or the process ends.
  package func live(as number: UInt64) throws(SystemError) {
    try set(Int16(F_WRLCK), byte: Self.byte(of: number), waits: false)
  }

  /// Whether another `FileLock` lives under this number; true when the kernel does not say.
  package func isAlive(_ number: UInt64) -> Bool {
    var range = Self.range(Int16(F_WRLCK), byte: Self.byte(of: number))
    while linux_fcntl_lock(file.rawValue, F_OFD_GETLK, &range) != 0 {
      guard linux_errno() == EINTR else { return true }
    }
    return range.l_type != Int16(F_UNLCK)
  }

  /// A random number to live under, which no process has or had.
  package static func newNumber() -> UInt64 { Random.number() & (1 << 62 - 1) }

  /// Byte 0 is the lock itself.
  private static func byte(of number: UInt64) -> Int {
    Int(number & (1 << 62 - 1)) + 1
  }

  private static func range(_ kind: Int16, byte: Int) -> flock {
    var range = flock()
    range.l_type = kind
    range.l_whence = Int16(SEEK_SET)
    range.l_start = byte
    range.l_len = 1
    return range
  }

  private func set(_ kind: Int16, byte: Int, waits: Bool) throws(SystemError) {
    var range = Self.range(kind, byte: byte)
    while linux_fcntl_lock(file.rawValue, waits ? F_OFD_SETLKW : F_OFD_SETLK, &range) != 0 {
      guard linux_errno() == EINTR else { throw .last("fcntl(F_OFD_SETLK)") }
    }
  }
}
