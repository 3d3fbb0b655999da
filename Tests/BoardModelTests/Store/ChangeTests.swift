import BoardModel
import Testing

@Suite struct ListChangeTests {
  private func titles(_ board: TestBoard) throws -> [String] {
    try board.store.lists().map(\.title)
  }

  @Test func `a new board has three empty lists and nothing to undo`() throws {
    try TestBoard.run { board in
      let counts = try board.lists().map { try board.store.cards(in: $0).count }
      #expect(counts == [0, 0, 0])
      #expect(try titles(board) == ["To Do", "In Progress", "Done"])
      #expect(try board.store.undoName() == nil)
      #expect(try board.store.undo() == nil)
      #expect(try board.store.redo() == nil)
    }
  }

  @Test func `lists are added, renamed and undone`() throws {
    try TestBoard.run { board in
      let added = try board.store.perform(.addList(title: " Ideas\n", at: 1, on: .main))
      #expect(try titles(board) == ["To Do", "Ideas", "In Progress", "Done"])
      try board.store.perform(.addList(title: "Last", at: nil, on: .main))
      try board.store.perform(.addList(title: "First", at: 0, on: .main))
      try board.store.perform(.renameList(added.lists[0], title: "Wishes"))
      #expect(
        try titles(board) == ["First", "To Do", "Wishes", "In Progress", "Done", "Last"])
      #expect(try board.store.undoName() == "Rename List")
      for _ in 0..<4 { try board.store.undo() }
      #expect(try titles(board) == ["To Do", "In Progress", "Done"])
      for _ in 0..<4 { try board.store.redo() }
      #expect(
        try titles(board) == ["First", "To Do", "Wishes", "In Progress", "Done", "Last"])
    }
  }

  @Test func `the first title of a list is part of its addition`() throws {
    try TestBoard.run { board in
      let added = try board.store.perform(.addList(title: "New List", at: nil, on: .main))
      let named = try board.store.perform(
        .renameList(added.lists[0], title: "Ideas", in: added.change))
      #expect(named.change == added.change)
      #expect(try board.store.undo()?.lists == added.lists)
      #expect(try titles(board) == ["To Do", "In Progress", "Done"])
      try board.store.redo()
      #expect(try titles(board).last == "Ideas")
      // Not once something else has changed.
      try board.store.perform(.addList(title: "Other", at: nil, on: .main))
      try board.store.perform(.renameList(added.lists[0], title: "Wishes", in: added.change))
      #expect(try board.store.undoName() == "Rename List")
      try board.store.undo()
      #expect(try titles(board).suffix(2) == ["Ideas", "Other"])
    }
  }

  @Test(arguments: [
    (0, 2, ["In Progress", "Done", "To Do"]), (2, 0, ["Done", "To Do", "In Progress"]),
    (0, 1, ["In Progress", "To Do", "Done"]), (1, 99, ["To Do", "Done", "In Progress"]),
    (1, -5, ["In Progress", "To Do", "Done"]),
  ])
  func `a list is moved to a place among the others`(
    from: Int, to: Int, expected: [String]
  ) throws {
    try TestBoard.run { board in
      try board.store.perform(.reorderList(try board.lists()[from], to: to))
      #expect(try titles(board) == expected)
      try board.store.undo()
      #expect(try titles(board) == ["To Do", "In Progress", "Done"])
    }
  }

  @Test func `a list goes with its cards and comes back with them`() throws {
    try TestBoard.run { board in
      try board.add("A", "B", to: 1)
      let outcome = try board.store.perform(.deleteList(try board.lists()[1]))
      #expect(outcome.cards.count == 2)
      #expect(try titles(board) == ["To Do", "Done"])
      try board.store.undo()
      #expect(try titles(board) == ["To Do", "In Progress", "Done"])
      #expect(try board.titles(1) == ["A", "B"])
    }
  }

  @Test func `what changes nothing is nothing to undo`() throws {
    try TestBoard.run { board in
      let list = try board.lists()[0]
      #expect(try board.store.perform(.renameList(list, title: "To Do")).change == nil)
      #expect(try board.store.perform(.reorderList(list, to: 0)).change == nil)
      #expect(try board.store.undoName() == nil)
    }
  }

  @Test(arguments: [
    BoardChange.renameList(ListID(rawValue: "gone"), title: "A"),
    .reorderList(ListID(rawValue: "gone"), to: 0), .deleteList(ListID(rawValue: "gone")),
    .addCards([NewCard(title: "A")], to: ListID(rawValue: "gone"), at: .end),
  ])
  func `a list that is gone is told, and nothing changes`(change: BoardChange) throws {
    try TestBoard.run { board in
      let before = try board.store.lists()
      let refusal = error { try board.store.perform(change) }
      #expect(refusal == .noSuchList("gone"))
      #expect(try board.store.lists() == before)
      #expect(try board.store.undoName() == nil)
    }
  }

  @Test func `a list needs a title`() throws {
    try TestBoard.run { board in
      let list = try board.lists()[0]
      for change in [
        BoardChange.addList(title: " \n ", at: nil, on: .main), .renameList(list, title: ""),
      ] {
        let refusal = error { try board.store.perform(change) }
        #expect(refusal == .invalid(field: "title", reason: "a list needs one"))
      }
    }
  }

  @Test func `lists are found by their titles`() throws {
    try TestBoard.run { board in
      #expect(try board.store.list(matching: "to do").title == "To Do")
      #expect(try board.store.list(matching: try board.lists()[1].rawValue).title == "In Progress")
      #expect(error { _ = try board.store.list(matching: "None") } == .noSuchList("None"))
      try board.store.perform(.addList(title: "Done", at: nil, on: .main))
      guard
        case .ambiguous("Done", let candidates)? = error({
          _ = try board.store.list(matching: "Done")
        })
      else {
        Issue.record("two lists of one title were not told apart")
        return
      }
      #expect(candidates.count == 2)
    }
  }
}

