import BoardModel
import Harness
import Testing

@Suite struct BoardsTests {
  @Test func `boards have lists of their own`() throws {
    try TestBoard.run { board in
      let outcome = try board.store.perform(.addBoard(name: "Garden", lists: ["Plant", "Water"]))
      let garden = outcome.boards[0]
      #expect(try board.store.lists(on: garden).map(\.title) == ["Plant", "Water"])
      #expect(try board.store.lists().map(\.title) == ["To Do", "In Progress", "Done"])
      try board.store.perform(.addList(title: "Eat", at: 0, on: garden))
      #expect(try board.store.lists(on: garden).map(\.title) == ["Eat", "Plant", "Water"])
      try board.store.perform(.reorderList(outcome.lists[1], to: 0))
      #expect(try board.store.lists(on: garden).map(\.title) == ["Water", "Eat", "Plant"])

      let card = try board.add("A")[0]
      try board.store.perform(.reorderCards([card], to: outcome.lists[0], at: .end))
      #expect(try board.store.board(garden).flatMap(\.cards).map(\.id) == [card])
      try board.store.perform(.deleteBoard(garden))
      #expect(try board.store.boards().map(\.id) == [.main])
      #expect(try board.store.card(card) == nil)
      try board.store.undo()
      #expect(try board.store.board(garden).flatMap(\.cards).map(\.id) == [card])
      try board.store.perform(.renameBoard(garden, name: "Yard"))
      #expect(try board.store.board(matching: "yard").id == garden)
      #expect(try board.store.list(matching: "eat", on: garden).board == garden)
      #expect(error { _ = try board.store.list(matching: "Eat") } == .noSuchList("Eat"))
    }
  }

