import BoardModel
import Foundation
import Harness
import Testing

/// Copying the write-ahead log into the database while the board is open.
@Suite struct CheckpointTests {
  @Test func `another thread copies the log, which does not grow for ever`() throws {
    try TestBoard.run { board in
      board.store.checkpointAside()
      func size(_ name: String) throws -> Int {
        let path = board.folder.path("data/\(name)")
        return try #require(FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
      }
      // More than a thousand pages each time.
      for round in 1...3 {
        for _ in 0..<30 { _ = try board.add(item("a/b", Sample.noise(200_000), name: "x")) }
        try eventually("the database has it") {
          // What came while it was being copied is copied after the next change.
          try board.add("y")
          return try size("board.sqlite") > round * 6_000_000
        }
      }
      #expect(try size("board.sqlite-wal") < 16 << 20)
      #expect(try board.another().cards(in: try board.lists()[0]).count { $0.title != "y" } == 90)
    }
  }
}
