internal import CLinux

/// Where files without a name go: `$XDG_CACHE_HOME/dragd`, else `~/.cache/dragd` (XDG Base Directory
/// Specification). Nothing is ever seen in it.
package enum SpoolFolder {
  /// The folder, made with its parents if it is not there. Waits for disks.
  package static func ready() throws(SystemError) -> String {
    let folder = try path()
    guard mkdir(folder, 0o700) != 0, linux_errno() != EEXIST else { return folder }
    var parent = ""
    for component in folder.split(separator: "/") {
      parent += "/" + component
      guard mkdir(parent, 0o700) != 0, linux_errno() != EEXIST else { continue }
      throw .last("mkdir \(parent)")
    }
    return folder
  }

  private static func path() throws(SystemError) -> String {
    if let cache = absolute("XDG_CACHE_HOME") { return cache + "/dragd" }
    if let home = absolute("HOME") { return home + "/.cache/dragd" }
    throw SystemError("neither XDG_CACHE_HOME nor HOME is set", errno: ENOENT)
  }

  /// A relative path in these variables counts as none.
  private static func absolute(_ variable: String) -> String? {
    guard let value = Environment[variable], value.first == UInt8(ascii: "/") else { return nil }
    return String(decoding: value, as: UTF8.self)
  }
}
