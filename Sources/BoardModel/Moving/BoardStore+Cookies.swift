internal import Foundation

/// Which process is which source of moves.
extension BoardStore {
  /// The secret that identifies this process as a source of moves, kept in the store. It is the cookie of a dead
  /// process if there is one, because a live process has to delete the cards that moved away from the dead one; else a
  /// new cookie, which `make` makes.
  package func cookie(make: () -> String) throws(BoardError) -> String {
    try change { () throws(BoardError) in
      if let mine = try database.first(
        "SELECT cookie FROM cookies WHERE process = ?", .text(processName), row: { $0.text(0) })
      {
        return mine
      }
      if let old = try deadCookies().first {
        try reassign(from: old.process, to: processName)
        return old.cookie
      }
      let cookie = make()
      try database.run("INSERT INTO cookies VALUES (?, ?)", .text(processName), .text(cookie))
      return cookie
    }
  }

  /// Whether a process has died while it moved a card: `claimDeadCookies` tells which moves are to be settled.
  package func hasDeadSources() throws(BoardError) -> Bool {
    try database.all("SELECT DISTINCT process FROM departures") { $0.text(0) }
      .contains { !isAlive(Self.owner(of: $0)) }
  }

  /// Claims the cookies of dead processes for this process. For each, ask dragd what has moved away under it, delete
  /// that and call `dropCookie`. Until then each call returns the cookie again. If this process ends first, another one
  /// claims the cookie.
  package func claimDeadCookies() throws(BoardError) -> [String] {
    try change { () throws(BoardError) in
      for (process, _) in try deadCookies() {
        // The plain name is for this process's own cookie.
        try reassign(from: process, to: "\(processName).\(UUID().uuidString.lowercased())")
      }
      return try database.all(
        "SELECT cookie FROM cookies WHERE process LIKE ? ORDER BY process",
        .text("\(processName).%")
      ) { $0.text(0) }
    }
  }

  /// Forgets a claimed cookie, once everything that moved away under it is deleted and acknowledged.
  package func dropCookie(_ cookie: String) throws(BoardError) {
    try change { () throws(BoardError) in
      let holder = try database.first(
        "SELECT process FROM cookies WHERE cookie = ? AND process <> ?", .text(cookie),
        .text(processName)
      ) { $0.text(0) }
      guard let holder else { return }
      for table in ["cookies", "departures"] {
        try database.run("DELETE FROM \(table) WHERE process = ?", .text(holder))
      }
    }
  }

  /// Gives the cookie of a dead process, and the moves that it prepared, to another name.
  private func reassign(from process: String, to name: String) throws(BoardError) {
    for table in ["cookies", "departures"] {
      try database.run(
        "UPDATE \(table) SET process = ? WHERE process = ?", .text(name), .text(process))
    }
  }

  private func deadCookies() throws(BoardError) -> [(process: String, cookie: String)] {
    try database.all("SELECT process, cookie FROM cookies ORDER BY process") {
      (process: $0.text(0), cookie: $0.text(1))
    }.filter { !isAlive(Self.owner(of: $0.process)) }
  }

  /// The process to which a name belongs: its own, or one that it has given to a claimed cookie.
  private static func owner(of name: String) -> String { String(name.prefix { $0 != "." }) }
}
