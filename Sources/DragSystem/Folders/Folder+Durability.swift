internal import CLinux

/// Durable changes, and which file has which name.
extension Folder {
  /// Waits until the folder's names are on the disk.
  package func synchronize() throws(SystemError) {
    let number = linux_openat(rawValue, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
    guard number >= 0 else { throw .last("open") }
    let readable = OwnedFileDescriptor(adopting: number)
    guard fsync(readable.rawValue) == 0 else { throw .last("fsync") }
  }

  /// The identity of the folder itself.
  package func identity() throws(SystemError) -> FileIdentity {
    var status = stat()
    guard fstat(rawValue, &status) == 0 else { throw .last("fstat") }
    return FileStatus(status).identity
  }

  /// Opens a name for reading, unless it is a symbolic link; does not wait for a FIFO's writer.
  package func open(_ name: [UInt8]) throws(SystemError) -> OwnedFileDescriptor {
    let number = withPath(name) {
      linux_openat(rawValue, $0, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0)
    }
    guard number >= 0 else { throw .last("open") }
    return OwnedFileDescriptor(adopting: number)
  }

  /// Removes a file. Throws ENOENT when it does not exist.
  package func unlink(_ name: [UInt8]) throws(SystemError) {
    guard withPath(name, { unlinkat(rawValue, $0, 0) }) == 0 else { throw .last("unlink") }
  }

  /// Throws the error that creating a file would have, as far as it can be known before: EACCES, EROFS.
  package func checkWritable() throws(SystemError) {
    guard faccessat(rawValue, ".", W_OK | X_OK, AT_EACCESS) == 0 else { throw .last("access") }
  }

  /// Throws the error that removing a file would have, as far as it can be known before: EACCES, EROFS, or EPERM in a
  /// folder where only the owner of a file may remove it (the sticky bit, unlink(2)).
  package func checkRemoval(of name: [UInt8]) throws(SystemError) {
    try checkWritable()
    var own = stat()
    guard fstat(rawValue, &own) == 0 else { throw .last("fstat") }
    guard own.st_mode & UInt32(S_ISVTX) != 0 else { return }
    var file = stat()
    guard withPath(name, { fstatat(rawValue, $0, &file, AT_SYMLINK_NOFOLLOW) }) == 0 else {
      throw .last("stat")
    }
    let user = geteuid()
    guard user == 0 || user == file.st_uid || user == own.st_uid else {
      throw SystemError("unlink", errno: EPERM)
    }
  }

  /// The names in the folder, in no order, without `.` and `..`.
  package func names() throws(SystemError) -> [[UInt8]] {
    let number = linux_openat(rawValue, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
    guard number >= 0 else { throw .last("open") }
    guard let stream = fdopendir(number) else {
      close(number)
      throw .last("fdopendir")
    }
    defer { closedir(stream) }
    var names: [[UInt8]] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { start in
        start.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) {
          ProgramArguments.bytes($0)
        }
      }
      if !name.elementsEqual(".".utf8), !name.elementsEqual("..".utf8) { names.append(name) }
    }
    return names
  }
}
