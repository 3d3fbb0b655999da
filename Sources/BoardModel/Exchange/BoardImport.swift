internal import Translations

/// Lists that another program wrote, and what of them a board cannot have. Import them with `BoardChange.importLists`,
/// as one change.
package struct BoardImport: Sendable {
  package internal(set) var lists: [NewList] = []
  /// What could not be carried, a line for each, for people.
  package internal(set) var left: [String] = []
  /// How many events and notes of a calendar there were, which are no tasks.
  var others = 0
  /// By title, the lists that cards were added to.
  private var indices: [String: Int] = [:]

  /// The largest file in bytes.
  package static let largest = 16 << 20
  /// The most lists and cards.
  package static let mostCards = NewCard.most

  /// How many cards its lists have.
  package var cardCount: Int { lists.reduce(0) { $0 + $1.cards.count } }

  /// - Throws: `malformed` for what is too large.
  static func checkSize(_ bytes: [UInt8], as type: String) throws(BoardError) {
    guard bytes.count <= largest else {
      throw .malformed(
        type: type,
        reason: translated(
          "its {count} bytes are more than {limit}", ["count": bytes.count, "limit": largest]))
    }
  }

  /// The text without the byte order mark that programs of Windows write before it.
  ///
  /// - Throws: `malformed` for what is too large, and for bytes that are not UTF-8.
  static func text(_ bytes: [UInt8], as type: String) throws(BoardError) -> String {
    try checkSize(bytes, as: type)
    guard let text = Charset.utf8(bytes), !bytes.contains(0) else {
      throw .malformed(
        type: type,
        reason: BoardsBackup.isArchive(bytes)
          ? translated("it is an archive, and not a backup that dragboard has written")
          : translated("it is not text in UTF-8"))
    }
    return text
  }

  /// - Parameter count: of lists and cards.
  /// - Throws: `malformed` for too many.
  static func check(count: Int, as type: String) throws(BoardError) {
    guard count <= mostCards else {
      throw .malformed(
        type: type,
        reason: translated("it has more than {limit} lists and cards", ["limit": mostCards]))
    }
  }

  /// Adds a card to the list of that title.
  mutating func add(_ card: NewCard, to title: String) {
    let index = indices[title] ?? lists.count
    if index == lists.count {
      indices[title] = index
      lists.append(NewList(title: title))
    }
    lists[index].cards.append(card)
  }

  /// A title on one line; every list and every imported card has one.
  static func title(_ words: String) -> String {
    let line = CardText.line(words)
    return line.isEmpty ? translated("Untitled") : line
  }
}

/// What a board wrote for another program, and what that cannot have.
package struct BoardExport: Sendable {
  package let bytes: [UInt8]
  /// What could not be carried, a line for each, for people.
  package let left: [String]

  /// Writes it into a file, and replaces one that is there.
  ///
  /// - Throws: `unwritable`.
  package func save(to path: String) throws(BoardError) {
    try Content.bytes(bytes).save(to: path, replacing: true)
  }
}
