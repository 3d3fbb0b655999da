internal import CLinux

// Folders within a folder, and files in them, by paths that cannot lead out of it: no `..`, no symbolic link, no other
// file system (openat2(2)).
extension Folder {
  /// The folder at a path below this one; the empty path is the folder itself.
  package borrowing func openFolder(beneath path: [UInt8]) throws(SystemError) -> Folder {
    guard !path.isEmpty else { return try duplicate() }
    return try Folder(adopting: try open(beneath: path, O_PATH | O_DIRECTORY | O_CLOEXEC))
  }

  /// The file at a path below this one, for reading; does not wait for a FIFO's writer.
  package borrowing func openFile(
    beneath path: [UInt8]
  ) throws(SystemError) -> OwnedFileDescriptor {
    try open(beneath: path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
  }

  private borrowing func open(
    beneath path: [UInt8], _ flags: Int32
  ) throws(SystemError) -> OwnedFileDescriptor {
    let number = withPath(path) { linux_open_beneath(rawValue, $0, flags) }
    guard number >= 0 else { throw .last("openat2") }
    return OwnedFileDescriptor(adopting: number)
  }

  /// The status of the folder itself.
  package borrowing func status() throws(SystemError) -> FileStatus {
    try FileStatus(number: rawValue)
  }

  /// Whether the kernel makes the files of this file system when they are read, as those of procfs.
  package borrowing func isMadeWhenRead() throws(SystemError) -> Bool {
    try OwnedFileDescriptor.isMadeWhenRead(rawValue)
  }

  /// Creates a folder; throws EEXIST when the name is used.
  package borrowing func createFolder(_ name: [UInt8], mode: UInt32) throws(SystemError) {
    guard withPath(name, { mkdirat(rawValue, $0, mode) }) == 0 else { throw .last("mkdir") }
  }

  /// Creates a symbolic link; throws EEXIST when the name is used.
  package borrowing func createLink(
    _ name: [UInt8], to destination: [UInt8]
  ) throws(SystemError) {
    let result = withPath(destination) { destination in
      withPath(name) { symlinkat(destination, rawValue, $0) }
    }
    guard result == 0 else { throw .last("symlink") }
  }

  /// Where a symbolic link leads.
  package borrowing func destination(ofLink name: [UInt8]) throws(SystemError) -> [UInt8] {
    let limit = 4096
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, filled in
      buffer.withMemoryRebound(to: CChar.self) { chars in
        let count = withPath(name) { readlinkat(rawValue, $0, chars.baseAddress!, limit) }
        if count < 0 { failure = .last("readlink") }
        filled = max(count, 0)
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// A lock on the folder (flock(2)), which ends with the descriptor or the process; nil when another descriptor has
  /// it.
  package borrowing func lock() throws(SystemError) -> OwnedFileDescriptor? {
    let file = try openForReading()
    guard linux_flock(file.rawValue, LOCK_EX | LOCK_NB) == 0 else { return nil }
    return file
  }

  /// Whether this process may read a file of the folder, or list a folder in it and enter what is there (access(2)).
  package borrowing func isReadable(_ name: [UInt8], isFolder: Bool) -> Bool {
    withPath(name) { faccessat(rawValue, $0, isFolder ? R_OK | X_OK : R_OK, AT_EACCESS) } == 0
  }

  /// Sets the permission bits of the folder itself.
  package borrowing func setMode(_ mode: UInt32) throws(SystemError) {
    guard fchmodat(rawValue, ".", mode, 0) == 0 else { throw .last("fchmod") }
  }

  /// Sets the time of the folder's last change, in microseconds of the real-time clock since 1970.
  package borrowing func setModified(_ moment: Int64) throws(SystemError) {
    let times = OwnedFileDescriptor.times(modified: moment)
    guard utimensat(rawValue, ".", times, 0) == 0 else { throw .last("utimensat") }
  }

  /// Sets the time of a symbolic link itself.
  package borrowing func setModified(
    _ moment: Int64, ofLink name: [UInt8]
  ) throws(SystemError) {
    let times = OwnedFileDescriptor.times(modified: moment)
    let result = withPath(name) { utimensat(rawValue, $0, times, AT_SYMLINK_NOFOLLOW) }
    guard result == 0 else { throw .last("utimensat") }
  }

  /// Removes all that is in the folder itself, down to 320 levels, whatever name it has by now.
  package borrowing func removeContents() {
    _ = linux_empty_folder(rawValue)
  }

  /// Removes an empty folder, or does nothing when that fails.
  package borrowing func removeFolder(_ name: [UInt8]) {
    _ = withPath(name) { unlinkat(rawValue, $0, AT_REMOVEDIR) }
  }

  /// Gives an entry of this folder a new name in another folder and replaces nothing: throws EEXIST when the new name
  /// is used, and EXDEV when the other folder is on another file system.
  package borrowing func rename(
    _ old: [UInt8], to new: [UInt8], in other: borrowing Folder
  ) throws(SystemError) {
    let number = other.rawValue
    let result = withPath(old) { old in
      withPath(new) { linux_rename_noreplace(rawValue, old, number, $0) }
    }
    if result == 0 { return }
    // Without RENAME_NOREPLACE: a folder never replaces a file, nor a folder that has something in it.
    guard linux_errno() == EINVAL || linux_errno() == ENOSYS else { throw .last("renameat2") }
    guard try other.status(of: new) == nil else { throw SystemError("rename", errno: EEXIST) }
    let renamed = withPath(old) { old in
      withPath(new) { renameat(rawValue, old, number, $0) }
    }
    guard renamed == 0 else { throw .last("rename") }
  }
}
