internal import CLinux

/// The permission bits of new files.
package enum FileMode {
  /// The bits that this process denies to every new file (umask(2)).
  package static var denied: UInt32 {
    // There is no call that only reads it. For a moment new files are more private, never less.
    let mask = umask(0o077)
    umask(mask)
    return UInt32(mask)
  }

  /// The same in a process whose other threads must not see the mask change: Linux has it in /proc since 4.7.
  package static var deniedInThreads: UInt32 {
    let status = try? OwnedFileDescriptor.open("/proc/self/status", O_RDONLY).read(upTo: 4096)
    let lines = String(decoding: status ?? [], as: UTF8.self).split(separator: "\n")
    let mask = lines.first { $0.hasPrefix("Umask:") }?.split(separator: "\t").last
    return mask.flatMap { UInt32($0, radix: 8) } ?? 0o077
  }
}

extension OwnedFileDescriptor {
  /// Sets the time of the last change of the content, in microseconds of the real-time clock since 1970.
  package borrowing func setModified(_ moment: UInt64) throws(SystemError) {
    guard futimens(rawValue, Self.times(modified: moment)) == 0 else { throw .last("futimens") }
  }

  static func times(modified moment: UInt64) -> [timespec] {
    let time = timespec(
      tv_sec: Int(clamping: moment / 1_000_000), tv_nsec: Int(moment % 1_000_000) * 1_000)
    // UTIME_OMIT, a macro that Swift does not import.
    return [timespec(tv_sec: 0, tv_nsec: (1 << 30) - 2), time]
  }

  /// Waits until the content, the permissions and the times are on the disk.
  package borrowing func synchronize() throws(SystemError) {
    guard fsync(rawValue) == 0 else { throw .last("fsync") }
  }

  /// Whether the kernel makes the file's content when it is read, so that its size says nothing: in /proc it is 0, in
  /// /sys a page.
  package borrowing func isMadeWhenRead() throws(SystemError) -> Bool {
    if try Self.isMadeWhenRead(rawValue) { return true }
    // Other file systems have such files too.
    var status = stat()
    guard fstat(rawValue, &status) == 0 else { throw .last("fstat") }
    var byte: UInt8 = 0
    return status.st_size == 0 && pread(rawValue, &byte, 1, 0) == 1
  }

  static func isMadeWhenRead(_ number: Int32) throws(SystemError) -> Bool {
    var facts = statfs()
    guard fstatfs(number, &facts) == 0 else { throw .last("fstatfs") }
    // statfs(2): proc, sysfs, cgroup, cgroup2, debugfs, tracefs, securityfs, configfs, selinuxfs.
    let kinds = [
      0x9fa0, 0x6265_6572, 0x27_e0eb, 0x6367_7270, 0x6462_6720, 0x7472_6163, 0x7363_6673,
      0x6265_6570, 0xf97c_ff8c,
    ]
    return kinds.contains(Int(facts.f_type))
  }
}

extension FilePath {
  /// Opens a path for reading. Of a FIFO it waits until a program writes, or has written: `waiting` is called when that
  /// takes long.
  package static func openForReading(
    _ path: [UInt8], waiting: () -> Void
  ) throws(SystemError) -> OwnedFileDescriptor {
    guard try FileStatus.of(path: path)?.kind == .fifo else { return try openForReading(path) }
    let number = withPath(path) {
      linux_open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY, 0)
    }
    guard number >= 0 else { throw .last("open") }
    let file = OwnedFileDescriptor(adopting: number)
    // A FIFO that no process has opened for writing yet reports nothing, not even its end.
    var request = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    if poll(&request, 1, 300) == 0 {
      waiting()
      while poll(&request, 1, -1) < 0, linux_errno() == EINTR {}
    }
    let flags = linux_fcntl(number, F_GETFL, 0)
    guard flags >= 0, linux_fcntl(number, F_SETFL, Int(flags & ~O_NONBLOCK)) >= 0 else {
      throw .last("fcntl(F_SETFL)")
    }
    return file
  }
}