  /// Regression: it was a file without lists.
  @Test(arguments: ["a.md", "a.ics", "a.txt"])
  func `a board that is gone is not exported`(name: String) throws {
    try TestBoard.run { board in
      let garden = try board.store.perform(.addBoard(name: "Garden", lists: ["Plant"])).boards[0]
      #expect(throws: Never.self) { try board.store.export(garden, toFileNamed: name) }
      try board.store.perform(.deleteBoard(garden))
      #expect(
        error { _ = try board.store.export(garden, toFileNamed: name) }
          == .noSuchBoard(garden.rawValue))
    }
  }

  @Test func `a card that arrived keeps its list and board from undo`() throws {
    try TestBoard.run { board in
      let outcome = try board.store.perform(.addBoard(name: "Garden", lists: ["Plant"]))
      try board.store.insertPending("t", [NewCard(title: "A")], to: outcome.lists[0], at: .end)
      let card = try board.store.makePermanent("t").cards[0]
      #expect(try board.store.undo()?.cards == [])
      try board.store.undo()
      #expect(try board.store.boards().map(\.name) == ["Board", "Garden"])
      #expect(try board.store.board(outcome.boards[0]).flatMap(\.cards).map(\.id) == [card])
    }
  }

  @Test(arguments: ["", "a/b", "board", "BOARD-DEMO", "garden", "Board"])
  func `a name that would be ambiguous is refused`(name: String) throws {
    try TestBoard.run { board in
      try board.store.perform(.addBoard(name: "Garden"))
      guard case .invalid("name", _)? = error({ try board.store.perform(.addBoard(name: name)) })
      else {
        Issue.record("“\(name)” was accepted")
        return
      }
    }
  }

  @Test func `the default board keeps its targets whatever its name, and stays`() throws {
    try TestBoard.run { board in
      try board.store.perform(.renameBoard(.main, name: "Work"))
      let main = try board.store.board(matching: "Work")
      #expect(main.target(ofList: "a/b") == "board/a/b")
      #expect(main.target(ofList: "A", main: "board-demo") == "board-demo/A")
      #expect(NamedBoard(id: BoardID(), name: "Garden").target(ofList: "A") == "Garden/A")
      #expect(try board.store.board(matching: "board").id == .main)
      guard case .invalid? = error({ try board.store.perform(.deleteBoard(.main)) }) else {
        Issue.record("it was deleted")
        return
      }
    }
  }

  @Test func `what is put away is not shown, keeps its place and comes back`() throws {
    try TestBoard.run { board in
      let ids = try board.add("A", "B", "C")
      try board.store.perform(.archiveCards([ids[1]], true))
      #expect(try board.titles() == ["A", "C"])
      #expect(try board.store.cardCount(in: board.lists()[0]) == 2)
      #expect(try board.store.archivedCards().map(\.card.title) == ["B"])
      try board.add("D", at: .index(1))
      #expect(try board.titles() == ["A", "D", "C"])
      try board.store.perform(.reorderCards([ids[2]], to: board.lists()[0], at: .index(0)))
      #expect(try board.titles() == ["C", "A", "D"])
      try board.store.perform(.archiveCards([ids[1]], false))
      #expect(Set(try board.titles()) == ["A", "B", "C", "D"])

      let list = try board.lists()[0]
      try board.store.perform(.archiveList(list, true))
      #expect(try board.store.lists().map(\.title) == ["In Progress", "Done"])
      #expect(try board.store.archivedLists().map(\.id) == [list])
      // A running move puts its card into a visible list.
      try board.store.insertPending("t", [NewCard(title: "E")], to: list, at: .end)
      let arrived = try board.store.makePermanent("t").cards[0]
      #expect(try board.store.card(arrived)?.list == board.store.lists()[0].id)
      try board.store.perform(.archiveList(list, false))
      #expect(try board.store.lists().map(\.title) == ["To Do", "In Progress", "Done"])
    }
  }

  @Test func `cards of two archived lists of one title do not both bring theirs back`() throws {
    try TestBoard.run { board in
      let store = board.store
      var cards: [CardID] = []
      for title in ["Beds", "beds"] {
        let list = try store.perform(.addList(title: title, at: nil, on: .main)).lists[0]
        cards += try store.perform(.addCards([NewCard(title: title)], to: list, at: .end)).cards
        try store.perform(.archiveList(list, true))
      }
      #expect(error { try store.perform(.archiveCards(cards, false)) } != nil)
      #expect(try store.archivedLists().count == 2)
      try store.perform(.archiveCards([cards[1]], false))
      #expect(try store.lists().map(\.title) == ["To Do", "In Progress", "Done", "beds"])
    }
  }

  @Test func `a card that comes back brings its list, and no list one of its own title`() throws {
    try TestBoard.run { board in
      let store = board.store
      let list = try board.lists()[0]
      let card = try store.perform(.addCards([NewCard(title: "one")], to: list, at: .end)).cards[0]
      try store.perform(.archiveCards([card], true))
      try store.perform(.archiveList(list, true))
      #expect(try store.lists().map(\.title) == ["In Progress", "Done"])
      try store.perform(.archiveCards([card], false))
      #expect(try store.lists().map(\.title) == ["To Do", "In Progress", "Done"])
      #expect(try board.titles() == ["one"])
      try store.undo()
      #expect(try store.lists().map(\.title) == ["In Progress", "Done"])

      try store.perform(.addList(title: "to do", at: nil, on: .main))
      for change in [BoardChange.archiveList(list, false), .archiveCards([card], false)] {
        guard case .invalid(field: "title", _) = error({ try store.perform(change) }) else {
          Issue.record("two lists of one title")
          continue
        }
      }
      let done = try board.lists()[1]
      #expect(
        error { try store.perform(.renameList(done, title: "TO DO", refusingKnown: true)) } != nil)
      try store.perform(.renameList(done, title: "done", refusingKnown: true))
      #expect(try store.lists().map(\.title) == ["In Progress", "done", "to do"])
    }
  }

  @Test func `the archive has the lists that are put away, with all their cards`() throws {
    try TestBoard.run { board in
      let ids = try board.add("A", "B")
      try board.add("C", "D", to: 1)
      let lists = try board.lists()
      try board.store.perform(.archiveCards([ids[0]], true))
      try board.store.perform(.archiveCards([board.store.cardIDs(in: lists[1])[0]], true))
      for list in lists.dropFirst() { try board.store.perform(.archiveList(list, true)) }
      let archive = try board.store.archive()
      #expect(archive.map(\.list.title) == ["To Do", "In Progress", "Done"])
      #expect(archive.map(\.list.isArchived) == [false, true, true])
      #expect(archive.map { $0.cards.map(\.title) } == [["A"], ["D", "C"], []])
      #expect(error { _ = try board.store.list(matching: "Done") } == .noSuchList("Done"))
      #expect(try board.store.list(matching: "done", includesArchive: true).id == lists[2])
    }
  }

  @Test func `a list is sorted by words and by dates`() throws {
    try TestBoard.run { board in
      let ids = try board.add("b 10", "B 9", "a", "hidden")
      let list = try board.lists()[0]
      try board.store.perform(.archiveCards([ids[3]], true))
      try board.store.perform(.sortList(list, by: .title))
      #expect(try board.titles() == ["a", "B 9", "b 10"])
      #expect(try board.store.perform(.sortList(list, by: .title)).change == nil)
      for (id, due) in [(ids[0], "2026-01-02"), (ids[1], "2026-01-01")] {
        try board.store.perform(.editDetails(id, CardDetails(due: DueDate(due))))
      }
      try board.store.perform(.sortList(list, by: .due))
      #expect(try board.titles() == ["B 9", "b 10", "a"])
      try board.store.undo()
      #expect(try board.titles() == ["a", "B 9", "b 10"])
    }
  }

  @Test func `a limit is part of the list`() throws {
    try TestBoard.run { board in
      let list = try board.lists()[1]
      try board.store.perform(.limitList(list, 3))
      #expect(try board.store.list(list)?.limit == 3)
      #expect(try board.store.lists()[1].limit == 3)
      try board.store.undo()
      #expect(try board.store.lists()[1].limit == nil)
      guard case .invalid("limit", _)? = error({ try board.store.perform(.limitList(list, 0)) })
      else {
        Issue.record("0 was accepted")
        return
      }
    }
  }

  @Test func `an import is one step`() throws {
    try TestBoard.run { board in
      var card = NewCard(title: "A")
      card.details.isDone = true
      card.attachments = [NewAttachment(name: "a", type: "text/plain", content: .bytes([1]))]
      let lists = [
        NewList(title: "X", limit: 2, cards: [card]), NewList(title: "Y", isArchived: true),
      ]
      try board.store.perform(.importLists(lists, to: .main))
      #expect(try board.store.lists().map(\.title) == ["To Do", "In Progress", "Done", "X"])
      let found = try #require(try board.store.card(card.id))
      #expect(found.details.isDone && found.attachments.count == 1)
      try board.store.undo()
      #expect(try board.store.lists().count == 3)
      #expect(try board.store.archivedLists().isEmpty)
      try board.store.redo()
      #expect(try board.store.attachment(1, of: card.id).bytes() == [1])
    }
  }

  @Test func `an import fills the empty lists of the same titles where they are`() throws {
    try TestBoard.run { board in
      let kept = NewCard(title: "kept")
      let before = try board.store.lists()
      try board.store.perform(.addCards([kept], to: before[2].id, at: .end))
      let lists = [
        NewList(title: "Done", cards: [NewCard(title: "a")]),
        NewList(title: "To Do", limit: 4, cards: [NewCard(title: "b")]),
        NewList(title: "To Do", cards: [NewCard(title: "c")]),
        NewList(title: "In Progress", isArchived: true),
      ]
      let outcome = try board.store.perform(.importLists(lists, to: .main))
      let imported = outcome.lists
      func titles() throws -> [[String]] {
        try board.store.lists().map { [$0.title] + (try board.store.cards(in: $0.id)).map(\.title) }
      }
      #expect(
        try titles() == [
          ["To Do", "b"], ["In Progress"], ["Done", "kept"], ["Done (2)", "a"],
          ["To Do (2)", "c"],
        ])
      #expect(try board.store.lists()[0].limit == 4)
      #expect(imported[1] == before[0].id)
      #expect(
        outcome.notes == [
          "the list “Done” is “Done (2)” here, because the board has a list of that title",
          "the list “To Do” is “To Do (2)” here, because the board has a list of that title",
        ])
      try board.store.undo()
      #expect(try board.store.lists() == before)
      #expect(try titles() == [["To Do"], ["In Progress"], ["Done", "kept"]])
      // A card in the archive belongs to its list.
      try board.store.perform(.archiveCards([kept.id], true))
      #expect(try board.store.perform(.importLists(lists, to: .main)).lists[0] != before[2].id)
    }
  }

  @Test func `an imported list gets the first title that is free, whatever its case`() throws {
    try TestBoard.run { board in
      try board.add("kept")
      let titles = ["to do", "TO DO", "To Do (3)", "done", "Other"]
      let lists = titles.map { NewList(title: $0, cards: [NewCard(title: "a")]) }
      let outcome = try board.store.perform(.importLists(lists, to: .main))
      #expect(
        try board.store.lists().map(\.title) == [
          "To Do", "In Progress", "Done", "to do (2)", "TO DO (4)", "To Do (3)", "Other",
        ])
      #expect(
        outcome.notes == [
          "the list “to do” is “to do (2)” here, because the board has a list of that title",
          "the list “TO DO” is “TO DO (4)” here, because the board has a list of that title",
        ])
      // A list in the archive keeps its title.
      let archived = [NewList(title: "To Do", isArchived: true)]
      #expect(try board.store.perform(.importLists(archived, to: .main)).notes == [])
      #expect(try board.store.archivedLists().map(\.title) == ["To Do"])
    }
  }

  @Test func `a search finds words wherever they are, without case and accents`() throws {
    try TestBoard.run { board in
      let ids = try board.add("Müllabfuhr", "Other")
      try board.store.perform(
        .editDetails(
          ids[1],
          CardDetails(labels: [CardLabel("Home")], checklist: [ChecklistItem("feed the cat")])))
      func found(_ text: String) throws -> [CardID] {
        try board.store.search(CardSearch(text)).flatMap(\.cards).map(\.id)
      }
      #expect(try found("mull") == [ids[0]])
      #expect(try found("MÜLL") == [ids[0]])
      #expect(try found("cat home") == [ids[1]])
      #expect(try found("cat dog") == [])
      #expect(try found("text/plain") == ids)
      #expect(try found(" ") == ids)
    }
  }
}
