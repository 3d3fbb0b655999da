internal import Foundation
internal import Translations

/// The permanent id of a board: a random UUID in lower case, or `main`.
package struct BoardID: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }

  /// Makes a new id.
  package init() { rawValue = UUID().uuidString.lowercased() }

  /// The default board, which every store has and which cannot be deleted.
  package static let main = BoardID(rawValue: "main")

  package var description: String { rawValue }
}

/// One of the boards of a store.
package struct NamedBoard: Hashable, Sendable, Identifiable {
  package let id: BoardID
  package var name: String

  /// What the default board of a new store is called.
  static let firstName = "Board"

  package init(id: BoardID, name: String) { (self.id, self.name) = (id, name) }

  /// What the names of its lists' drop targets begin with. A name has no slash, so the first one ends it.
  ///
  /// - Parameter main: that of the default board, whatever its name: `board`, in the demo `board-demo`.
  package func targetPrefix(main: String = "board") -> String { id == .main ? main : name }

  /// The name of the drop target of a list.
  package func target(ofList title: String, main: String = "board") -> String {
    "\(targetPrefix(main: main))/\(title)"
  }

  /// Prefixes of targets that belong to default boards.
  package static let reserved = ["board", "board-demo"]

  /// The name as a store keeps it.
  ///
  /// - Throws: `invalid` for none, and for one that would make the name of a drop target ambiguous.
  static func checked(_ name: String, isMain: Bool) throws(BoardError) -> String {
    let name = CardText.line(name)
    guard !name.isEmpty else {
      throw .invalid(field: "name", reason: translated("a board needs one"))
    }
    guard !name.contains("/") else {
      throw .invalid(
        field: "name",
        reason: translated(
          "“{name}” has a slash, which separates a board from its list", ["name": name]))
    }
    guard name.utf8.count <= 200 else {
      throw .invalid(
        field: "name",
        reason: translated(
          "its {count} bytes are too many; 200 are possible", ["count": name.utf8.count]))
    }
    guard isMain || !reserved.contains(name.lowercased()) else {
      throw .invalid(
        field: "name", reason: translated("“{name}” names the default board", ["name": name]))
    }
    return name
  }
}
