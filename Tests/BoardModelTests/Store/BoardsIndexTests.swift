import BoardModel
import Harness
import Testing

/// How many cards of all boards a search finds.
@Suite struct BoardsIndexTests {
  @Test func `the cards of every board count as they are now`() async throws {
    let folder = try TemporaryFolder("board", inMemory: true)
    defer { folder.remove() }
    let board = TestBoard(folder: folder, store: try BoardStore(folder: folder.path("data")))
    let store = board.store
    let first = try board.add("Milk", "Bread")
    let garden = try #require(
      try store.perform(.addBoard(name: "Garden", lists: ["Beds"])).boards.first)
    let beds = try store.lists(on: garden)[0].id
    let index = BoardsIndex(folder: store.folder) { $0.title == "Bread" ? "loaf" : "" }
    #expect(try await index.count(CardSearch("milk")) == [.main: 1])
    #expect(try await index.count(CardSearch("loaf")) == [.main: 1])

    try store.perform(.addCards([NewCard(title: "milk thistle")], to: beds, at: .end))
    #expect(try await index.count(CardSearch("MILK")) == [.main: 1, garden: 1])
    try store.perform(.archiveCards([first[0]], true))
    #expect(try await index.count(CardSearch("milk")) == [garden: 1])
    #expect(try await index.count(CardSearch("nothing of it")) == [:])

    #expect(try await index.countArchived(CardSearch("milk")) == [.main: 1])
    // A list that is put away hides its cards, whether they are put away or not.
    try store.perform(.archiveList(beds, true))
    #expect(try await index.count(CardSearch("milk")) == [:])
    #expect(try await index.countArchived(CardSearch("milk")) == [.main: 1, garden: 1])
    let found = try store.search(CardSearch("milk"), on: garden, includesArchive: true)
    #expect(found.map(\.list.isArchived) == [true])
    #expect(found.map { $0.cards.map(\.title) } == [["milk thistle"]])
    #expect(try store.search(CardSearch("milk"), on: garden).isEmpty)
    let archived = try store.search(CardSearch("milk"), includesArchive: true)
    #expect(archived.flatMap(\.cards).map(\.isArchived) == [true])
  }
}
