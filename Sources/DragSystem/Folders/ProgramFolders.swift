internal import CLinux

/// The folder for files that live as long as the session: `$XDG_RUNTIME_DIR/dragd` (XDG Base Directory Specification).
/// It is local, and usually in memory.
package enum RuntimeFolder {
  /// Opens the folder; creates it first, for its user only, if needed. Throws ENOENT when XDG_RUNTIME_DIR is not set.
  package static func ready() throws(SystemError) -> Folder {
    let path = try path()
    guard withPath(path, { mkdir($0, 0o700) }) == 0 || linux_errno() == EEXIST else {
      throw .last("mkdir")
    }
    return try Folder(path: path)
  }

  /// The path of a file in the folder, which it creates first if needed.
  package static func path(_ name: String) throws(SystemError) -> String {
    _ = try ready()
    return String(decoding: try path(), as: UTF8.self) + "/" + name
  }

  private static func path() throws(SystemError) -> [UInt8] {
    guard let runtime = Environment["XDG_RUNTIME_DIR"], runtime.first == UInt8(ascii: "/") else {
      throw SystemError("XDG_RUNTIME_DIR", errno: ENOENT)
    }
    return runtime + Array("/dragd".utf8)
  }

  /// Reads a file in the folder; nil when it has more than `limit` bytes.
  package static func read(_ name: [UInt8], limit: Int) throws(SystemError) -> [UInt8]? {
    let folder = try ready()
    let number = withPath(name) {
      linux_openat(folder.rawValue, $0, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0)
    }
    guard number >= 0 else { throw .last("open") }
    return try OwnedFileDescriptor(adopting: number).readToEnd(limit: limit)
  }
}

/// The folder for files without a name: `$XDG_CACHE_HOME/dragd`, otherwise `~/.cache/dragd` (XDG Base Directory
/// Specification). It always looks empty.
package enum SpoolFolder {
  /// The path of the folder; creates it with its parents if needed. Waits for disks.
  package static func ready() throws(SystemError) -> String {
    let folder = try path()
    try BaseFolder.make(folder)
    return folder
  }

  /// The path of the folder, or of that of another program.
  package static func path(of program: String = "dragd") throws(SystemError) -> String {
    try BaseFolder.path("XDG_CACHE_HOME", else: ".cache", of: program)
  }
}

/// The folder for files that outlive the session: `$XDG_STATE_HOME/dragd`, otherwise `~/.local/state/dragd` (XDG Base
/// Directory Specification), and the same for other programs.
package enum StateFolder {
  package static func path(of program: String = "dragd") throws(SystemError) -> String {
    try BaseFolder.path("XDG_STATE_HOME", else: ".local/state", of: program)
  }

  /// Creates the folder with its parents if needed, and waits until they are on the disk.
  package static func make(_ folder: String) throws(SystemError) {
    try BaseFolder.make(folder, isSynced: true)
  }
}

/// The folder for a person's settings: `$XDG_CONFIG_HOME/dragd`, otherwise `~/.config/dragd` (XDG Base Directory
/// Specification).
package enum ConfigurationFolder {
  package static func path() throws(SystemError) -> String {
    try BaseFolder.path("XDG_CONFIG_HOME", else: ".config")
  }
}

/// The folders for what programs share, such as types and icons, the most important first: `$XDG_DATA_HOME`, otherwise
/// `~/.local/share`, and those of `$XDG_DATA_DIRS`, otherwise `/usr/local/share` and `/usr/share` (XDG Base Directory
/// Specification).
package enum DataFolders {
  /// The paths of a folder in each of them, whether it is there or not.
  package static func paths(of name: String) -> [String] {
    let shared = Environment["XDG_DATA_DIRS"] ?? Array("/usr/local/share:/usr/share".utf8)
    let folders = shared.split(separator: UInt8(ascii: ":")).filter {
      $0.first == UInt8(ascii: "/")
    }
    let own = try? own(name)
    return (own.map { [$0] } ?? [])
      + folders.map { "\(String(decoding: $0, as: UTF8.self))/\(name)" }
  }
}

extension DataFolders {
  /// The path of a folder in `$XDG_DATA_HOME`, otherwise in `~/.local/share`.
  package static func own(_ name: String) throws(SystemError) -> String {
    try BaseFolder.path("XDG_DATA_HOME", else: ".local/share", of: name)
  }
}

/// A program's folder in one of the base directories (XDG Base Directory Specification).
enum BaseFolder {
  /// The program's folder in the folder that the variable names, otherwise in `fallback` of the home folder. A relative
  /// path in the variable does not count.
  static func path(
    _ variable: String, else fallback: String, of program: String = "dragd"
  ) throws(SystemError) -> String {
    if let base = absolute(variable) { return "\(base)/\(program)" }
    if let home = absolute("HOME") { return "\(home)/\(fallback)/\(program)" }
    throw SystemError("neither \(variable) nor HOME is an absolute path", errno: ENOENT)
  }

  /// Creates the folder with its parents, for its owner only, unless it exists. With `isSynced` it waits until the
  /// names are on the disk.
  static func make(_ folder: String, isSynced: Bool = false) throws(SystemError) {
    if mkdir(folder, 0o700) == 0 || linux_errno() == EEXIST {
      // Another process may have just created it, without a sync.
      if isSynced { try synchronize(parentOf: folder) }
      return
    }
    var parent = ""
    for component in folder.split(separator: "/") {
      parent += "/" + component
      if mkdir(parent, 0o700) == 0 {
        if isSynced { try synchronize(parentOf: parent) }
      } else if linux_errno() != EEXIST {
        throw .last("mkdir \(parent)")
      }
    }
  }

  private static func synchronize(parentOf folder: String) throws(SystemError) {
    let parent = try OwnedFileDescriptor.open(folder + "/..", O_RDONLY | O_DIRECTORY)
    guard fsync(parent.rawValue) == 0 else { throw .last("fsync") }
  }

  private static func absolute(_ variable: String) -> String? {
    guard let value = Environment[variable], value.first == UInt8(ascii: "/") else { return nil }
    return String(decoding: value, as: UTF8.self)
  }
}
