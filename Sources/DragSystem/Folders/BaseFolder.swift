internal import CLinux

/// A folder of a program's own in one of the base directories (XDG Base Directory Specification).
enum BaseFolder {
  /// That of the program in the folder that the variable names, else in `fallback` of the home folder. A relative
  /// path in a variable counts as none.
  static func path(
    _ variable: String, else fallback: String, of program: String = "dragd"
  ) throws(SystemError) -> String {
    if let base = absolute(variable) { return "\(base)/\(program)" }
    if let home = absolute("HOME") { return "\(home)/\(fallback)/\(program)" }
    throw SystemError("neither \(variable) nor HOME is set", errno: ENOENT)
  }

  /// Makes the folder with its parents, for its owner only, if it is not there. `isSynced`: and waits until
  /// the names are on the disk.
  static func make(_ folder: String, isSynced: Bool = false) throws(SystemError) {
    if mkdir(folder, 0o700) == 0 || linux_errno() == EEXIST {
      // It may be there only because another process has just made it.
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
