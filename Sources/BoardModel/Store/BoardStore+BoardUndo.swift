internal import Translations

/// Undo and redo of one board.
extension BoardStore {
  /// The change that undo reverts on a board, or that redo repeats there; nil where there is none.
  ///
  /// - Parameter own: changes that also count where no board has what they changed: whoever has deleted a board gets it
  ///   back from any other one.
  package func lastChange(
    on board: BoardID, undone: Bool = false, own: Set<ChangeID> = []
  ) throws(BoardError) -> NamedChange? {
    let boards = Set(try boards().map(\.id))
    for change in try undone ? revertedChanges() : unrevertedChanges() {
      let places = try places(of: change.id)
      if places.contains(board) || own.contains(change.id) && places.isDisjoint(with: boards) {
        return NamedChange(id: change.id, name: change.name)
      }
    }
    return nil
  }

  /// Undoes a change, whatever other boards have changed since.
  ///
  /// - Throws: `invalid` where a later change of another board has changed the same cards or lists.
  package func undo(_ change: ChangeID) throws(BoardError) -> ChangeOutcome? {
    try revert(change, isAfter: false)
  }

  /// Repeats a change that was undone.
  ///
  /// - Throws: `invalid` where an earlier change of another board was undone that has changed the same cards or lists.
  package func redo(_ change: ChangeID) throws(BoardError) -> ChangeOutcome? {
    try revert(change, isAfter: true)
  }

  private func revert(_ change: ChangeID, isAfter: Bool) throws(BoardError) -> ChangeOutcome? {
    try self.change { () throws(BoardError) in
      let all = try isAfter ? revertedChanges() : unrevertedChanges()
      guard let named = all.first(where: { $0.id == change }) else { return nil }
      for other in all.prefix(while: { $0.id != change }) where try haveSameRows(other.id, change) {
        let places = try places(of: other.id)
        let place = try boards().first { places.contains($0.id) }
        throw .invalid(
          field: named.name,
          reason: translated(
            "“{change}” on “{board}” has changed the same since",
            ["change": other.name, "board": place?.name ?? ""]))
      }
      return try restore(named, isAfter: isAfter)
    }
  }

  /// The changes that undo can revert, the last one first.
  func unrevertedChanges() throws(BoardError) -> [(id: ChangeID, name: String)] {
    try database.all("SELECT id, name FROM changes WHERE is_undone = 0 ORDER BY id DESC") {
      (ChangeID(rawValue: $0.integer(0)), $0.text(1))
    }
  }

  /// The changes that redo can repeat, the earliest one first.
  func revertedChanges() throws(BoardError) -> [(id: ChangeID, name: String)] {
    try database.all("SELECT id, name FROM changes WHERE is_undone = 1 ORDER BY id") {
      (ChangeID(rawValue: $0.integer(0)), $0.text(1))
    }
  }

  /// The boards that a change has changed, deleted ones too: a change that deletes a list or a board is later than
  /// those of its cards, and has its rows.
  func places(of change: ChangeID) throws(BoardError) -> Set<BoardID> {
    Set(
      try database.all(
        """
        SELECT id FROM board_images WHERE change = ?1
        UNION SELECT board FROM list_images WHERE change = ?1
        UNION SELECT board FROM lists
          WHERE id IN (SELECT list FROM card_images WHERE change = ?1)
        UNION SELECT board FROM list_images
          WHERE id IN (SELECT list FROM card_images WHERE change = ?1)
        """, .integer(change.rawValue)
      ) { BoardID(rawValue: $0.text(0)) })
  }

  /// Whether two changes are of the same board, or both of boards as a whole: their names depend on each other.
  func haveSamePlace(_ one: ChangeID, _ other: ChangeID) throws(BoardError) -> Bool {
    if try !places(of: one).isDisjoint(with: places(of: other)) { return true }
    return try areOfBoards(one, other)
  }

  private func areOfBoards(_ one: ChangeID, _ other: ChangeID) throws(BoardError) -> Bool {
    try database.first(
      "SELECT count(DISTINCT change) FROM board_images WHERE change IN (?, ?)",
      .integer(one.rawValue), .integer(other.rawValue)
    ) { $0.integer(0) } == 2
  }

  private func haveSameRows(_ one: ChangeID, _ other: ChangeID) throws(BoardError) -> Bool {
    if try areOfBoards(one, other) { return true }
    for (_, images, _) in Schema.images {
      let isSame = try database.first(
        """
        SELECT 1 FROM \(images) WHERE change = ?1
          AND id IN (SELECT id FROM \(images) WHERE change = ?2) LIMIT 1
        """, .integer(one.rawValue), .integer(other.rawValue)
      ) { _ in true }
      if isSame != nil { return true }
    }
    return false
  }
}

/// A change in the history.
package struct NamedChange: Hashable, Sendable {
  package let id: ChangeID
  /// Such as “Delete Card”.
  package let name: String
}