@Suite struct CardChangeTests {
  @Test(arguments: [
    (Position.end, ["A", "B", "X", "Y"]), (.index(0), ["X", "Y", "A", "B"]),
    (.index(1), ["A", "X", "Y", "B"]), (.index(99), ["A", "B", "X", "Y"]),
    (.index(-1), ["X", "Y", "A", "B"]),
  ])
  func `cards are added where they fall`(position: Position, expected: [String]) throws {
    try TestBoard.run { board in
      try board.add("A", "B")
      try board.add("X", "Y", at: position)
      #expect(try board.titles() == expected)
      try board.store.undo()
      #expect(try board.titles() == ["A", "B"])
      try board.store.redo()
      #expect(try board.titles() == expected)
    }
  }

  @Test(arguments: [
    (["D"], 0, "DABC"), (["A"], 4, "BCDA"), (["A"], 2, "BACD"), (["A", "C"], 4, "BDAC"),
    (["C", "A"], 1, "CABD"), (["B", "C"], 0, "BCAD"), (["A", "D"], 2, "BADC"),
    (["A", "B", "C", "D"], 2, "ABCD"), (["D", "C", "B", "A"], 0, "DCBA"), (["B"], 99, "ACDB"),
  ])
  func `cards are moved to the insertion line`(
    moving: [String], index: Int, expected: String
  ) throws {
    try TestBoard.run { board in
      let ids = try board.add("A", "B", "C", "D")
      let named = Dictionary(uniqueKeysWithValues: zip(["A", "B", "C", "D"], ids))
      try board.store.perform(
        .reorderCards(moving.compactMap { named[$0] }, to: try board.lists()[0], at: .index(index)))
      #expect(try board.titles().joined() == expected)
      if try board.store.undoName() != "Add 4 Cards" { try board.store.undo() }
      #expect(try board.titles().joined() == "ABCD")
    }
  }

