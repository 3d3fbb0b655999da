internal import CLinux

/// Identifies a file and its content: a write changes the size or the modification time.
package struct FileIdentity: Hashable, Sendable {
  package var device: UInt64
  package var inode: UInt64
  /// In bytes.
  package var size: UInt64
  /// In nanoseconds since 1970.
  package var modified: Int64

  package init(device: UInt64, inode: UInt64, size: UInt64, modified: Int64) {
    self.device = device
    self.inode = inode
    self.size = size
    self.modified = modified
  }
}

extension FileIdentity {
  /// The file without its content.
  package var key: FileKey { FileKey(device: device, inode: inode) }

  /// Whether it is that file, with that content. The device's number is not compared: it may change when the machine
  /// restarts.
  package func isUnchanged(since former: FileIdentity) -> Bool {
    var same = self
    same.device = former.device
    return same == former
  }
}

/// Identifies a file while a process has it open, whatever its name and its content.
package struct FileKey: Hashable, Sendable {
  package var device: UInt64
  package var inode: UInt64

  package init(device: UInt64, inode: UInt64) {
    self.device = device
    self.inode = inode
  }
}

/// The types of inode(7).
package enum FileKind: Sendable {
  case regular
  case directory
  case fifo
  case socket
  case characterDevice
  case blockDevice
  case symbolicLink
  case unknown
}

/// The status of a file as stat(2) returns it.
package struct FileStatus: Hashable, Sendable {
  package var kind: FileKind
  package var identity: FileIdentity
  /// The permission bits.
  package var mode: UInt32
  /// Of a folder: only the owner of a file may remove it.
  package var isSticky: Bool
  /// The user id of the file's owner.
  package var owner: UInt32
  /// How many names it has.
  package var links: UInt64
  /// No folder has a name for it: a memfd, or a file that was unlinked.
  package var isUnnamed: Bool { links == 0 }
  /// In bytes: less than the size where the file has holes.
  package var allocated: UInt64

  /// When the content was changed, in microseconds since 1970; negative before. Unlike that of the identity, it does
  /// not overflow in the year 2262.
  package var modified: Int64

  /// In bytes.
  package var size: UInt64 { identity.size }

  /// The status of an open file. Blocks for ever on a dead mount: only a worker of the peer's lane may ask for a peer's
  /// file.
  package init(of descriptor: borrowing OwnedFileDescriptor) throws(SystemError) {
    try self.init(number: descriptor.rawValue)
  }

  init(number: Int32) throws(SystemError) {
    var status = stat()
    guard fstat(number, &status) == 0 else { throw .last("fstat") }
    self.init(status)
  }

  /// The status of the file that a path leads to; nil when there is none.
  package static func of(
    path: [UInt8], followsLinks: Bool = true
  ) throws(SystemError) -> FileStatus? {
    try of(path, in: AT_FDCWD, followsLinks: followsLinks)
  }

  static func of(
    _ path: [UInt8], in folder: Int32, followsLinks: Bool
  ) throws(SystemError) -> FileStatus? {
    var status = stat()
    let result = withPath(path) {
      fstatat(folder, $0, &status, followsLinks ? 0 : AT_SYMLINK_NOFOLLOW)
    }
    if result == 0 { return FileStatus(status) }
    guard linux_errno() == ENOENT else { throw .last("stat") }
    return nil
  }

  init(_ status: stat) {
    kind =
      switch Int32(status.st_mode) & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .directory
      case S_IFIFO: .fifo
      case S_IFSOCK: .socket
      case S_IFCHR: .characterDevice
      case S_IFBLK: .blockDevice
      case S_IFLNK: .symbolicLink
      default: .unknown
      }
    mode = status.st_mode & 0o777
    isSticky = status.st_mode & UInt32(S_ISVTX) != 0
    owner = status.st_uid
    links = UInt64(status.st_nlink)
    allocated = UInt64(max(status.st_blocks, 0)).multipliedReportingOverflow(by: 512).partialValue
    modified =
      Int64(status.st_mtim.tv_sec) &* 1_000_000 &+ Int64(status.st_mtim.tv_nsec) / 1_000
    identity = FileIdentity(
      device: UInt64(status.st_dev), inode: UInt64(status.st_ino),
      size: UInt64(max(status.st_size, 0)),
      modified: Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec))
  }
}
