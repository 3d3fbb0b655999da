package import DragSystem

/// Why a folder cannot be read, archived or made of an archive.
package struct FolderError: Error, Hashable, Sendable {
  /// For people; names what is wrong.
  package var message: String
  /// The failure of the system, if it was one.
  package var system: SystemError?
  /// All that a folder has and an archive cannot have, one of which is in `message`.
  package var obstacles: [FolderObstacle] = []

  package init(_ message: String, _ system: SystemError? = nil) {
    self.message = message
    self.system = system
  }

  /// The failure to archive a folder that has something in it that an archive cannot have.
  init(_ obstacles: [FolderObstacle]) {
    message = obstacles.first?.message ?? ""
    self.obstacles = obstacles
  }

  /// The system's message, with the path in front.
  static func at(_ path: String, _ error: SystemError) -> FolderError {
    error.isOtherFileSystem
      ? FolderError("\(path) \(otherFileSystem)", error)
      : FolderError("\(path): \(error.reason)", error)
  }

  static let otherFileSystem =
    "is on another file system; a folder is archived from one file system only"

  /// Calls `body`; its error gets the path in front.
  static func at<Value: ~Copyable>(
    _ path: [[UInt8]], _ body: () throws(SystemError) -> Value
  ) throws(FolderError) -> Value {
    return try mapError { () throws(SystemError) in
      try body()
    } to: {
      FolderError.at(Shown.path(path), $0)
    }
  }

  /// The archive does not keep the format, or breaks a rule.
  static func malformed(_ what: String) -> FolderError {
    FolderError("the archive of the folder is not valid: \(what)")
  }
}
