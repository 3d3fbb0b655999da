internal import CLinux

/// A program's folder in one of the base directories (XDG Base Directory Specification).
enum BaseFolder {
  /// The program's folder in the folder that the variable names, otherwise in `fallback` of the home folder. A relative
  /// path in the variable does not count.
  static func path(
    _ variable: String, else fallback: String, of program: String = "dragd"
  ) throws(SystemError) -> String {
    if let base = absolute(variable) { return "\(base)/\(program)" }
    if let home = absolute("HOME") { return "\(home)/\(fallback)/\(program)" }
    throw SystemError("neither \(variable) nor HOME is set", errno: ENOENT)
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