  @Test func `where a card falls on itself nothing changes`() throws {
    try TestBoard.run { board in
      let ids = try board.add("A", "B", "C", "D")
      let list = try board.lists()[0]
      for (moving, position) in [
        ([ids[1]], Position.index(1)), ([ids[1]], .index(2)), ([ids[1]], .before(ids[1])),
        ([ids[1]], .before(ids[2])), ([ids[1], ids[2]], .index(2)), ([ids[3]], .end),
        ([ids[2], ids[3]], .index(3)),
      ] {
        #expect(
          try board.store.perform(.reorderCards(moving, to: list, at: position)).change == nil)
      }
      #expect(try board.titles().joined() == "ABCD")
    }
  }

  @Test func `cards are moved across lists and before others`() throws {
    try TestBoard.run { board in
      let ids = try board.add("A", "B", "C")
      let others = try board.add("X", "Y", to: 1)
      let list = try board.lists()[1]
      try board.store.perform(.reorderCards([ids[2], ids[0]], to: list, at: .before(others[1])))
      #expect(try board.titles(1) == ["X", "C", "A", "Y"])
      #expect(try board.titles() == ["B"])
      #expect(try board.store.card(ids[0])?.list == list)
      #expect(try board.store.undoName() == "Move 2 Cards")
      try board.store.undo()
      #expect(try board.titles() == ["A", "B", "C"])
      // Another process has deleted the card before which the moved card was to be.
      try board.store.perform(.deleteCards([others[1]]))
      try board.store.perform(.reorderCards([ids[0]], to: list, at: .before(others[1])))
      #expect(try board.titles(1) == ["X", "A"])
    }
  }

  @Test func `cards that are gone are left out`() throws {
    try TestBoard.run { board in
      let ids = try board.add("A", "B")
      try board.store.perform(.deleteCards([ids[0]]))
      let list = try board.lists()[2]
      let moved = try board.store.perform(
        .reorderCards([ids[0], ids[1], ids[1]], to: list, at: .end))
      #expect(moved.cards == [ids[1]])
      #expect(
        error { try board.store.perform(.deleteCards([ids[0]])) } == .noSuchCard(ids[0].rawValue))
      #expect(try board.store.perform(.deleteCards([])).change == nil)
    }
  }

  @Test func `a text is edited and what it was comes back`() throws {
    try TestBoard.run { board in
      let card = try board.add(item("text/plain;charset=iso-8859-1", [0xFC]))[0]
      try board.store.perform(.editCard(card, title: "New", text: "two\nlines"))
      #expect(try board.store.card(card)?.text == "two\nlines")
      let bytes = try board.store.content(of: card, type: "text/plain;charset=utf-8").bytes()
      #expect(bytes == Array("New\ntwo\nlines".utf8))
      try board.store.undo()
      #expect(try board.store.card(card)?.title == "ü")
      #expect(
        try board.store.content(of: card, type: "text/plain;charset=iso-8859-1").bytes() == [0xFC])
      #expect(
        try board.store.perform(.editCard(card, title: "ü", text: "")).change == nil)
    }
  }

  @Test func `the title of a file is not its content`() throws {
    try TestBoard.run { board in
      let card = try board.add(item("application/pdf", [1, 2], name: "a.pdf"))[0]
      try board.store.perform(.editCard(card, title: "Contract", text: "To be signed"))
      let edited = try #require(try board.store.card(card))
      #expect(edited.title == "Contract")
      #expect(edited.name == "a.pdf")
      #expect(try board.store.content(of: card, type: "application/pdf").bytes() == [1, 2])
      try board.store.undo()
      #expect(try board.store.card(card)?.title == "a.pdf")
    }
  }

  @Test func `a geocache is edited in place, unknown members kept`() throws {
    try TestBoard.run { board in
      let json = #"{"name":"A","summary":"S","latitude":1,"longitude":2,"stars":5}"#
      let gpx = "<gpx><wpt lat='1' lon='2'/></gpx>"
      let card = try board.add(
        IncomingItem(representations: [
          (Geocache.type, .bytes(Array(json.utf8))), (GPX.type, .bytes(Array(gpx.utf8))),
        ]))[0]
      var geocache = try board.store.geocache(of: card)
      geocache.image = Pictures.pixel
      geocache.coordinates = Coordinates(latitude: -3, longitude: 4)
      try board.store.perform(.editGeocache(card, geocache))
      let edited = try #require(try board.store.card(card))
      #expect(edited.hasPicture)
      #expect(edited.coordinates == Coordinates(latitude: -3, longitude: 4))
      // The original waypoint does not match any more.
      #expect(edited.representations.map(\.type) == [Geocache.type])
      try board.store.perform(.editCard(card, title: "B", text: "T"))
      let text = String(
        decoding: try board.store.content(of: card, type: Geocache.type).bytes(), as: UTF8.self)
      #expect(
        text.hasPrefix(
          #"{"name": "B", "summary": "T", "latitude": -3, "longitude": 4, "stars": 5, "#))
      #expect(
        try board.store.perform(.editGeocache(card, try board.store.geocache(of: card))).change
          == nil)
      for _ in 0..<2 { try board.store.undo() }
      #expect(try board.store.content(of: card, type: Geocache.type).bytes() == Array(json.utf8))
      #expect(try board.store.content(of: card, type: GPX.type).bytes() == Array(gpx.utf8))
      geocache.coordinates.latitude = 91
      #expect(
        error { try board.store.perform(.editGeocache(card, geocache)) }
          == .invalid(field: "latitude", reason: "91.0 is not between −90 and 90"))
    }
  }

  @Test func `a card is found by the beginning of its id`() throws {
    try TestBoard.run { board in
      let ids = try board.add("A", "B")
      let start = String(ids[0].rawValue.prefix(12))
      #expect(try board.store.cards(matching: start.uppercased()).map(\.title) == ["A"])
      #expect(try board.store.cards(matching: "abc").isEmpty)
      #expect(try board.store.cards(matching: "%").isEmpty)
    }
  }
}
