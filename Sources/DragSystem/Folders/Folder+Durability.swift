internal import CLinux

/// What a crash must not undo, and how files are told apart.
extension Folder {
  /// Waits until the names in it are on the disk.
  package func synchronize() throws(SystemError) {
    let number = linux_openat(rawValue, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
    guard number >= 0 else { throw .last("open") }
    let readable = OwnedFileDescriptor(adopting: number)
    guard fsync(readable.rawValue) == 0 else { throw .last("fsync") }
  }

  /// Which folder it is.
  package func identity() throws(SystemError) -> FileIdentity {
    var status = stat()
    guard fstat(rawValue, &status) == 0 else { throw .last("fstat") }
    return FileFacts(status).identity
  }

  /// Which file has that name, and of what kind; nil when nothing has. A symbolic link is not followed.
  package func facts(of name: [UInt8]) throws(SystemError) -> FileFacts? {
    var status = stat()
    if withPath(name, { fstatat(rawValue, $0, &status, AT_SYMLINK_NOFOLLOW) }) == 0 {
      return FileFacts(status)
    }
    guard linux_errno() == ENOENT else { throw .last("stat") }
    return nil
  }

  /// Opens for reading what is no symbolic link; waits for no FIFO.
  package func open(_ name: [UInt8]) throws(SystemError) -> OwnedFileDescriptor {
    let number = withPath(name) {
      linux_openat(rawValue, $0, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0)
    }
    guard number >= 0 else { throw .last("open") }
    return OwnedFileDescriptor(adopting: number)
  }

  /// Removes a file. Throws ENOENT when it is gone already.
  package func unlink(_ name: [UInt8]) throws(SystemError) {
    guard withPath(name, { unlinkat(rawValue, $0, 0) }) == 0 else { throw .last("unlink") }
  }

  /// Throws why a file in it could not be removed, as far as that can be told before: EACCES, EROFS, or EPERM
  /// in a folder where only its owner may remove a file (the sticky bit, unlink(2)).
  package func checkRemoval(of name: [UInt8]) throws(SystemError) {
    guard faccessat(rawValue, ".", W_OK | X_OK, AT_EACCESS) == 0 else { throw .last("access") }
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

  /// The names in it, in no order, without `.` and `..`.
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

extension SystemError {
  /// There is nothing of that name.
  package var isMissing: Bool { errno == ENOENT || errno == ENOTDIR }

  /// The name has more bytes than the file system takes.
  package var isTooLongName: Bool { errno == ENAMETOOLONG }
}
