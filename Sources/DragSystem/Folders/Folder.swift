internal import CLinux

/// A folder to create files in, by its descriptor: a rename of the folder does not change which one it is. Names are
/// bytes without a slash.
package struct Folder: ~Copyable, Sendable {
  private let descriptor: OwnedFileDescriptor

  /// Throws ENOENT, ENOTDIR, EACCES … as open(2) does.
  package init(path: [UInt8]) throws(SystemError) {
    let number = withPath(path) { linux_open($0, O_PATH | O_DIRECTORY | O_CLOEXEC, 0) }
    guard number >= 0 else { throw .last("open") }
    descriptor = OwnedFileDescriptor(adopting: number)
  }

  private init(_ descriptor: consuming OwnedFileDescriptor) {
    self.descriptor = descriptor
  }

  /// Adopts the descriptor of a folder; throws ENOTDIR when it is not a folder's.
  init(adopting descriptor: consuming OwnedFileDescriptor) throws(SystemError) {
    self.descriptor = descriptor
    guard try FileStatus(of: self.descriptor).kind == .directory else {
      throw SystemError("open", errno: ENOTDIR)
    }
  }

  /// Another descriptor of the same folder.
  package borrowing func duplicate() throws(SystemError) -> Folder {
    Folder(try descriptor.duplicate())
  }

  package var rawValue: Int32 { descriptor.rawValue }

  /// Creates a file for writing without a name; the kernel removes it with its descriptor unless `link` names it.
  ///
  /// Throws EOPNOTSUPP, EISDIR or ENOENT where the file system or the kernel does not support that.
  package func createUnnamed(mode: UInt32) throws(SystemError) -> OwnedFileDescriptor {
    let number = linux_openat(rawValue, ".", Self.unnamed | O_WRONLY | O_CLOEXEC, mode)
    guard number >= 0 else { throw .last("open(O_TMPFILE)") }
    return OwnedFileDescriptor(adopting: number)
  }

  /// O_TMPFILE, a macro that Swift does not import.
  private static let unnamed = 0o20000000 | O_DIRECTORY

  /// Creates a file for writing under an unused name; throws EEXIST when the name is used.
  package func create(_ name: [UInt8], mode: UInt32) throws(SystemError) -> OwnedFileDescriptor {
    let number = withPath(name) {
      linux_openat(rawValue, $0, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
    }
    guard number >= 0 else { throw .last("open") }
    return OwnedFileDescriptor(adopting: number)
  }

  /// Names a file that `createUnnamed` made; throws EEXIST when the name is used.
  package func link(
    _ file: borrowing OwnedFileDescriptor, as name: [UInt8]
  ) throws(SystemError) {
    let result = withPath(name) {
      linkat(AT_FDCWD, "/proc/self/fd/\(file.rawValue)", rawValue, $0, AT_SYMLINK_FOLLOW)
    }
    guard result == 0 else { throw .last("linkat") }
  }

  /// Renames without replacing: throws EEXIST when the new name is used.
  package func rename(_ old: [UInt8], to new: [UInt8]) throws(SystemError) {
    let result = withPath(old) { old in
      withPath(new) { linux_rename_noreplace(rawValue, old, rawValue, $0) }
    }
    if result == 0 { return }
    // File systems without RENAME_NOREPLACE can still make a second link.
    guard linux_errno() == EINVAL || linux_errno() == ENOSYS else { throw .last("renameat2") }
    let linked = withPath(old) { old in
      withPath(new) { linkat(rawValue, old, rawValue, $0, 0) }
    }
    guard linked == 0 else {
      guard [EPERM, ENOSYS, EOPNOTSUPP, EMLINK].contains(linux_errno()) else {
        throw .last("linkat")
      }
      return try renameOverOwn(old, to: new)
    }
    remove(old)
  }

  /// Renames without replacing where the file system has no links either, as many on FUSE: over an empty file that only
  /// this call can have created.
  func renameOverOwn(_ old: [UInt8], to new: [UInt8]) throws(SystemError) {
    _ = try create(new, mode: 0o600)
    do throws(SystemError) {
      try replace(new, by: old)
    } catch {
      remove(new)
      throw error
    }
  }

  /// Renames, and replaces the file of the new name atomically.
  package func replace(_ new: [UInt8], by old: [UInt8]) throws(SystemError) {
    let result = withPath(old) { old in
      withPath(new) { renameat(rawValue, old, rawValue, $0) }
    }
    guard result == 0 else { throw .last("renameat") }
  }

  /// Removes a file, or does nothing when that fails.
  package func remove(_ name: [UInt8]) {
    _ = withPath(name) { unlinkat(rawValue, $0, 0) }
  }

  /// The status of the file with that name; nil when there is none. Does not follow a symbolic link.
  package func status(of name: [UInt8]) throws(SystemError) -> FileStatus? {
    try FileStatus.of(name, in: rawValue, followsLinks: false)
  }

  /// The folder itself, open for reading: the descriptor of this value can do nothing but lead to names.
  borrowing func openForReading() throws(SystemError) -> OwnedFileDescriptor {
    let number = linux_openat(rawValue, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
    guard number >= 0 else { throw .last("open") }
    return OwnedFileDescriptor(adopting: number)
  }
}

extension Folder {
  /// Holds an exclusive lock on the folder while `body` runs, against other processes and other calls in this process.
  /// Waits until the lock is free. The kernel releases it when the process ends (flock(2)).
  package borrowing func withLock<Value>(
    _ body: () throws(SystemError) -> Value
  ) throws(SystemError) -> Value {
    // A lock belongs to an open file description, so each call opens its own.
    let file = try openForReading()
    while linux_flock(file.rawValue, LOCK_EX) != 0 {
      guard linux_errno() == EINTR else { throw .last("flock") }
    }
    return try body()
  }
}

/// The names in the folder, and waiting until they are on the disk.
extension Folder {
  /// Waits until the folder's names are on the disk.
  package func synchronize() throws(SystemError) {
    try openForReading().synchronize()
  }

  /// The identity of the folder itself.
  package func identity() throws(SystemError) -> FileIdentity {
    try FileStatus(of: descriptor).identity
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
    let own = try FileStatus(number: rawValue)
    guard own.isSticky else { return }
    guard let file = try FileStatus.of(name, in: rawValue, followsLinks: false) else {
      throw SystemError("stat", errno: ENOENT)
    }
    let user = geteuid()
    guard user == 0 || user == file.owner || user == own.owner else {
      throw SystemError("unlink", errno: EPERM)
    }
  }

  /// The names in the folder, in no order, without `.` and `..`.
  package func names() throws(SystemError) -> [[UInt8]] {
    let number = try openForReading().release()
    guard let stream = fdopendir(number) else {
      close(number)
      throw .last("fdopendir")
    }
    defer { closedir(stream) }
    var names: [[UInt8]] = []
    while let entry = linux_readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { start in
        start.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) {
          ProgramArguments.bytes($0)
        }
      }
      if !name.elementsEqual(".".utf8), !name.elementsEqual("..".utf8) { names.append(name) }
    }
    // Otherwise a folder that could not be read to its end would seem to have less.
    guard linux_errno() == 0 else { throw .last("readdir") }
    return names
  }
}

/// Calls C with a path. C would cut a path at a NUL, so a path with one becomes the empty path, which no call accepts.
func withPath<Result>(_ path: [UInt8], _ body: (UnsafePointer<CChar>) -> Result) -> Result {
  let text = path.contains(0) ? [0] : path + [0]
  return text.withUnsafeBufferPointer { buffer in
    buffer.withMemoryRebound(to: CChar.self) { chars in
      chars.baseAddress.map(body)
    }
  }!
}
