internal import DragModel
internal import Translations

/// Lists that another program wrote, and what of them a board cannot have. Import them with `BoardChange.importLists`,
/// as one change.
package struct BoardImport: Sendable {
  package internal(set) var lists: [NewList] = []
  /// What could not be carried, a line for each, for people.
  package private(set) var left: [String] = []

  /// The largest file in bytes.
  package static let largest = 16 << 20
  /// The most lists and cards.
  package static let mostCards = 20_000
  /// The most lines about what could not be carried; one more tells how many there are.
  static let mostLines = 200

  var leftCount = 0

  mutating func leave(_ line: String) {
    leftCount += 1
    if left.count < Self.mostLines { left.append(Printable.line(line)) }
  }

  /// Says how many lines more there were.
  mutating func end() {
    if leftCount > left.count {
      left.append(translated("… and {count} more", ["count": leftCount - left.count]))
    }
  }
}

/// What a board wrote for another program, and what that cannot have.
package struct BoardExport: Sendable {
  package let bytes: [UInt8]
  /// What could not be carried, a line for each, for people.
  package let left: [String]
}
