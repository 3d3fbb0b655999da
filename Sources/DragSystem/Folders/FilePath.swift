internal import CLinux

/// Whole paths, as bytes.
package enum FilePath {
  /// Opens for reading; a FIFO is waited for, as everywhere in a shell.
  package static func openForReading(_ path: [UInt8]) throws(SystemError) -> OwnedFileDescriptor {
    let number = withPath(path) { linux_open($0, O_RDONLY | O_CLOEXEC | O_NOCTTY, 0) }
    guard number >= 0 else { throw .last("open") }
    return OwnedFileDescriptor(adopting: number)
  }

  /// Opens a regular file for reading; nil when the path leads to something else, which is left alone: to open a FIFO
  /// may take for ever, and a device may act on it.
  package static func openRegularFile(
    _ path: [UInt8]
  ) throws(SystemError) -> OwnedFileDescriptor? {
    let number = withPath(path) { linux_open($0, O_PATH | O_CLOEXEC, 0) }
    guard number >= 0 else { throw .last("open") }
    let found = OwnedFileDescriptor(adopting: number)
    guard try FileStatus.of(found).kind == .regular else { return nil }
    return try found.reopen(O_RDONLY)
  }

  /// Opens what is there for writing, as a device or a FIFO; it creates and cuts off nothing.
  package static func openForWriting(_ path: [UInt8]) throws(SystemError) -> OwnedFileDescriptor {
    let number = withPath(path) { linux_open($0, O_WRONLY | O_CLOEXEC | O_NOCTTY, 0) }
    guard number >= 0 else { throw .last("open") }
    return OwnedFileDescriptor(adopting: number)
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

extension OwnedFileDescriptor {
  /// Sets the permission bits.
  package borrowing func setMode(_ mode: UInt32) throws(SystemError) {
    guard fchmod(rawValue, mode) == 0 else { throw .last("fchmod") }
  }

  /// Waits until the content is on the disk.
  package borrowing func synchronizeContent() throws(SystemError) {
    guard fdatasync(rawValue) == 0 else { throw .last("fdatasync") }
  }

  /// Where reading and writing stand; ESPIPE for what has no such place.
  package borrowing func position() throws(SystemError) -> UInt64 {
    let offset = lseek(rawValue, 0, SEEK_CUR)
    guard offset >= 0 else { throw .last("lseek") }
    return UInt64(offset)
  }

  package borrowing func setPosition(_ offset: UInt64) throws(SystemError) {
    guard lseek(rawValue, Int(clamping: offset), SEEK_SET) >= 0 else { throw .last("lseek") }
  }
}
