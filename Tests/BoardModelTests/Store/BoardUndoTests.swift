import BoardModel
import Testing

/// Undo of one board beside others.
@Suite struct BoardUndoTests {
  /// A board beside the default one, with a card.
  private func garden(_ board: TestBoard) throws -> (id: BoardID, list: ListID, card: CardID) {
    let id = try board.store.perform(.addBoard(name: "Garden", lists: ["Beds"])).boards[0]
    let list = try board.store.lists(on: id)[0].id
    let card = try board.store.perform(.addCards([NewCard(title: "dig")], to: list, at: .end))
    return (id, list, card.cards[0])
  }

  @Test func `a board undoes its own last change, and leaves later ones of another alone`() throws {
    try TestBoard.run { board in
      try board.add("A", "B")
      let garden = try garden(board)
      let last = try #require(try board.store.lastChange(on: .main))
      #expect(last.name == "Add 2 Cards")
      #expect(try board.store.undo(last.id)?.places == [.main])
      #expect(try board.titles() == [])
      #expect(try board.store.cards(in: garden.list).map(\.title) == ["dig"])
      #expect(try board.store.lastChange(on: .main) == nil)
      // What happens on another board does not end what can be done again here.
      try board.store.perform(.deleteCards([garden.card]))
      let undone = try #require(try board.store.lastChange(on: .main, undone: true))
      _ = try board.store.redo(undone.id)
      #expect(try board.titles() == ["A", "B"])
      #expect(try board.store.lastChange(on: garden.id)?.name == "Delete Card")
    }
  }

  @Test func `what another board has changed since stays, and is named`() throws {
    try TestBoard.run { board in
      let card = try board.add("A")[0]
      let garden = try garden(board)
      try board.store.perform(.reorderCards([card], to: garden.list, at: .end))
      try board.store.perform(.editCard(card, title: "A, edited", text: ""))
      let last = try #require(try board.store.lastChange(on: .main))
      #expect(last.name == "Move Card")
      #expect(
        error { _ = try board.store.undo(last.id) }
          == .invalid(
            field: "Move Card", reason: "“Edit Card” on “Garden” has changed the same since"))
      #expect(try board.store.cards(in: garden.list).map(\.title) == ["dig", "A, edited"])
      let edit = try #require(try board.store.lastChange(on: garden.id))
      _ = try board.store.undo(edit.id)
      _ = try board.store.undo(last.id)
      #expect(try board.titles() == ["A"])
      // Redo has the same order.
      #expect(try board.store.lastChange(on: .main, undone: true) == last)
      #expect(error { _ = try board.store.redo(edit.id) } != nil)
      _ = try board.store.redo(last.id)
      _ = try board.store.redo(edit.id)
      #expect(try board.store.cards(in: garden.list).map(\.title) == ["dig", "A, edited"])
    }
  }

  @Test func `a toast undoes its change although another board has changed since`() throws {
    try TestBoard.run { board in
      let card = try board.add("A")[0]
      let deleted = try #require(try board.store.perform(.deleteCards([card])).change)
      let garden = try garden(board)
      #expect(try board.store.undo(only: deleted)?.cards == [card])
      let dug = try #require(try board.store.perform(.deleteCards([garden.card])).change)
      try board.store.perform(.addCards([NewCard(title: "sow")], to: garden.list, at: .end))
      #expect(try board.store.undo(only: dug) == nil)
    }
  }

  @Test func `only whoever has deleted a board gets it back from another one`() throws {
    try TestBoard.run { board in
      let garden = try garden(board)
      let deleted = try #require(try board.store.perform(.deleteBoard(garden.id)).change)
      #expect(try board.store.lastChange(on: .main) == nil)
      #expect(try board.store.lastChange(on: .main, own: [deleted])?.id == deleted)
      // Its name is another board's by now.
      try board.store.perform(.addBoard(name: "Garden", lists: []))
      #expect(error { _ = try board.store.undo(deleted) } != nil)
    }
  }

  @Test func `cards that came to another board to stay are none of this one's changes`() throws {
    try TestBoard.run { board in
      try board.add("A")
      let garden = try garden(board)
      try board.store.insertPending("x", [NewCard(title: "seeds")], to: garden.list, at: .end)
      try board.store.makePermanent("x")
      #expect(try board.store.lastChange(on: .main)?.name == "Add Card")
      let last = try #require(try board.store.lastChange(on: garden.id))
      #expect(last.name == "Receive Card")
      let outcome = try #require(try board.store.undo(last.id))
      #expect(outcome.lists.isEmpty && outcome.cards.isEmpty && outcome.places == [garden.id])
      #expect(try board.store.cards(in: garden.list).map(\.title) == ["dig", "seeds"])
    }
  }
}
