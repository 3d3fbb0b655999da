internal import CLinux

/// Where files live as long as the session: `$XDG_RUNTIME_DIR/dragd` (XDG Base Directory Specification), which is local
/// and mostly in memory.
package enum RuntimeFolder {
  /// The folder, made if it is not there, for its user only. Throws ENOENT where XDG_RUNTIME_DIR is not set.
  package static func ready() throws(SystemError) -> Folder {
    guard let runtime = Environment["XDG_RUNTIME_DIR"], runtime.first == UInt8(ascii: "/") else {
      throw SystemError("XDG_RUNTIME_DIR", errno: ENOENT)
    }
    let path = runtime + Array("/dragd".utf8)
    guard withPath(path, { mkdir($0, 0o700) }) == 0 || linux_errno() == EEXIST else {
      throw .last("mkdir")
    }
    return try Folder(path: path)
  }

  /// Reads a file of at most so many bytes in it; nil where it has more.
  package static func read(_ name: [UInt8], limit: Int) throws(SystemError) -> [UInt8]? {
    let folder = try ready()
    let number = withPath(name) {
      linux_openat(folder.rawValue, $0, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0)
    }
    guard number >= 0 else { throw .last("open") }
    return try OwnedFileDescriptor(adopting: number).readToEnd(limit: limit)
  }
}
