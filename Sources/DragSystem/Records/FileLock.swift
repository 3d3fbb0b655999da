internal import CLinux

/// A lock that processes share, in a file of its own that is never renamed or removed; and a list of
/// the processes that live, which the kernel keeps: each holds a lock on one byte of the file for its whole life.
///
/// These are open file description locks (fcntl(2), F_OFD_SETLK): two of them in one process are as good as
/// two processes.
package final class FileLock: Sendable {
  private let path: String
  private let file: OwnedFileDescriptor

  /// Creates the file if it is not there, for its owner only.
  package init(path: String) throws(SystemError) {
    self.path = path
    file = try .open(path, O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600)
  }

  /// Waits until nobody else has the lock. Throws ESTALE when somebody has removed or replaced the file:
  /// then others may lock another one.
  package func lock() throws(SystemError) {
    try set(Int16(F_WRLCK), byte: 0, waits: true)
    let own = try FileStatus(of: file)
    var named = stat()
    guard lstat(path, &named) == 0, UInt64(named.st_ino) == own.identity.inode,
      UInt64(named.st_dev) == own.identity.device
    else {
      unlock()
      throw SystemError("the lock file \(path) was removed", errno: ESTALE)
    }
  }

  package func unlock() {
    // Giving back a lock that is held needs nothing that could be missing.
    try? set(Int16(F_UNLCK), byte: 0, waits: false)
  }

  /// Counts as alive under this number, which nobody else has, until this object goes or the process ends.
  package func live(as number: UInt64) throws(SystemError) {
    try set(Int16(F_WRLCK), byte: Self.byte(of: number), waits: false)
  }

  /// Whether another `FileLock` lives under this number. When it cannot be found out, it does.
  package func isAlive(_ number: UInt64) -> Bool {
    var range = Self.range(Int16(F_WRLCK), byte: Self.byte(of: number))
    while linux_fcntl_lock(file.rawValue, F_OFD_GETLK, &range) != 0 {
      guard linux_errno() == EINTR else { return true }
    }
    return range.l_type != Int16(F_UNLCK)
  }

  /// A number to live under: random, so that nobody has it, or has had it.
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
