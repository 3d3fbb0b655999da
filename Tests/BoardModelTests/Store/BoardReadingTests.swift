import Harness
import Testing

@testable import BoardModel

@Suite struct BoardReadingTests {
  @Test func `a board that is read aside is the board that the store has`() throws {
    try TestBoard.run { board in
      try board.add("A", "B")
      try board.add("C", to: 1)
      try board.add(item("text/plain", "Some text".utf8))
      let read = try board.store.startReading().wait()
      let stored = try board.store.board()
      #expect(read.lists == stored.map(\.list))
      for (list, cards) in stored {
        #expect(read.cards[list.id] == cards.map(\.id))
        for card in cards { #expect(read.cardsByID[card.id] == card) }
      }
      #expect(read.cardsByID.count == 4)
    }
  }

  @Test func `what another writes meanwhile is either read, or the store tells of it`() throws {
    try TestBoard.run { board in
      let another = try board.another()
      for number in 0..<50 {
        let title = "\(number)"
        let reading = board.store.startReading()
        try another.perform(
          .addCards([NewCard(title: title)], to: try board.lists()[0], at: .end))
        let isRead = try reading.wait().cardsByID.values.contains { $0.title == title }
        #expect(try board.store.refresh() || isRead)
        #expect(try board.titles().contains(title))
      }
    }
  }

  @Test func `many wait for a board at once, before it is read and after`() async throws {
    let folder = try TemporaryFolder("board", inMemory: true)
    defer { folder.remove() }
    let store = try BoardStore(folder: folder.path("data"))
    let titles = try store.lists().map(\.title)
    for _ in 0..<50 {
      let reading = store.startReading()
      try await withThrowingTaskGroup(of: [String].self) { group in
        for _ in 0..<4 { group.addTask { try await reading.value.lists.map(\.title) } }
        for try await read in group { #expect(read == titles) }
      }
      #expect(try await reading.value.lists.map(\.title) == titles)
    }
  }

  @Test func `why a board cannot be read is said whenever it is asked for`() throws {
    try TestBoard.run { board in
      let reading = BoardReading(board.folder.path("no such board"))
      let first = error { _ = try reading.wait() }
      let second = error { _ = try reading.wait() }
      #expect(first == second)
      guard case .storage = first else {
        Issue.record("\(String(describing: first)) is not of the storage")
        return
      }
    }
  }
}
