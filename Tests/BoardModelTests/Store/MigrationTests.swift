import BoardWalk
import Foundation
import Harness
import Testing

@testable import BoardModel

/// A store made by version 0.2, with `boardwalker walk FOLDER 12 24` and a killed `boardwalker hold`: it has large
/// cards, undo, three pending moves and the cookie of a source.
enum FirstStore {
  static let cookie = "cookie-of-version-1"
  static let content = """
    [Again]; Edited 11 | Line\\nLine | file | large 7 | application/x-large 262179 287728515587499077; \
    large 10 |  | file | large 10 | application/x-large 263042 6260417807853197243; \
    Cache 12 | Here | geocache | - | 75.0 -69.0 | application/x-geocache 74 645236337243336329
    """
  static let whole = content + "; undo Add Card, redo -; pending held transfer 1 transfer 3"

  /// Unpacks the store and returns its folder.
  static func unpack(in folder: TemporaryFolder) throws -> String {
    let archive = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../Fixtures/store-1.tar.gz").path
    let tar = try Program.run("tar", ["-C", folder.path, "-xzf", archive])
    #expect(tar.exit == .success)
    return folder.path("version-1")
  }
}

@Suite struct MigrationTests {
  private func run(_ body: (_ folder: String) throws -> Void) throws {
    let folder = try TemporaryFolder("store", inMemory: true)
    defer { folder.remove() }
    try body(FirstStore.unpack(in: folder))
  }

  @Test func `a store of the first version has all that it had`() throws {
    try run { folder in
      let store = try BoardStore(folder: folder)
      #expect(try store.fingerprint() == FirstStore.whole)
      #expect(try store.boards() == [NamedBoard(id: .main, name: "Board")])
      #expect(try store.cookie { "new" } == FirstStore.cookie)
      #expect(try store.pendingTransfers() == ["held", "transfer 1", "transfer 3"])
      let list = try store.lists()[0]
      #expect(list == BoardList(id: list.id, title: "Again"))

      let received = try store.makePermanent("held").cards
      #expect(try store.card(received[0])?.title == "Held")
      var undone = 0
      while try store.undo() != nil { undone += 1 }
      #expect(undone == 13)
      while try store.redo() != nil { undone -= 1 }
      #expect(undone == 0)
      let titles = try store.cards(in: list.id).map(\.title)
      #expect(titles == ["Edited 11", "large 10", "Cache 12", "Held"])
    }
  }

  @Test func `the backup is the store as it was`() throws {
    try run { folder in
      let old = try Database(folder + "/board.sqlite")
      func rows(_ database: Database) throws -> [[String]] {
        let tables = try database.all(
          "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name"
        ) { $0.text(0) }
        return try tables.map { table in
          try database.all("SELECT quote(t.rowid IS NULL) FROM (SELECT 1 AS rowid) AS t, \(table)")
          {
            $0.text(0)
          } + [table]
        }
      }
      let before = try rows(old)
      _ = try BoardStore(folder: folder)
      let backup = folder + "/backup-1"
      let kept = try Database(backup + "/board.sqlite")
      #expect(try kept.first("PRAGMA user_version") { $0.integer(0) } == 1)
      #expect(try rows(kept) == before)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder + "/blobs")
      #expect(
        try Set(FileManager.default.contentsOfDirectory(atPath: backup + "/blobs")).isSuperset(
          of: names))
      #expect(try BoardStore(folder: backup).fingerprint() == FirstStore.whole)
    }
  }

  @Test func `while an older program has the store open it is left alone`() throws {
    try run { folder in
      let window = try #require(try LockFile(folder + "/processes/window", waiting: false))
      #expect(error { _ = try BoardStore(folder: folder) } == .openInOlderVersion)
      let database = try Database(folder + "/board.sqlite")
      #expect(try database.first("PRAGMA user_version") { $0.integer(0) } == 1)
      #expect(!FileManager.default.fileExists(atPath: folder + "/backup-1"))
      window.remove()
      withExtendedLifetime(window) {}
    }
  }

  /// Regression: it was taken for one in which no other process has the store open, and the backup had no files.
  @Test(arguments: ["processes", "blobs"])
  func `a folder that cannot be read is no empty one`(name: String) throws {
    try run { folder in
      let store = try BoardStore(folder: folder)
      try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
      try Data().write(to: URL(filePath: "\(folder)/\(name)"))
      let failure = error {
        try BoardStore.backUp(store.database, 1, in: folder, for: store.processName, nil)
      }
      guard case .storage(let message)? = failure else {
        Issue.record("it is \(String(describing: failure))")
        return
      }
      #expect(message.hasPrefix("readdir \(folder)/\(name): "))
    }
  }

  @Test func `killed at whatever step of its migration, a store is whole`() throws {
    func open(_ folder: String, killedAt step: Int?) throws -> Program.Result {
      try Program.run(
        Built.folder + "/boardwalker", ["open", folder] + (step.map { ["\($0)"] } ?? []),
        within: .seconds(120))
    }
    var steps = 0
    try run { folder in
      let result = try open(folder, killedAt: nil)
      steps = result.output.split(separator: "\n").last.flatMap { Int($0) } ?? 0
    }
    #expect(steps == 7)
    for step in 1...max(steps, 1) {
      try run { folder in
        #expect(try open(folder, killedAt: step).exit == .signalled(9))
        let store = try BoardStore(folder: folder)
        #expect(try store.fingerprint() == FirstStore.whole, "killed at step \(step)")
        #expect(try store.database.first("PRAGMA integrity_check") { $0.text(0) } == "ok")
        let backup = try Database(folder + "/backup-1/board.sqlite")
        #expect(try backup.first("PRAGMA user_version") { $0.integer(0) } == 1)
        #expect(!FileManager.default.fileExists(atPath: folder + "/backup-1.part"))
      }
    }
  }
}
