internal import CLinux

/// What stat(2) says of a file, as far as it matters for creating one in its place.
package struct FileStatus: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case regular
    case folder
    case symbolicLink
    /// A pipe, a socket or a device.
    case special
  }

  package var kind: Kind
  /// The permission bits.
  package var mode: UInt32
  package var size: UInt64

  /// Of what a path leads to; nil when there is nothing.
  package static func of(path: [UInt8]) throws(SystemError) -> FileStatus? {
    try of(path, in: AT_FDCWD, followsLinks: true)
  }

  /// Of an open file.
  package static func of(_ file: borrowing OwnedFileDescriptor) throws(SystemError) -> FileStatus {
    var status = stat()
    guard fstat(file.rawValue, &status) == 0 else { throw .last("fstat") }
    return FileStatus(status)
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

  private init(_ status: stat) {
    kind =
      switch Int32(status.st_mode) & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .folder
      case S_IFLNK: .symbolicLink
      default: .special
      }
    mode = status.st_mode & 0o777
    size = UInt64(clamping: status.st_size)
  }
}

extension SystemError {
  /// Something has that name already.
  package var isExisting: Bool { errno == EEXIST }

  /// Nobody reads at the other end any more.
  package var isBrokenPipe: Bool { errno == EPIPE }
}
