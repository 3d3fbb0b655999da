/// Every change notes what the rows that it touches were before and are after it: undo puts the one back, redo the
/// other. All processes share one history, so these are always the last thing that happened to those rows.
extension BoardStore {
  /// How many changes can be undone.
  package static let undoLimit = 100

  /// Runs `body`, which touches just these rows, as a change that can be undone.
  ///
  /// - Returns: nil when the rows are as they were.
  func recording(
    _ name: String, lists: [ListID] = [], cards: [CardID] = [],
    _ body: () throws(BoardError) -> Void
  ) throws(BoardError) -> ChangeID? {
    try database.run("INSERT INTO changes (name, is_undone) VALUES (?, 0)", .text(name))
    let change = database.lastRow
    try keepImages(change, isAfter: false, lists, cards)
    try body()
    try keepImages(change, isAfter: true, lists, cards)
    guard try hasEffect(change) else {
      try forgetChanges("id = \(change)")
      return nil
    }
    try forgetOld()
    return ChangeID(rawValue: change)
  }

  /// A change that stays when it is undone: so that a person who undoes the last change is told that this one stays,
  /// instead of losing one that he does not think of.
  func recordLasting(_ name: String) throws(BoardError) -> ChangeID {
    try database.run("INSERT INTO changes (name, is_undone) VALUES (?, 0)", .text(name))
    let change = database.lastRow
    try forgetOld()
    return ChangeID(rawValue: change)
  }

  private func forgetOld() throws(BoardError) {
    try forgetChanges("is_undone")
    try forgetChanges("id NOT IN (SELECT id FROM changes ORDER BY id DESC LIMIT \(Self.undoLimit))")
  }

  private func keepImages(
    _ change: Int, isAfter: Bool, _ lists: [ListID], _ cards: [CardID]
  ) throws(BoardError) {
    for list in Set(lists) {
      try database.run(
        "INSERT INTO list_images SELECT ?, ?, id, title, rank FROM lists WHERE id = ?",
        .integer(change), .flag(isAfter), .text(list.rawValue))
    }
    for card in Set(cards) {
      try database.run(
        """
        INSERT INTO card_images SELECT ?, ?, \(Schema.cardColumns) FROM cards WHERE id = ?
        """, .integer(change), .flag(isAfter), .text(card.rawValue))
    }
  }

  private func hasEffect(_ change: Int) throws(BoardError) -> Bool {
    for (table, columns) in [
      ("list_images", "id, title, rank"), ("card_images", Schema.cardColumns),
    ] {
      for (one, other) in [(0, 1), (1, 0)] {
        let differs = try database.first(
          """
          SELECT 1 FROM (
            SELECT \(columns) FROM \(table) WHERE change = ?1 AND is_after = \(one)
            EXCEPT SELECT \(columns) FROM \(table) WHERE change = ?1 AND is_after = \(other))
          LIMIT 1
          """, .integer(change)
        ) { _ in true }
        if differs != nil { return true }
      }
    }
    return false
  }

  /// Forgets changes, and the content that only they still knew.
  func forgetChanges(_ condition: String) throws(BoardError) {
    let changes = try database.all("SELECT id FROM changes WHERE \(condition)") { $0.integer(0) }
    for change in changes {
      let contents = try database.all(
        "SELECT DISTINCT contents FROM card_images WHERE change = ?", .integer(change)
      ) { $0.text(0) }
      for table in ["list_images", "card_images"] {
        try database.run("DELETE FROM \(table) WHERE change = ?", .integer(change))
      }
      try database.run("DELETE FROM changes WHERE id = ?", .integer(change))
      try forgetContents(contents)
    }
  }

  /// Forgets those of the contents that neither a card nor the history has.
  func forgetContents(_ contents: [String]) throws(BoardError) {
    for name in contents {
      let isNeeded = try database.first(
        """
        SELECT 1 WHERE EXISTS (SELECT 1 FROM cards WHERE contents = ?1)
          OR EXISTS (SELECT 1 FROM card_images WHERE contents = ?1)
          OR EXISTS (SELECT 1 FROM pending_cards WHERE contents = ?1)
        """, .text(name)
      ) { _ in true }
      guard isNeeded == nil else { continue }
      doomedFiles += try database.all(
        "SELECT file FROM representations WHERE contents = ? AND file IS NOT NULL", .text(name)
      ) { $0.text(0) }
      try database.run("DELETE FROM representations WHERE contents = ?", .text(name))
    }
  }
}
