internal import DesktopTypes
internal import DragModel

/// The type that the ending of a file's name promises, by the desktop's database.
struct WishedType: CustomStringConvertible {
  private let wished: [String]
  private let database = TypeDatabase.shared

  init(of name: String) {
    wished = database.types(ofName: name)
  }

  /// Whether the name tells nothing.
  var isEmpty: Bool { wished.isEmpty }

  var description: String { wished.first ?? "" }

  /// The type to write into the file: a wished one, a kind of it, or bytes of no type; text also where a kind of text
  /// is wished, because that is how a person writes one. Nil if any other would not be what the name says.
  func choose(among types: [MIMEType]) -> MIMEType? {
    let names = Set(wished.map(database.canonical))
    func first(_ isMeant: (MIMEType) -> Bool) -> MIMEType? { types.first(where: isMeant) }
    let text = wished.allSatisfy { MIMEType($0).map(database.isKindOfText) ?? false }
    return first { names.contains(database.canonical($0.essence)) && $0.parameters.isEmpty }
      ?? first { names.contains(database.canonical($0.essence)) }
      ?? (text ? plainText(among: types) : nil)
      ?? first { type in
        type != .uriList
          && database.ancestors(of: database.canonical(type.essence)).contains(
            where: names.contains)
      } ?? first { $0.essence == "application/octet-stream" }
  }

  private func plainText(among types: [MIMEType]) -> MIMEType? {
    types.first { $0 == .utf8Text } ?? types.first { $0.essence == "text/plain" }
  }
}
