/// Moves that take cards away from here.
///
/// A move's key names the card, its content and its words as they were offered: what was changed since does not go. One
/// process at a time may let a card go: so two that offer it under their own cookies cannot give it away twice.
extension BoardStore {
  /// The key under which a card is offered for moving.
  package func moveKey(of id: CardID) throws(BoardError) -> String {
    guard let row = try row(id) else { throw .noSuchCard(id.rawValue) }
    return MoveKey(row).text
  }

  /// A move is about to be committed: notes, durably, that this process lets the card go.
  ///
  /// - Throws: `noSuchCard`; `invalid` when the card was changed since it was offered, or another process lets it go.
  ///   Then the move may not happen.
  package func prepareMove(key: String) throws(BoardError) {
    let key = MoveKey(key)
    try change { () throws(BoardError) in
      guard let row = try row(key.card) else { throw .noSuchCard(key.card.rawValue) }
      guard MoveKey(row) == key else {
        throw .invalid(field: "card", reason: "it was changed since it was offered")
      }
      let holder = try database.first(
        "SELECT process FROM departures WHERE card = ?", .text(key.card.rawValue)
      ) { $0.text(0) }
      guard holder == nil || holder == processName else {
        throw .invalid(field: "card", reason: "another process is moving it away")
      }
      try database.run(
        "INSERT OR REPLACE INTO departures VALUES (?, ?)", .text(key.card.rawValue),
        .text(processName))
    }
  }

  /// A move did not happen: another process may let the card go now. Again is harmless.
  package func releaseMove(key: String) throws(BoardError) {
    try change { () throws(BoardError) in
      try database.run(
        "DELETE FROM departures WHERE card = ? AND process = ?",
        .text(MoveKey(key).card.rawValue), .text(processName))
    }
  }

  /// Refuses to change what a card contains while a move of it is being committed: the change would go with the card, to
  /// nowhere.
  func requireStaying(_ ids: [CardID]) throws(BoardError) {
    for id in ids {
      let title = try database.first(
        """
        SELECT title FROM cards WHERE id = ?1 AND EXISTS (SELECT 1 FROM departures WHERE card = ?1)
        """, .text(id.rawValue)
      ) { $0.text(0) }
      if let title { throw .leaving(title) }
    }
  }

  private func dropDeparture(_ id: CardID) throws(BoardError) {
    try database.run("DELETE FROM departures WHERE card = ?", .text(id.rawValue))
  }

  /// A card has moved away: deletes it, durably. It exists elsewhere now, so no undo brings it back. Deleted already is
  /// success.
  package func deleteMoved(key: String) throws(BoardError) {
    let id = MoveKey(key).card
    try change { () throws(BoardError) in
      try dropDeparture(id)
      let contents =
        try database.all("SELECT contents FROM cards WHERE id = ?", .text(id.rawValue)) {
          $0.text(0)
        }
        + database.all(
          "SELECT DISTINCT contents FROM card_images WHERE id = ?", .text(id.rawValue)
        ) { $0.text(0) }
      let changes = try database.all(
        "SELECT DISTINCT change FROM card_images WHERE id = ?", .text(id.rawValue)
      ) { $0.integer(0) }
      try database.run("DELETE FROM cards WHERE id = ?", .text(id.rawValue))
      try database.run("DELETE FROM card_images WHERE id = ?", .text(id.rawValue))
      for change in changes { try forgetIfEmpty(change) }
      try forgetContents(contents)
    }
  }

  /// Undoing a change that was only about cards that have gone would do nothing.
  private func forgetIfEmpty(_ change: Int) throws(BoardError) {
    try forgetChanges(
      """
      id = \(change) AND NOT EXISTS (SELECT 1 FROM card_images WHERE change = \(change))
        AND NOT EXISTS (SELECT 1 FROM list_images WHERE change = \(change))
      """)
  }
}
