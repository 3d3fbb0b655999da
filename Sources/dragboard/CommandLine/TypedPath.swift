internal import Foundation

/// Paths as a person types them.
enum TypedPath {
  /// - Returns: a path whose last component is a name, also for “.” and “..”.
  static func absolute(_ path: String) -> String {
    let whole = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    let last = whole.split(separator: "/").last
    guard last == "." || last == "..", let real = realpath(whole, nil) else { return whole }
    defer { free(real) }
    return String(cString: real)
  }
}
