internal import Foundation

/// Moves that take cards away from here.
extension BoardStore {
  /// The secret that names this process as a source of moves, kept in the store: that of a dead process if there is one,
  /// for somebody has to delete what moved away from it; else a new one, as `make` makes it.
  package func cookie(make: () -> String) throws(BoardError) -> String {
    try change { () throws(BoardError) in
      if let mine = try database.first(
        "SELECT cookie FROM cookies WHERE process = ?", .text(processName), row: { $0.text(0) })
      {
        return mine
      }
      if let old = try deadCookies().first {
        try database.run(
          "UPDATE cookies SET process = ? WHERE process = ?", .text(processName),
          .text(old.process))
        return old.cookie
      }
      let cookie = make()
      try database.run("INSERT INTO cookies VALUES (?, ?)", .text(processName), .text(cookie))
      return cookie
    }
  }

  /// The cookies of dead processes, which are this one's to settle from now on: ask the broker for each what has moved
  /// away under it, delete that, and call `dropCookie`. Should this process end before, another takes them over.
  package func takeOverDeadCookies() throws(BoardError) -> [String] {
    try change { () throws(BoardError) in
      let dead = try deadCookies()
      for (process, _) in dead {
        // Beside its own, which is the one under its plain name.
        try database.run(
          "UPDATE cookies SET process = ? WHERE process = ?",
          .text("\(processName).\(UUID().uuidString.lowercased())"), .text(process))
      }
      return dead.map(\.cookie)
    }
  }

  /// Everything that moved away under a cookie which was taken over is deleted and acknowledged: forgets it.
  package func dropCookie(_ cookie: String) throws(BoardError) {
    try change { () throws(BoardError) in
      try database.run(
        "DELETE FROM cookies WHERE cookie = ? AND process <> ?", .text(cookie),
        .text(processName))
    }
  }

  private func deadCookies() throws(BoardError) -> [(process: String, cookie: String)] {
    try database.all("SELECT process, cookie FROM cookies ORDER BY process") {
      (process: $0.text(0), cookie: $0.text(1))
    }.filter { !isAlive(String($0.process.prefix { $0 != "." })) }
  }

  /// What a card's move may not change: compare it when the move is about to be committed. nil when the card is gone.
  package func version(of id: CardID) throws(BoardError) -> String? { try row(id)?.contents }

  /// A card has moved away: deletes it, durably. It exists elsewhere now, so no undo brings it back. Deleted already is
  /// success.
  package func deleteMoved(_ id: CardID) throws(BoardError) {
    try change { () throws(BoardError) in
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
