internal import CLinux

/// The folder for files that live as long as the session: `$XDG_RUNTIME_DIR/dragd` (XDG Base Directory Specification).
/// It is local, and mostly in memory.
package enum RuntimeFolder {
  /// Opens the folder; creates it first, for its user only, if needed. Throws ENOENT when XDG_RUNTIME_DIR is not set.
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
}
