import Harness
import Testing

@testable import BoardModel

/// Lists and cards that come back to a place which another one has taken meanwhile.
@Suite struct PlaceTests {
  @Test func `a restored list and one that came to its place have places of their own`() throws {
    try TestBoard.run { board in
      let lists = try board.lists()
      func titles() throws -> [String] { try board.store.lists().map(\.title) }
      try board.store.perform(.archiveList(lists[1], true))
      try board.store.perform(.addList(title: "New", at: 1, on: .main))
      #expect(try titles() == ["To Do", "New", "Done"])
      try board.store.perform(.archiveList(lists[1], false))
      #expect(try titles() == ["To Do", "In Progress", "New", "Done"])
      try board.store.perform(.reorderList(lists[0], to: 2))
      #expect(try titles() == ["In Progress", "New", "To Do", "Done"])
      try board.store.perform(.reorderList(lists[2], to: 1))
      #expect(try titles() == ["In Progress", "Done", "New", "To Do"])
      try board.store.perform(.reorderList(lists[1], to: 3))
      #expect(try titles() == ["Done", "New", "To Do", "In Progress"])
    }
  }

  @Test func `a card that undo brings back stands behind one that came to its place`() throws {
    try TestBoard.run { board in
      let cards = try board.add("A", "B", "C")
      try board.store.perform(.deleteCards([cards[1]]))
      try board.store.insertPending(
        "t", [NewCard(title: "X")], to: try board.lists()[0], at: .index(1))
      try board.store.makePermanent("t")
      for _ in 0..<2 { try board.store.undo() }
      #expect(try board.titles() == ["A", "X", "B", "C"])
      try board.add("Y", at: .index(2))
      #expect(try board.titles() == ["A", "X", "Y", "B", "C"])
      try board.store.undo()
      try board.store.redo()
      #expect(try board.titles() == ["A", "X", "Y", "B", "C"])
    }
  }

  @Test func `cards that two moves bring to one place at once are not mixed`() throws {
    try TestBoard.run { board in
      try board.add("1", "2")
      let list = try board.lists()[0]
      func receive(_ transfer: String, _ titles: String...) throws {
        try board.store.insertPending(
          transfer, titles.map { NewCard(title: $0) }, to: list, at: .index(1))
      }
      try receive("t1", "A", "B", "C")
      try receive("t2", "D", "E", "F")
      try board.store.makePermanent("t1")
      try board.store.makePermanent("t2")
      #expect(try board.titles() == ["1", "A", "B", "C", "D", "E", "F", "2"])
    }
  }

  @Test func `a list that another process adds meanwhile keeps its title to itself`() throws {
    try TestBoard.run { board in
      let another = try board.another()
      let card = try board.add("A")[0]
      try board.store.perform(.archiveList(try board.lists()[0], true))
      var isFirst = true
      board.store.onStep = { name in
        guard "\(name)" == "begin the transaction", isFirst else { return }
        isFirst = false
        do {
          try another.perform(.addList(title: "to do", at: nil, on: .main, refusingKnown: true))
        } catch {
          Issue.record(error)
        }
      }
      guard
        case .invalid("title", _)? = error({
          try board.store.perform(.archiveCards([card], false))
        })
      else {
        Issue.record("two lists have one title")
        return
      }
      #expect(try another.lists().map(\.title) == ["In Progress", "Done", "to do"])
    }
  }

  @Test func `lists and cards are restored in one step, or not at all`() throws {
    try TestBoard.run { board in
      let lists = try board.lists()
      let card = try board.add("A", to: 2)[0]
      try board.store.perform(.archiveCards([card], true))
      for list in lists[..<2] { try board.store.perform(.archiveList(list, true)) }
      let outcome = try board.store.perform(.restore([lists[0], lists[1]], [card]))
      #expect(outcome.lists == [lists[0], lists[1]])
      #expect(outcome.cards == [card])
      #expect(try board.lists() == lists)
      #expect(try board.titles(2) == ["A"])
      try board.store.undo()
      #expect(try board.lists() == [lists[2]])
      #expect(try board.titles() == [])
      try board.store.perform(.addList(title: "in progress", at: nil, on: .main))
      guard
        case .invalid("title", _)? = error({
          try board.store.perform(.restore([lists[0], lists[1]], [card]))
        })
      else {
        Issue.record("two lists have one title")
        return
      }
      #expect(try board.store.lists().map(\.title) == ["Done", "in progress"])
      #expect(try board.titles() == [])
    }
  }

  @Test func `an import of very many lists of one title ends`() throws {
    try TestBoard.run { board in
      let lists = (0..<10_000).map { _ in NewList(title: "A") }
      try board.store.perform(.importLists(lists, to: .main))
      let titles = try board.store.lists().map(\.title)
      #expect(titles[3...].starts(with: ["A", "A (2)", "A (3)"]))
      #expect(titles.last == "A (10000)")
    }
  }

  @Test func `changes that change nothing take no memory`() throws {
    try TestBoard.run { board in
      let card = try board.add("A")[0]
      func doNothing() throws {
        try board.store.perform(.setDone([card], false))
        let key = try board.store.moveKey(of: try board.add("B")[0])
        try board.store.deleteMoved(key: key)
      }
      for _ in 0..<2 { try doNothing() }
      let before = board.store.database.keptStatements
      for _ in 0..<20 { try doNothing() }
      #expect(board.store.database.keptStatements == before)
    }
  }

  @Test func `what belongs to a process that cannot be examined stays`() throws {
    try TestBoard.run { board in
      let large = IncomingItem(representations: [
        ("application/x-large", .bytes([UInt8](repeating: 1, count: Staging.threshold + 1)))
      ])
      let staged = try CardReader().cards(from: large)[0].staged(by: board.store.staging)
      #expect(board.files().count == 1)
      // Opening it fails, as it does for want of descriptors.
      let lock = board.folder.path("data/processes/\(board.store.processName)")
      _ = try Program.run("mv", [lock, lock + ".kept"])
      _ = try Program.run("ln", ["-s", lock, lock])
      let another = try board.another()
      #expect(board.files().count == 1)
      #expect(another.isAlive(board.store.processName))
      _ = try Program.run("mv", [lock + ".kept", lock])
      try board.store.perform(.addCards([staged], to: try board.lists()[0], at: .end))
      #expect(board.files().count == 1)
    }
  }
}
