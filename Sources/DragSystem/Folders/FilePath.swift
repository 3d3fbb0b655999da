internal import CLinux

/// Whole paths, as bytes.
package enum FilePath {
  /// Opens a path for reading; waits for a FIFO's writer, as a shell does.
  package static func openForReading(_ path: [UInt8]) throws(SystemError) -> OwnedFileDescriptor {
    let number = withPath(path) { linux_open($0, O_RDONLY | O_CLOEXEC | O_NOCTTY, 0) }
    guard number >= 0 else { throw .last("open") }
    return OwnedFileDescriptor(adopting: number)
  }

  /// Opens a path for reading. For a FIFO it waits until a program writes, or has written; it calls `waiting` when that
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
    let deadline = Clock.monotonic + patience
    var ready: Int32
    repeat {
      let left = deadline - min(deadline, Clock.monotonic)
      ready = poll(&request, 1, Int32(left / 1_000))
    } while ready < 0 && linux_errno() == EINTR
    if ready == 0 {
      waiting()
      while poll(&request, 1, -1) < 0, linux_errno() == EINTR {}
    }
    let flags = linux_fcntl(number, F_GETFL, 0)
    guard flags >= 0, linux_fcntl(number, F_SETFL, Int(flags & ~O_NONBLOCK)) >= 0 else {
      throw .last("fcntl(F_SETFL)")
    }
    return file
  }

  /// Microseconds after which `waiting` is called.
  private static let patience: UInt64 = 300_000

  /// Opens a regular file for reading; nil when the path leads to anything else, which this does not open: opening a
  /// FIFO may wait for ever, and opening a device may have effects.
  package static func openRegularFile(
    _ path: [UInt8]
  ) throws(SystemError) -> OwnedFileDescriptor? {
    let number = withPath(path) { linux_open($0, O_PATH | O_CLOEXEC, 0) }
    guard number >= 0 else { throw .last("open") }
    let found = OwnedFileDescriptor(adopting: number)
    guard try FileStatus(of: found).kind == .regular else { return nil }
    return try found.reopen(O_RDONLY)
  }

  /// Opens an existing file for writing, such as a device or a FIFO; neither creates nor truncates. Nil for a FIFO that
  /// no program reads yet: opening it would wait for one, perhaps for ever.
  package static func openForWriting(_ path: [UInt8]) throws(SystemError) -> OwnedFileDescriptor? {
    let isFIFO = try FileStatus.of(path: path)?.kind == .fifo
    let flags = O_WRONLY | O_CLOEXEC | O_NOCTTY | (isFIFO ? O_NONBLOCK : 0)
    let number = withPath(path) { linux_open($0, flags, 0) }
    guard number >= 0 else {
      if isFIFO, linux_errno() == ENXIO { return nil }
      throw .last("open")
    }
    let file = OwnedFileDescriptor(adopting: number)
    guard isFIFO else { return file }
    let status = linux_fcntl(number, F_GETFL, 0)
    guard status >= 0, linux_fcntl(number, F_SETFL, Int(status & ~O_NONBLOCK)) >= 0 else {
      throw .last("fcntl(F_SETFL)")
    }
    return file
  }

  /// The path without symbolic links, `.` and `..`; ENOENT when it leads nowhere.
  package static func resolved(_ path: [UInt8]) throws(SystemError) -> [UInt8] {
    guard let resolved = withPath(path, { realpath($0, nil) }) else { throw .last("realpath") }
    defer { free(resolved) }
    return ProgramArguments.bytes(resolved)
  }

  package static func workingFolder() throws(SystemError) -> [UInt8] {
    guard let path = getcwd(nil, 0) else { throw .last("getcwd") }
    defer { free(path) }
    return ProgramArguments.bytes(path)
  }
}
