internal import CLinux

/// Whole paths, as bytes.
package enum FilePath {
  /// Opens a path for reading; waits for a FIFO's writer, as a shell does.
  package static func openForReading(_ path: [UInt8]) throws(SystemError) -> OwnedFileDescriptor {
    let number = withPath(path) { linux_open($0, O_RDONLY | O_CLOEXEC | O_NOCTTY, 0) }
    guard number >= 0 else { throw .last("open") }
    return OwnedFileDescriptor(adopting: number)
  }

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

  /// Opens an existing file for writing, such as a device or a FIFO; neither creates nor truncates.
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

  /// The read and write offset; ESPIPE when the file has none.
  package borrowing func position() throws(SystemError) -> UInt64 {
    let offset = lseek(rawValue, 0, SEEK_CUR)
    guard offset >= 0 else { throw .last("lseek") }
    return UInt64(offset)
  }

  package borrowing func setPosition(_ offset: UInt64) throws(SystemError) {
    guard lseek(rawValue, Int(clamping: offset), SEEK_SET) >= 0 else { throw .last("lseek") }
  }
}
