import BoardModel
import BoardWalk
import Harness
import Testing

@Suite struct UndoTests {
  @Test func `undo and redo say which change it was`() throws {
    try TestBoard.run { board in
      try board.add("A", "B")
      #expect(try board.store.undo()?.name == "Add 2 Cards")
      #expect(try board.store.redo()?.name == "Add 2 Cards")
    }
  }

  @Test func `undo and redo survive a restart`() throws {
    let folder = try TemporaryFolder("board", inMemory: true)
    defer { folder.remove() }
    do {
      let store = try BoardStore(folder: folder.path("data"))
      let list = try store.lists()[0].id
      try store.perform(.addCards([NewCard(title: "A")], to: list, at: .end))
      try store.perform(.addCards([NewCard(title: "B")], to: list, at: .end))
      try store.undo()
    }
    let store = try BoardStore(folder: folder.path("data"))
    let list = try store.lists()[0].id
    #expect(try store.cards(in: list).map(\.title) == ["A"])
    #expect(try store.redoName() == "Add Card")
    try store.redo()
    #expect(try store.cards(in: list).map(\.title) == ["A", "B"])
    for _ in 0..<2 { try store.undo() }
    #expect(try store.cards(in: list).isEmpty)
  }

  @Test func `a new change ends what could be done again`() throws {
    try TestBoard.run { board in
      try board.add("A")
      try board.add("B")
      try board.store.undo()
      try board.add("C")
      #expect(try board.store.redoName() == nil)
      #expect(try board.titles() == ["A", "C"])
    }
  }

  @Test func `cards that arrive one after the other are one step`() throws {
    try TestBoard.run { board in
      let list = try board.lists()[0]
      func add(_ title: String, _ step: inout ChangeStep?) throws {
        let outcome = try board.store.perform(
          .addCards([NewCard(title: title)], to: list, at: .end, in: step))
        step = outcome.step
      }
      var step: ChangeStep?
      for title in ["A", "B", "C"] { try add(title, &step) }
      #expect(try board.store.undoName() == "Add 3 Cards")
      try board.store.undo()
      #expect(try board.titles().isEmpty)
      try board.store.redo()
      #expect(try board.titles() == ["A", "B", "C"])
      // After undo, the next ones are a step of their own.
      try board.store.undo()
      for title in ["D", "E"] { try add(title, &step) }
      #expect(try board.store.undoName() == "Add 2 Cards")
      #expect(try board.titles() == ["D", "E"])
    }
  }

  /// Regression: a change between two arrivals of a drop divided its step.
  @Test func `another change does not divide the step of what arrives`() throws {
    try TestBoard.run { board in
      let list = try board.lists()[0]
      let cards = try board.add("X", "Y")
      var step: ChangeStep?
      func add(_ title: String, at position: Position = .before(cards[1])) throws {
        let change = BoardChange.addCards(
          [NewCard(title: title)], to: list, at: position, in: step)
        step = try board.store.perform(change).step
      }
      try add("A")
      try board.store.perform(.renameList(list, title: "Later"))
      try board.store.perform(.deleteCards([cards[1]]))
      try add("B", at: .end)
      let all = try board.store.contentFingerprint()
      #expect(try board.titles() == ["X", "A", "B"])
      #expect(try board.store.undoName() == "Add 2 Cards")
      try board.store.undo()
      #expect(try board.titles() == ["X"])
      #expect(try board.store.undoName() == "Delete Card")
      for _ in 0..<2 { try board.store.undo() }
      #expect(try board.titles() == ["X", "Y"])
      for _ in 0..<3 { try board.store.redo() }
      #expect(try board.store.contentFingerprint() == all)
      // A card of the step was changed: undo has to revert that first.
      let added = try #require(try board.store.cards(in: list).first { $0.title == "A" })
      try board.store.perform(.archiveCards([added.id], true))
      try add("C", at: .end)
      #expect(try board.store.undoName() == "Add Card")
      try board.store.undo()
      #expect(try board.store.undoName() == "Archive Card")
    }
  }

  @Test func `moves that arrive one after the other are one step`() throws {
    try TestBoard.run { board in
      let list = try board.lists()[0]
      var step: ChangeStep?
      for title in ["A", "B"] {
        try board.store.insertPending(title, [NewCard(title: title)], to: list, at: .end)
        let outcome = try board.store.makePermanent(title, in: step)
        step = outcome.step
      }
      #expect(try board.store.undoName() == "Receive 2 Cards")
      try board.store.undo()
      #expect(try board.titles() == ["A", "B"])
      #expect(try board.store.undoName() == nil)
    }
  }

  @Test func `a toast undoes only its own change`() throws {
    try TestBoard.run { board in
      let card = try board.add("A", "B")[0]
      let deleted = try #require(try board.store.perform(.deleteCards([card])).change)
      try board.add("C")
      #expect(try board.store.undo(only: deleted) == nil)
      #expect(try board.titles() == ["B", "C"])
      try board.store.undo()
      #expect(try board.store.undo(only: deleted)?.cards == [card])
      #expect(try board.titles() == ["A", "B"])
    }
  }

  @Test func `the last hundred changes can be undone, and no more is kept`() throws {
    try TestBoard.run { board in
      let list = try board.lists()[0]
      for number in 0..<(BoardStore.undoLimit + 20) {
        try board.store.perform(.renameList(list, title: "\(number)"))
      }
      var count = 0
      while try board.store.undo() != nil { count += 1 }
      #expect(count == BoardStore.undoLimit)
      #expect(try board.store.lists()[0].title == "19")
    }
  }

  @Test(arguments: Extent.part(of: 0..<3) { $0 == 0 })
  func `whatever was done, undoing it all leads back, and redoing it all forth`(seed: UInt64) throws
  {
    try TestBoard.run { board in
      var walk = Walk(seed: seed)
      var states = [try board.store.contentFingerprint()]
      var changes = 0
      while changes < BoardStore.undoLimit - 10 {
        let before = try board.store.fingerprint()
        do {
          try walk.step(board.store, among: Walk.changes)
        } catch let error as BoardError {
          Issue.record("\(error)")
          return
        }
        let after = try board.store.fingerprint()
        if after != before {
          changes += 1
          states.append(try board.store.contentFingerprint())
        }
      }
      for state in states.dropLast().reversed() {
        try board.store.undo()
        #expect(try board.store.contentFingerprint() == state)
      }
      #expect(try board.store.undoName() == nil)
      for state in states.dropFirst() {
        try board.store.redo()
        #expect(try board.store.contentFingerprint() == state)
      }
      #expect(try board.store.redoName() == nil)
    }
  }
}
