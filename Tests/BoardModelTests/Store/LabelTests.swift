import BoardModel
import Testing

/// Labels of a board: a name has one colour there, whatever way a card has come to it.
@Suite struct LabelTests {
  @Test func aNameHasOneColorHoweverACardComes() throws {
    try TestBoard.run { board in
      let store = board.store
      let list = try store.lists()[0].id
      let usual = LabelColor.usual(for: "urgent")
      let other = try #require(LabelColor.allCases.first { $0 != .red && $0 != usual })
      let first = try store.perform(.addCards([card("first", .red)], to: list, at: .end))
      #expect(first.notes.isEmpty)
      let typed = try store.perform(.addCards([card("typed", other)], to: list, at: .end))
      #expect(typed.notes == ["“urgent” is red on this board"])
      // A name without a colour of its own says nothing.
      let named = try store.perform(.addCards([card("named", nil)], to: list, at: .end))
      #expect(named.notes.isEmpty)
      let bare = try store.perform(.addCards([NewCard(title: "bare")], to: list, at: .end)).cards[0]
      try store.perform(.setLabel([bare], CardLabel("urgent", .blue), true))
      let edited = try store.perform(.addCards([NewCard(title: "edited")], to: list, at: .end))
      try store.perform(
        .editDetails(edited.cards[0], CardDetails(labels: [CardLabel("urgent", .brown)])))
      try store.edit(edited.cards[0]) { (card) throws(BoardError) in
        CardWords(
          title: "again", text: "", details: CardDetails(labels: [CardLabel("urgent", .gray)]))
      }
      let imported = try store.perform(
        .importLists([NewList(title: "Came", cards: [card("came", other)])], to: .main))
      #expect(imported.notes == ["“urgent” is red on this board"])

      // On another board it has another colour, until the card comes here.
      try store.perform(.addBoard(name: "Garden", lists: ["Beds"]))
      let beds = try store.lists(on: store.boards()[1].id)[0].id
      let there = try store.perform(.addCards([card("there", .yellow)], to: beds, at: .end))
      #expect(try colors(on: store.boards()[1].id, store) == [.yellow])
      try store.perform(.copyCards(there.cards, to: list, at: .end))
      try store.perform(.reorderCards(there.cards, to: list, at: .end))
      #expect(try colors(on: .main, store) == [.red])
      #expect(try store.labels(on: .main).map(\.cards) == [8])
      let garden = try store.boards()[1].id
      try store.undo()
      #expect(try colors(on: garden, store) == [.yellow])
      // Undo brings it back to a board that has given the name another colour meanwhile.
      let moved = try store.perform(.reorderCards(there.cards, to: list, at: .end))
      let later = try store.perform(.addCards([card("later", .brown)], to: beds, at: .end))
      try store.perform(.changeLabel("urgent", to: CardLabel("urgent", .gray), on: garden))
      _ = try store.undo(try #require(moved.change))
      #expect(try colors(on: garden, store) == [.gray] && later.notes.isEmpty)
    }
  }

  @Test func labelsAreRenamedJoinedRecoloredAndDeletedOnAllCardsAtOnce() throws {
    try TestBoard.run { board in
      let store = board.store
      let list = try store.lists()[0].id
      var both = card("both", .red)
      both.details.labels.append(CardLabel("later", .blue))
      let cards = try store.perform(
        .addCards([card("one", .red), both, NewCard(title: "none")], to: list, at: .end)
      ).cards
      try store.perform(.archiveCards([cards[0]], true))
      let change = { (name: String, label: CardLabel?) in
        try store.perform(.changeLabel(name, to: label, on: .main)).cards.count
      }
      #expect(try change("urgent", CardLabel("urgent", .green)) == 2)
      #expect(try store.undoName() == "Change Colour of Label")
      #expect(try labels(cards[0], store) == [CardLabel("urgent", .green)])
      #expect(try change("urgent", CardLabel("now", .green)) == 2)
      // The label that was there keeps its colour, and no card has it twice.
      #expect(try change("now", CardLabel("later", .green)) == 2)
      #expect(try labels(cards[0], store) == [CardLabel("later", .blue)])
      #expect(try labels(cards[1], store) == [CardLabel("later", .blue)])
      #expect(try change("later", nil) == 2)
      #expect(try store.labels(on: .main).isEmpty)
      for _ in 0..<4 { try store.undo() }
      #expect(
        try labels(cards[1], store) == [CardLabel("urgent", .red), CardLabel("later", .blue)])
      for wrong in [("urgent", CardLabel("", .red)), ("missing", CardLabel("x", .red))] {
        #expect(throws: BoardError.self) { try change(wrong.0, wrong.1) }
      }
    }
  }

  private func card(_ title: String, _ color: LabelColor?) -> NewCard {
    var card = NewCard(title: title)
    card.details.labels = [CardLabel("urgent", color)]
    return card
  }

  private func labels(_ card: CardID, _ store: BoardStore) throws -> [CardLabel]? {
    try store.card(card)?.details.labels
  }

  private func colors(on board: BoardID, _ store: BoardStore) throws -> Set<LabelColor> {
    let lists = try store.lists(on: board)
    let cards = try lists.flatMap { try store.cards(in: $0.id) }
    return Set(cards.flatMap(\.details.labels).map(\.color))
  }
}
