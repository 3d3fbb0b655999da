internal import Foundation

/// System calls on folders.
enum StoreFolder {
  /// Creates a folder and its missing parents, for the owner only.
  static func make(_ path: String) throws(BoardError) {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex else {
      throw BoardError(errno, "mkdir", path)
    }
    try make(String(path[..<slash]))
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
      throw BoardError(errno, "mkdir", path)
    }
  }

  /// Makes the content of a file durable, or the creation and removal of files in a folder.
  static func sync(_ path: String) throws(BoardError) {
    let number = open(path, O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { throw BoardError(errno, "open", path) }
    defer { close(number) }
    guard fsync(number) == 0 else { throw BoardError(errno, "fsync", path) }
  }

  /// The names in a folder; none where it cannot be read.
  static func names(_ path: String) -> [String] {
    (try? readNames(path)) ?? []
  }

  /// The names in a folder.
  static func readNames(_ path: String) throws(BoardError) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: path)
    } catch {
      throw .storage("readdir \(path): \(error.localizedDescription)")
    }
  }

  static func remove(_ path: String) { unlink(path) }
}
