internal import Foundation

/// Undo and redo. The history is part of the board: it survives restarts, and all processes share it.
///
/// Changes of different boards are independent: a window undoes what was done to its board, and leaves later changes of
/// other boards alone.
extension BoardStore {
  /// The name of the change that undo would revert, such as “Delete Card”; nil where there is none.
  package func undoName() throws(BoardError) -> String? { try lastChange(undone: false)?.name }

  /// The name of the change that redo would repeat; nil where there is none.
  package func redoName() throws(BoardError) -> String? { try lastChange(undone: true)?.name }

  /// Undoes the last change of all boards.
  ///
  /// - Returns: what undo changed, nothing for a change that cannot be reverted; nil where there was no change to undo.
  @discardableResult
  package func undo() throws(BoardError) -> ChangeOutcome? {
    try change { () throws(BoardError) in
      guard let last = try lastChange(undone: false) else { return nil }
      return try restore(last, isAfter: false)
    }
  }

  /// Undoes a change, if it is the last one of its boards.
  ///
  /// - Returns: as `undo()`; nil where another change of one of these boards was made since.
  @discardableResult
  package func undo(only change: ChangeID) throws(BoardError) -> ChangeOutcome? {
    try self.change { () throws(BoardError) in
      let all = try unrevertedChanges()
      guard let named = all.first(where: { $0.id == change }) else { return nil }
      for later in all.prefix(while: { $0.id != change }) {
        guard try !haveSamePlace(later.id, change) else { return nil }
      }
      return try restore(named, isAfter: false)
    }
  }

  /// Repeats the change of all boards that was undone last. Any other change of the same board discards what could be
  /// repeated there.
  ///
  /// - Returns: what redo changed; nil where there was nothing to redo.
  @discardableResult
  package func redo() throws(BoardError) -> ChangeOutcome? {
    try change { () throws(BoardError) in
      guard let last = try lastChange(undone: true) else { return nil }
      return try restore(last, isAfter: true)
    }
  }

  /// Whether a change was undone, or is no longer in the history.
  package func isUndone(_ change: ChangeID) throws(BoardError) -> Bool {
    try database.first(
      "SELECT is_undone FROM changes WHERE id = ?", .integer(change.rawValue)
    ) { $0.integer(0) == 1 } ?? true
  }

  /// What was done to a card, as far as undo keeps it: the last change first. One that an earlier version has made says
  /// no time.
  package func activity(
    of card: CardID
  ) throws(BoardError) -> [(name: String, time: DueDate?)] {
    try database.all(
      """
      SELECT name, time FROM changes
      WHERE is_undone = 0 AND id IN (SELECT change FROM card_images WHERE id = ?) ORDER BY id DESC
      """, .text(card.rawValue)
    ) { row in
      let seconds = row.isNull(1) ? nil : Double(row.integer(1))
      return (row.text(0), seconds.map { DueDate(Date(timeIntervalSince1970: $0)) })
    }
  }

  func lastChange(undone: Bool) throws(BoardError) -> (id: ChangeID, name: String)? {
    try database.first(
      undone
        ? "SELECT id, name FROM changes WHERE is_undone = 1 ORDER BY id LIMIT 1"
        : "SELECT id, name FROM changes WHERE is_undone = 0 ORDER BY id DESC LIMIT 1"
    ) { (ChangeID(rawValue: $0.integer(0)), $0.text(1)) }
  }

  func restore(
    _ last: (id: ChangeID, name: String), isAfter: Bool
  ) throws(BoardError) -> ChangeOutcome {
    let change = last.id
    let id = SQLValue.integer(change.rawValue)
    var outcome = ChangeOutcome(change: change, name: last.name)
    outcome.boards = try database.all(
      "SELECT DISTINCT id FROM board_images WHERE change = ?", id
    ) { BoardID(rawValue: $0.text(0)) }
    // A list that cards have come to for good is only a place.
    outcome.lists = try database.all(
      """
      SELECT DISTINCT id FROM (
        SELECT \(Schema.listColumns) FROM list_images WHERE change = ?1
        GROUP BY \(Schema.listColumns) HAVING count(*) = 1)
      """, id
    ) { ListID(rawValue: $0.text(0)) }
    outcome.cards = try database.all(
      "SELECT DISTINCT id FROM card_images WHERE change = ?", id
    ) { CardID(rawValue: $0.text(0)) }
    outcome.places = Array(try places(of: change))
    try requireNoOutgoingMove(outcome.cards)
    for (table, images, columns) in Schema.images {
      try database.run(
        "DELETE FROM \(table) WHERE id IN (SELECT id FROM \(images) WHERE change = ?)", id)
      try database.run(
        """
        INSERT INTO \(table) (\(columns))
        SELECT \(columns) FROM \(images) WHERE change = ? AND is_after = ?
        """, id, .flag(isAfter))
    }
    try keepListsWithCards(change, isAfter: !isAfter)
    try giveFreeRanks(change)
    // The board to which cards come back may have another colour for their labels meanwhile.
    if outcome.places.count > 1 { try unifyLabels(of: outcome.cards) }
    try database.run("UPDATE changes SET is_undone = ? WHERE id = ?", .flag(!isAfter), id)
    return outcome
  }

  /// Moves the cards of a change behind those that have taken their places meanwhile: a moved card that arrived is not
  /// undone.
  private func giveFreeRanks(_ change: ChangeID) throws(BoardError) {
    let cards = try database.all(
      """
      SELECT DISTINCT mine.id, mine.list, mine.rank
      FROM card_images AS image JOIN cards AS mine ON mine.id = image.id
      JOIN cards AS other ON other.list = mine.list AND other.rank = mine.rank
      WHERE image.change = ? AND other.id <> mine.id ORDER BY mine.id
      """, .integer(change.rawValue)
    ) { (id: $0.text(0), list: ListID(rawValue: $0.text(1)), rank: Rank(bytes: $0.bytes(2))) }
    for card in cards {
      try database.run(
        "UPDATE cards SET rank = ? WHERE id = ?",
        .bytes(try freeRanks([card.rank], in: card.list)[0].bytes), .text(card.id))
    }
  }

  /// Keeps a list that undo would delete while the list has other cards: these arrived later. Keeps its board too.
  private func keepListsWithCards(_ change: ChangeID, isAfter: Bool) throws(BoardError) {
    for (table, images, columns, parts, owner) in [
      ("lists", "list_images", Schema.listColumns, "cards", "list"),
      ("boards", "board_images", Schema.boardColumns, "lists", "board"),
    ] {
      try database.run(
        """
        INSERT INTO \(table) (\(columns)) SELECT \(columns) FROM \(images) AS image
        WHERE change = ? AND is_after = ?
          AND NOT EXISTS (SELECT 1 FROM \(table) WHERE id = image.id)
          AND EXISTS (SELECT 1 FROM \(parts) WHERE \(owner) = image.id)
        """, .integer(change.rawValue), .flag(isAfter))
    }
  }
}
