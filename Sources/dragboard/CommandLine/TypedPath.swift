internal import Foundation

/// Paths as a person types them.
enum TypedPath {
  static func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
  }
}
