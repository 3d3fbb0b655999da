internal import DragModel

/// The names that a display's clipboard has for types. Some are no MIME types.
enum TargetName {
  /// The type under which dragclip offers a target whose name is no MIME type.
  private static let namedTarget = "application/vnd.dragd.target"

  /// The types that a person means by a name.
  static func types(_ name: String) -> [String] {
    switch name {
    case "UTF8_STRING", "TEXT", "STRING", "text": ["text/plain;charset=utf-8", "text/plain"]
    case _ where name.contains("/"): [name]
    default: [MIMEType("\(namedTarget);name=\"\(name)\"")?.description ?? name]
    }
  }

  /// Whether there is no content under the name: X11's own questions to an owner.
  static func isMetadata(_ name: String) -> Bool {
    [
      "TARGETS", "TIMESTAMP", "MULTIPLE", "SAVE_TARGETS", "DELETE", "INSERT_SELECTION",
      "INSERT_PROPERTY", "COMPOUND_TEXT",
    ].contains(name)
  }

  /// A type for people, by the name that the display has for it.
  static func shown(_ type: MIMEType) -> String {
    guard type.essence == namedTarget else { return type.description }
    return type.parameters.first { $0.name == "name" }?.value ?? type.description
  }
}
