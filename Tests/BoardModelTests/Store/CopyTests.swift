import Foundation
import Harness
import Testing

@testable import BoardModel

@Suite struct CopyTests {
  private let type = "application/x-large"
  private let large = [UInt8](repeating: 200, count: Staging.threshold + 1)

  private func addLarge(_ board: TestBoard) throws -> CardID {
    try board.add(item(type, large, name: "large"))[0]
  }

  /// Copies cards to the end of the first list.
  private func copies(of cards: [CardID], on store: BoardStore) throws -> [CardID] {
    try store.perform(.copyCards(cards, to: try store.lists()[0].id, at: .end)).cards
  }

  /// Makes so many changes that no earlier one can be undone.
  private func forgetHistory(_ store: BoardStore) throws {
    for number in 0..<BoardStore.undoLimit {
      try store.perform(.renameList(try store.lists()[0].id, title: "\(number)"))
    }
  }

  @Test func `cards are copied where they are to be, and the copies are undone and done again`()
    throws
  {
    try TestBoard.run { board in
      let ids = try board.add("A", "B", "C")
      let others = try board.add("X", "Y", to: 1)
      let outcome = try board.store.perform(
        .copyCards([ids[2], ids[0]], to: try board.lists()[1], at: .before(others[1])))
      #expect(try board.titles() == ["A", "B", "C"])
      #expect(try board.titles(1) == ["X", "C", "A", "Y"])
      #expect(try board.store.cardIDs(in: try board.lists()[1])[1...2] == outcome.cards[...])
      #expect(try board.store.undoName() == "Copy 2 Cards")
      try board.store.undo()
      #expect(try board.titles(1) == ["X", "Y"])
      try board.store.redo()
      #expect(try board.titles(1) == ["X", "C", "A", "Y"])
    }
  }

  @Test func `a copy is what its card is`() throws {
    try TestBoard.run { board in
      let json =
        #"{"name":"Mill","summary":"Look up","latitude":53.5,"longitude":7,"size":"small"}"#
      let card = try board.add(item(Geocache.type, json.utf8, name: "mill.geocache"))[0]
      let copy = try copies(of: [card], on: board.store)[0]
      let original = try #require(try board.store.card(card))
      let copied = try #require(try board.store.card(copy))
      #expect(copied.id != original.id)
      #expect(copied.title == original.title && copied.text == original.text)
      #expect(copied.kind == .geocache && copied.name == original.name)
      #expect(copied.coordinates == original.coordinates)
      #expect(copied.representations == original.representations)
      #expect(try board.store.content(of: copy, type: Geocache.type).bytes() == Array(json.utf8))
    }
  }

  @Test func `a copy of large content is the same file`() throws {
    try TestBoard.run { board in
      let card = try addLarge(board)
      let copy = try copies(of: [card], on: board.store)[0]
      #expect(board.files().count == 1)
      let contents = try [card, copy].map { try board.store.content(of: $0, type: type) }
      #expect(contents[0].path != nil && contents[0].path == contents[1].path)
    }
  }

  @Test func `a copy stays when its original and all that dead processes left are gone`() throws {
    let folder = try TemporaryFolder("board", inMemory: true)
    defer { folder.remove() }
    var kept = CardID()
    do {
      let board = TestBoard(folder: folder, store: try BoardStore(folder: folder.path("data")))
      let card = try addLarge(board)
      kept = try copies(of: [card], on: board.store)[0]
      try board.store.perform(.deleteCards([card]))
      try forgetHistory(board.store)
    }
    let board = TestBoard(folder: folder, store: try BoardStore(folder: folder.path("data")))
    #expect(board.files().count == 1)
    #expect(try board.store.content(of: kept, type: type).bytes() == large)
    try board.store.perform(.deleteCards([kept]))
    try forgetHistory(board.store)
    #expect(board.files().isEmpty)
  }

  @Test func `a copy stays when its original has moved away`() throws {
    try TestBoard.run { board in
      let card = try addLarge(board)
      let kept = try copies(of: [card], on: board.store)[0]
      let key = try board.store.moveKey(of: card)
      try board.store.prepareMove(key: key)
      try board.store.deleteMoved(key: key)
      #expect(try board.store.card(card) == nil)
      #expect(try board.store.content(of: kept, type: type).bytes() == large)
    }
  }

  @Test func `to edit a copy changes nothing of its original`() throws {
    try TestBoard.run { board in
      let card = try board.add("A")[0]
      let copy = try copies(of: [card], on: board.store)[0]
      try board.store.perform(.editCard(copy, title: "B", text: ""))
      #expect(try board.titles() == ["A", "B"])
      let content = try board.store.content(of: card, type: "text/plain;charset=utf-8")
      #expect(try content.bytes() == Array("A".utf8))
    }
  }

  @Test func `what is gone is not copied`() throws {
    try TestBoard.run { board in
      let ids = try board.add("A", "B")
      try board.store.perform(.deleteCards([ids[0]]))
      #expect(try copies(of: ids, on: board.store).count == 1)
      #expect(try board.titles() == ["B", "B"])
      #expect(
        error { _ = try copies(of: [ids[0]], on: board.store) } == .noSuchCard(ids[0].rawValue))
    }
  }
}
