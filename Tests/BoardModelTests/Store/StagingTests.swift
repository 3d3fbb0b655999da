import BoardModel
import Foundation
import Harness
import Testing

@Suite struct StagingTests {
  private struct Stopped: Error {}

  /// A card of a large file, and one of a small one.
  private func cards(_ board: TestBoard) throws -> [NewCard] {
    let large = try board.folder.write("large.bin", [UInt8](repeating: 7, count: 3 << 20))
    let small = try board.folder.write("small.bin", [0, 255])
    let reader = CardReader()
    return try reader.cards(fromFileAt: large) + reader.cards(fromFileAt: small)
  }

  @Test func `it is told how far the copying of large files is`() throws {
    try TestBoard.run { board in
      var told: [Int] = []
      let staged = try NewCard.staged(try cards(board), by: board.store.staging) { bytes, total in
        #expect(total == 3 << 20)
        told.append(bytes)
      }
      #expect(told == told.sorted() && told.count > 1)
      #expect(told.last == 3 << 20)
      #expect(board.files().count == 1)
      try board.store.perform(.addCards(staged, to: try board.lists()[0], at: .end))
      let card = try #require(try board.store.cards(in: try board.lists()[0]).first)
      let type = try #require(card.representations.first?.type)
      #expect(try board.store.content(of: card.id, type: type).size == 3 << 20)
    }
  }

  @Test(arguments: [true, false])
  func `holes stay holes`(isFile: Bool) throws {
    try TestBoard.run { board in
      let size = 8 << 20
      var bytes = [UInt8](repeating: 0, count: size)
      bytes[5 << 20] = 1
      let path = try board.folder.write("sparse.bin", [1])
      #expect(truncate(path, 5 << 20) == 0)
      let file = try #require(FileHandle(forWritingAtPath: path))
      try file.seekToEnd()
      try file.write(contentsOf: [1])
      try file.truncate(atOffset: UInt64(size))
      try file.close()
      bytes[0] = 1
      let content = isFile ? try Content.file(at: path) : .bytes(bytes)
      let staged = try board.store.staging.stage(content)
      let isSame = try staged.bytes() == bytes
      #expect(isSame)
      let stagedPath = try #require(staged.path)
      let blocks = try Program.run("stat", ["-c", "%b", stagedPath]).output
      // Without holes it would take 16,384 blocks.
      #expect(Int(blocks.dropLast()).map { $0 < 1000 } == true, "\(blocks)")
    }
  }

  @Test func `copying that is given up leaves nothing behind`() throws {
    try TestBoard.run { board in
      var count = 0
      #expect(throws: Stopped.self) {
        try NewCard.staged(try cards(board), by: board.store.staging) { _, _ in
          count += 1
          throw Stopped()
        }
      }
      #expect(count == 1)
      #expect(board.files().isEmpty)
    }
  }
}
