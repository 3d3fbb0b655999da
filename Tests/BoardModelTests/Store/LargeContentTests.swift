import Foundation
import Harness
import Testing

@testable import BoardModel

@Suite struct LargeContentTests {
  private let large = [UInt8](repeating: 200, count: Staging.threshold + 1)

  private func add(_ board: TestBoard) throws -> CardID {
    try board.add(item("application/x-large", large, name: "large"))[0]
  }

  @Test func `large content is a file beside the database, small content is in it`() throws {
    try TestBoard.run { board in
      let small = [UInt8](large.dropLast())
      let inside = try board.add(item("application/x-small", small))[0]
      #expect(board.files().isEmpty)
      let card = try add(board)
      #expect(board.files().count == 1)
      let content = try board.store.content(of: card, type: "application/x-large")
      #expect(content.path != nil)
      #expect(try content.bytes() == large)
      let whole = try board.store.content(of: inside, type: "application/x-small")
      #expect(whole.path == nil)
      #expect(try whole.bytes() == small)
    }
  }

  @Test func `a file stays while undo can bring its card back, and goes after that`() throws {
    try TestBoard.run { board in
      let card = try add(board)
      try board.store.perform(.deleteCards([card]))
      #expect(board.files().count == 1)
      try board.store.undo()
      #expect(try board.store.content(of: card, type: "application/x-large").bytes() == large)
      try board.store.undo()
      #expect(board.files().count == 1)
      try board.add("Something else")
      #expect(board.files().isEmpty)
    }
  }

  @Test func `a file goes when its deletion is too long ago to be undone`() throws {
    try TestBoard.run { board in
      try board.store.perform(.deleteCards([try add(board)]))
      for number in 0..<BoardStore.undoLimit {
        try board.store.perform(.renameList(try board.lists()[0], title: "\(number)"))
      }
      #expect(board.files().isEmpty)
      #expect(try board.store.database.all("SELECT 1 FROM representations") { _ in 1 }.isEmpty)
    }
  }

  @Test func `somebody's own file is copied, so that it may change`() throws {
    try TestBoard.run { board in
      let path = try board.folder.write("film.mp4", large)
      let cards = try CardReader().cards(fromFileAt: path)
      let list = try board.lists()[0]
      let card = try board.store.perform(.addCards(cards, to: list, at: .end)).cards[0]
      try board.folder.write("film.mp4", [1, 2, 3])
      let content = try board.store.content(of: card, type: "video/mp4")
      #expect(try content.bytes() == large)
    }
  }

  @Test func `what another program wrote into a place becomes a card without being copied`() throws
  {
    try TestBoard.run { board in
      let place = board.store.staging.place()
      try Data(large).write(to: URL(fileURLWithPath: place.path))
      let incoming = IncomingItem(representations: [
        ("application/x-large", .staged(try place.sealed()))
      ])
      let card = try board.add(incoming)[0]
      let content = try board.store.content(of: card, type: "application/x-large")
      #expect(content.path == place.path)
      #expect(content.size == large.count)
    }
  }

  @Test func `what was staged and not used is removed`() throws {
    try TestBoard.run { board in
      do {
        let staged = try board.store.staging.stage(.bytes(large))
        #expect(staged.size == large.count)
        #expect(board.files().count == 1)
      }
      #expect(board.files().isEmpty)
      // The store refuses the cards because the list is gone.
      let cards = try CardReader().cards(from: item("application/x-large", large))
      #expect(
        error {
          try board.store.perform(.addCards(cards, to: ListID(rawValue: "x"), at: .end))
        } == .noSuchList("x"))
      #expect(board.files().isEmpty)
    }
  }

  @Test func `what dead processes left is removed at the next start, what living ones have is not`()
    throws
  {
    try TestBoard.run { board in
      let kept = try add(board)
      let staged = try board.store.staging.stage(.bytes(large))
      try board.folder.write("data/blobs/\(UUID().uuidString.lowercased()).dead", large)
      #expect(board.files().count == 3)
      let another = try board.another()
      #expect(board.files().count == 2)
      #expect(try another.content(of: kept, type: "application/x-large").bytes() == large)
      #expect(try staged.bytes() == large)
    }
  }

  @Test func `a new store finds the files of one that has ended`() throws {
    let folder = try TemporaryFolder("board", inMemory: true)
    defer { folder.remove() }
    var card = CardID()
    do {
      let board = TestBoard(folder: folder, store: try BoardStore(folder: folder.path("data")))
      card = try add(board)
    }
    let store = try BoardStore(folder: folder.path("data"))
    #expect(try store.content(of: card, type: "application/x-large").bytes() == large)
  }
}
