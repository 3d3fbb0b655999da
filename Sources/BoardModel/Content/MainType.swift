internal import DesktopTypes
internal import DragModel

/// What everybody reads of a content in many types, as everywhere on the desktop; see `TypeDatabase.main`.
package enum MainType {
  /// The type that is the content; nil for none that is a MIME type.
  ///
  /// - Parameter types: best first.
  package static func among(_ types: [String]) -> String? {
    let parsed = types.compactMap { text in MIMEType(text).map { (text: text, type: $0) } }
    let main = TypeDatabase.shared.main(among: parsed.map(\.type))
    return parsed.first { $0.type == main }?.text
  }

  /// Whether there is a picture that is written as text.
  static func hasDrawing(_ types: [String]) -> Bool {
    types.contains { type in MIMEType(type).map(TypeDatabase.shared.isDrawing) ?? false }
  }

  /// The types that are for more than one program; all, if there are no others.
  package static func common(among types: [String]) -> [String] {
    let database = TypeDatabase.shared
    let common = types.filter { type in
      MIMEType(type).map { !database.isPrivate($0) } ?? !type.contains("/")
    }
    return common.contains { $0.contains("/") } ? common : types
  }
}
