internal import CLinux

/// A folder on a disk. A rename does not change which folder it is.
package final class DiskStorage: RecordStorage {
  private let folder: OwnedFileDescriptor
  private let sharedLock: FileLock?

  /// The folder must exist. Without a lock `lock()` does nothing.
  package init(folder path: String, lock: FileLock? = nil) throws(SystemError) {
    folder = try .open(path, O_RDONLY | O_DIRECTORY)
    sharedLock = lock
  }

  package func lock() throws(SystemError) { try sharedLock?.lock() }
  package func unlock() { sharedLock?.unlock() }

  package func open(_ name: String) throws(SystemError) -> (any RecordFile)? {
    // O_NONBLOCK: does not wait for the writer of a FIFO with that name.
    let number = linux_openat(
      folder.rawValue, name, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0)
    if number >= 0 { return try DiskFile(OwnedFileDescriptor(adopting: number)) }
    guard linux_errno() == ENOENT else { throw .last("open") }
    return nil
  }

  package func create(_ name: String) throws(SystemError) -> any RecordFile {
    remove(name)
    let number = linux_openat(
      folder.rawValue, name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard number >= 0 else { throw .last("open") }
    return try DiskFile(OwnedFileDescriptor(adopting: number))
  }

  package func key(of name: String) throws(SystemError) -> FileKey? {
    try FileStatus.of(Array(name.utf8), in: folder.rawValue, followsLinks: false)?.identity.key
  }

  package func rename(_ old: String, to new: String) throws(SystemError) {
    guard renameat(folder.rawValue, old, folder.rawValue, new) == 0 else { throw .last("rename") }
  }

  package func remove(_ name: String) {
    unlinkat(folder.rawValue, name, 0)
  }

  package func syncFolder() throws(SystemError) {
    guard fsync(folder.rawValue) == 0 else { throw .last("fsync") }
  }
}

/// A file on a disk.
private final class DiskFile: RecordFile {
  private let descriptor: OwnedFileDescriptor
  let key: FileKey

  init(_ descriptor: consuming OwnedFileDescriptor) throws(SystemError) {
    let status = try FileStatus(of: descriptor)
    guard status.kind == .regular else {
      throw SystemError("it is neither a file nor a folder", errno: EINVAL)
    }
    key = status.identity.key
    self.descriptor = descriptor
  }

  func size() throws(SystemError) -> UInt64 {
    try FileStatus(of: descriptor).identity.size
  }

  func read(upTo count: Int, at offset: UInt64) throws(SystemError) -> [UInt8] {
    try descriptor.read(upTo: count, at: offset)
  }

  func write(_ bytes: [UInt8], at offset: UInt64) throws(SystemError) {
    try descriptor.write(bytes[...], at: offset)
  }

  func truncate(to size: UInt64) throws(SystemError) {
    try descriptor.setSize(size)
  }

  func sync() throws(SystemError) {
    try descriptor.synchronizeContent()
  }
}
