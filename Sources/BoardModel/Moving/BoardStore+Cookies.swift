internal import Foundation

/// Who of the processes is which source of moves.
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
        try inherit(from: old.process, as: processName)
        return old.cookie
      }
      let cookie = make()
      try database.run("INSERT INTO cookies VALUES (?, ?)", .text(processName), .text(cookie))
      return cookie
    }
  }

  /// The cookies of dead processes, which are this one's to settle from now on: ask the broker for each what has moved
  /// away under it, delete that, and call `dropCookie`. Until then each call tells them again; should this process end
  /// before, another takes them over.
  package func takeOverDeadCookies() throws(BoardError) -> [String] {
    try change { () throws(BoardError) in
      for (process, _) in try deadCookies() {
        // Beside its own, which is the one under its plain name.
        try inherit(from: process, as: "\(processName).\(UUID().uuidString.lowercased())")
      }
      return try database.all(
        "SELECT cookie FROM cookies WHERE process LIKE ? ORDER BY process",
        .text("\(processName).%")
      ) { $0.text(0) }
    }
  }

  /// Everything that moved away under a cookie which was taken over is deleted and acknowledged: forgets it.
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

  /// Takes over a dead process's cookie, and the moves that it has prepared.
  private func inherit(from process: String, as name: String) throws(BoardError) {
    for table in ["cookies", "departures"] {
      try database.run(
        "UPDATE \(table) SET process = ? WHERE process = ?", .text(name), .text(process))
    }
  }

  private func deadCookies() throws(BoardError) -> [(process: String, cookie: String)] {
    try database.all("SELECT process, cookie FROM cookies ORDER BY process") {
      (process: $0.text(0), cookie: $0.text(1))
    }.filter { !isAlive(String($0.process.prefix { $0 != "." })) }
  }
}
