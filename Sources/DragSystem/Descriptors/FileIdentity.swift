internal import CLinux

/// What tells whether a file is still the one that was seen, with the same content: if it is written, its size or its
/// modification time changes.
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

/// Which file a descriptor is open on, and of what type: fstat(2).
package struct FileFacts: Hashable, Sendable {
  package var kind: FileKind
  package var identity: FileIdentity
  /// No folder names it: a memfd, or a file that was unlinked.
  package var isUnnamed: Bool

  /// Blocks for ever on a dead mount: a peer's descriptor is asked on a worker of its lane.
  package init(of descriptor: borrowing OwnedFileDescriptor) throws(SystemError) {
    var status = stat()
    guard fstat(descriptor.rawValue, &status) == 0 else { throw .last("fstat") }
    self.init(status)
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
    isUnnamed = status.st_nlink == 0
    identity = FileIdentity(
      device: UInt64(status.st_dev), inode: UInt64(status.st_ino),
      size: UInt64(max(status.st_size, 0)),
      modified: Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec))
  }
}
