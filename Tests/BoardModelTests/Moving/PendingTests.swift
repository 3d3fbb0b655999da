import Harness
import Testing

@testable import BoardModel

@Suite struct PendingTests {
  private func receive(
    _ board: TestBoard, _ transfer: String, _ titles: String..., at position: Position = .end
  ) throws {
    let cards = titles.map { NewCard(title: $0) }
    try board.store.insertPending(transfer, cards, to: try board.lists()[0], at: position)
  }

  @Test func `what is pending is shown to nobody until it is permanent`() throws {
    try TestBoard.run { board in
      try board.add("A", "B")
      try receive(board, "t1", "X", "Y", at: .index(1))
      #expect(try board.titles() == ["A", "B"])
      #expect(try board.store.pendingTransfers() == ["t1"])
      let outcome = try board.store.makePermanent("t1")
      #expect(outcome.cards.count == 2)
      #expect(try board.titles() == ["A", "X", "Y", "B"])
      #expect(try board.store.pendingTransfers() == ["t1"], "the id is kept")
      #expect(try board.store.makePermanent("t1").change == nil, "again is harmless")
      #expect(try board.titles() == ["A", "X", "Y", "B"])
      for _ in 0..<2 { try board.store.forget("t1") }
      #expect(try board.store.pendingTransfers() == [])
      #expect(try board.titles() == ["A", "X", "Y", "B"])
    }
  }

  @Test func `what is stored piece by piece keeps its order at one place`() throws {
    try TestBoard.run { board in
      try board.add("A", "B")
      let cards = (0..<25).map { NewCard(title: "\($0)") }
      let list = try board.lists()[0]
      var left = try board.store.startPending("t", cards, to: list, at: .index(1))
      while left.count > 0 {
        try board.store.insert(10, of: &left)
        try board.add("C", at: .index(1))
      }
      #expect(try board.titles() == ["A", "C", "C", "C", "B"])
      let outcome = try board.store.makePermanent("t")
      #expect(try board.titles().filter { $0 != "C" } == ["A"] + cards.map(\.title) + ["B"])
      #expect(try outcome.cards.map { try board.store.card($0)?.title } == cards.map(\.title))
      // A process that dies before the last piece has moved nothing.
      left = try board.store.startPending("u", cards, to: list, at: .end)
      try board.store.insert(10, of: &left)
      try board.store.discard("u")
      #expect(try board.store.pendingTransfers() == ["t"])
    }
  }

  @Test func `what stays with its source is gone here`() throws {
    try TestBoard.run { board in
      let large = IncomingItem(representations: [
        ("application/x-large", .bytes([UInt8](repeating: 1, count: Staging.threshold + 1)))
      ])
      let cards = try CardReader().cards(from: large)
      try board.store.insertPending("t1", cards, to: try board.lists()[0], at: .end)
      #expect(board.files().count == 1)
      for _ in 0..<2 { try board.store.discard("t1") }
      #expect(try board.store.pendingTransfers() == [])
      #expect(board.files().isEmpty)
      #expect(try board.store.makePermanent("t1").cards == [])
      #expect(try board.titles() == [])
    }
  }

  @Test func `what is permanent is not discarded any more`() throws {
    try TestBoard.run { board in
      try receive(board, "t1", "X")
      try board.store.makePermanent("t1")
      // dragd has forgotten the move because both sides had acknowledged it.
      try board.store.discard("t1")
      #expect(try board.titles() == ["X"])
      #expect(try board.store.pendingTransfers() == [])
    }
  }

  @Test func `what is pending is not forgotten`() throws {
    try TestBoard.run { board in
      try receive(board, "t1", "X")
      try board.store.forget("t1")
      #expect(try board.store.pendingTransfers() == ["t1"])
    }
  }

  @Test func `undoing an arrival takes nothing away, for nobody else has the card`() throws {
    try TestBoard.run { board in
      try board.add("A")
      try receive(board, "t1", "X")
      try board.store.makePermanent("t1")
      #expect(try board.store.undoName() == "Receive Card")
      let undone = try #require(try board.store.undo())
      #expect(undone.cards.isEmpty && undone.lists.isEmpty)
      #expect(try board.titles() == ["A", "X"])
      try board.store.undo()
      #expect(try board.titles() == ["X"], "what was done before can be undone")
      while try board.store.redo() != nil {}
      #expect(try board.titles() == ["A", "X"])
    }
  }

  @Test func `a list to which a card has moved stays when its adding is undone`() throws {
    try TestBoard.run { board in
      let list = try board.store.perform(.addList(title: "New", at: 0, on: .main)).lists
      try receive(board, "t1", "X")
      try board.store.makePermanent("t1")
      while try board.store.undo() != nil {}
      #expect(try board.lists().first == list.first)
      #expect(try board.titles() == ["X"])
      while try board.store.redo() != nil {}
      #expect(try board.lists().count == 4)
      #expect(try board.titles() == ["X"])
    }
  }

  @Test func `undo does not touch what is pending`() throws {
    try TestBoard.run { board in
      try board.add("A")
      try receive(board, "t1", "X")
      try board.store.undo()
      try board.store.makePermanent("t1")
      #expect(try board.titles() == ["X"])
    }
  }

  @Test func `a card whose list has gone meanwhile comes into another`() throws {
    try TestBoard.run { board in
      try receive(board, "t1", "X")
      try receive(board, "t2", "Y")
      try board.store.perform(.deleteList(try board.lists()[0]))
      try board.store.makePermanent("t1")
      #expect(try board.titles(0) == ["X"])
      for list in try board.lists() { try board.store.perform(.deleteList(list)) }
      try board.store.makePermanent("t2")
      #expect(try board.store.lists().map(\.title) == ["To Do"])
      #expect(try board.titles(0) == ["Y"])
    }
  }

  @Test func `two that came to one place are in order`() throws {
    try TestBoard.run { board in
      try board.add("A", "B")
      try receive(board, "t1", "X", at: .index(1))
      try receive(board, "t2", "Y", at: .index(1))
      try board.store.makePermanent("t1")
      try board.store.makePermanent("t2")
      #expect(try board.titles() == ["A", "X", "Y", "B"])
      // A card is inserted between the two.
      try board.add("Between", at: .index(2))
      #expect(try board.titles() == ["A", "X", "Between", "Y", "B"])
    }
  }
}

@Suite struct OutgoingMovesTests {
  @Test func `a card that has moved away does not come back by undo`() throws {
    try TestBoard.run { board in
      let ids = try board.add("A", "B")
      try board.store.perform(.editCard(ids[0], title: "A2", text: ""))
      try board.store.perform(.reorderCards(ids, to: try board.lists()[1], at: .end))
      let key = try board.store.moveKey(of: ids[0])
      for _ in 0..<2 { try board.store.deleteMoved(key: key) }
      #expect(try board.titles(1) == ["B"])
      while try board.store.undo() != nil { #expect(try board.store.card(ids[0]) == nil) }
      #expect(try board.titles() == [])
      while try board.store.redo() != nil { #expect(try board.store.card(ids[0]) == nil) }
      #expect(try board.titles(1) == ["B"])
    }
  }

  @Test func `a change that was about nothing else is no step of undo any more`() throws {
    try TestBoard.run { board in
      try board.add("A")
      let card = try board.add("B")[0]
      try board.store.perform(.editCard(card, title: "B2", text: ""))
      try board.store.deleteMoved(key: try board.store.moveKey(of: card))
      try board.store.undo()
      #expect(try board.titles() == [])
      #expect(try board.store.undoName() == nil)
    }
  }

  @Test func `a deleted card that has moved away is gone for good`() throws {
    try TestBoard.run { board in
      let card = try board.add(
        item("application/x-large", [UInt8](repeating: 1, count: Staging.threshold + 1)))[0]
      let key = try board.store.moveKey(of: card)
      try board.store.perform(.deleteCards([card]))
      try board.store.deleteMoved(key: key)
      #expect(try board.store.undoName() == nil)
      #expect(board.files().isEmpty)
    }
  }

  private func refusal(_ store: BoardStore, _ key: String) -> BoardError? {
    error { try store.prepareMove(key: key) }
  }

  @Test func `a card that was changed is not the one that was offered`() throws {
    try TestBoard.run { board in
      let card = try board.add("A")[0]
      let key = try board.store.moveKey(of: card)
      try board.store.perform(.reorderCards([card], to: try board.lists()[1], at: .end))
      #expect(refusal(board.store, key) == nil)
      try board.store.releaseMove(key: key)
      try board.store.perform(.editCard(card, title: "B", text: ""))
      #expect(
        refusal(board.store, key)
          == .invalid(field: "card", reason: "it was changed since it was offered"))
      #expect(refusal(board.store, try board.store.moveKey(of: card)) == nil)
      try board.store.releaseMove(key: key)
      try board.store.undo()
      #expect(refusal(board.store, key) == nil)
      try board.store.perform(.deleteCards([card]))
      #expect(refusal(board.store, key) == .noSuchCard(card.rawValue))
    }
  }

  @Test func `a card whose plan was changed is not the one that was offered`() throws {
    try TestBoard.run { board in
      let card = try board.add("A")[0]
      let key = try board.store.moveKey(of: card)
      let changes: [BoardChange] = [
        .setDue([card], DueDate("2026-11-25")), .setDone([card], true),
        .setLabel([card], CardLabel("home"), true),
        .editDetails(card, CardDetails(checklist: [ChecklistItem("item")])),
      ]
      for change in changes {
        try board.store.perform(change)
        #expect(
          refusal(board.store, key)
            == .invalid(field: "card", reason: "it was changed since it was offered"))
        try board.store.undo()
      }
      #expect(refusal(board.store, key) == nil)
    }
  }

  @Test func `a card whose words alone were changed is not the one that was offered`() throws {
    try TestBoard.run { board in
      let card = try board.add(item("application/pdf", [1], name: "a.pdf"))[0]
      let key = try board.store.moveKey(of: card)
      for (title, text) in [("b.pdf", ""), ("a.pdf", "about it")] {
        try board.store.perform(.editCard(card, title: title, text: text))
        #expect(
          refusal(board.store, key)
            == .invalid(field: "card", reason: "it was changed since it was offered"))
        try board.store.undo()
      }
      #expect(refusal(board.store, key) == nil)
    }
  }

  @Test func `a card that is just leaving is not changed, and another is`() throws {
    try TestBoard.run { board in
      let another = try board.another()
      let ids = try board.add("A", "B")
      try board.store.perform(.editCard(ids[0], title: "A2", text: ""))
      let key = try board.store.moveKey(of: ids[0])
      try board.store.prepareMove(key: key)
      for store in [board.store, another] {
        let edit = error { try store.perform(.editCard(ids[0], title: "A3", text: "")) }
        #expect(edit == .movingAway("A2"))
        let undo = error { try store.undo() }
        #expect(undo == .movingAway("A2"), "that would change it too")
        #expect(try board.titles() == ["A2", "B"])
      }
      try another.perform(.editCard(ids[1], title: "B2", text: ""))
      try board.store.releaseMove(key: key)
      try board.store.perform(.editCard(ids[0], title: "A3", text: ""))
      #expect(try board.titles() == ["A3", "B2"])
    }
  }

  @Test func `the title of a file that is just leaving is not changed`() throws {
    try TestBoard.run { board in
      let card = try board.add(item("application/x-any", [1, 2, 3]))[0]
      try board.store.prepareMove(key: try board.store.moveKey(of: card))
      let edit = error { try board.store.perform(.editCard(card, title: "Other", text: "")) }
      guard case .movingAway = edit else {
        Issue.record("it is \(String(describing: edit))")
        return
      }
    }
  }

  @Test func `two processes do not give one card away twice`() throws {
    try TestBoard.run { board in
      let another = try board.another()
      let key = try board.store.moveKey(of: try board.add("A")[0])
      let busy = BoardError.invalid(field: "card", reason: "another process is moving it away")
      for _ in 0..<2 { #expect(refusal(board.store, key) == nil) }
      #expect(refusal(another, key) == busy)
      try another.releaseMove(key: key)
      #expect(refusal(another, key) == busy, "only its holder releases it")
      try board.store.releaseMove(key: key)
      #expect(refusal(another, key) == nil)
      #expect(refusal(board.store, key) == busy)
      try another.deleteMoved(key: key)
      #expect(try board.titles() == [])
    }
  }

  @Test func `what a dead process was giving away stays until that is settled`() throws {
    try TestBoard.run { board in
      let key = try board.store.moveKey(of: try board.add("A")[0])
      do {
        let dead = try board.another()
        _ = try dead.cookie { "dead" }
        try dead.prepareMove(key: key)
      }
      let inherited = try board.store.cookie { "mine" }
      #expect(inherited == "dead")
      // This process now holds the dead process's cookie, so dragd keeps the card from moving twice.
      #expect(refusal(board.store, key) == nil)
      #expect(refusal(try board.another(), key) != nil)
      do {
        let dead = try board.another()
        _ = try dead.cookie { "other" }
        try board.store.releaseMove(key: key)
        try dead.prepareMove(key: key)
      }
      #expect(refusal(board.store, key) != nil)
      let taken = try board.store.claimDeadCookies()
      #expect(taken == ["other"])
      #expect(refusal(board.store, key) != nil)
      try board.store.dropCookie("other")
      #expect(refusal(board.store, key) == nil)
    }
  }
}

@Suite struct CookieTests {
  private func hold(_ board: TestBoard, _ cookie: String) throws -> Program {
    let program = try Program(
      Built.folder + "/boardwalker",
      ["hold", board.folder.path("data"), cookie, "transfer-\(cookie)"], input: .pipe)
    try program.waitForOutput("ready\n")
    return program
  }

  @Test func `each living process has a cookie of its own`() throws {
    try TestBoard.run { board in
      let another = try board.another()
      let mine = try board.store.cookie { "one" }
      #expect(mine == "one")
      #expect(try board.store.cookie { "other" } == "one")
      #expect(try another.cookie { "two" } == "two")
      #expect(try another.claimDeadCookies() == [])
    }
  }

  @Test func `a dead process's cookie and pending moves are taken over, a living one's are not`()
    throws
  {
    try TestBoard.run { board in
      let holder = try hold(board, "held")
      defer { holder.close() }
      #expect(try board.store.claimDeadCookies() == [])
      #expect(try board.store.pendingTransfers() == [])
      #expect(try board.store.abandonedTransfers() == [])
      holder.send(9)
      #expect(try holder.wait().exit == .signalled(9))
      #expect(try board.store.pendingTransfers() == ["transfer-held"])
      #expect(try board.store.abandonedTransfers() == ["transfer-held"])
      #expect(try board.store.claimDeadCookies() == ["held"])
      #expect(try board.another().claimDeadCookies() == [], "it is this process's now")
      #expect(try board.store.claimDeadCookies() == ["held"], "until it is settled")
      try board.store.dropCookie("held")
      #expect(try board.store.claimDeadCookies() == [])
      #expect(try board.store.cookie { "new" } == "new")
    }
  }

  @Test func `a new process goes on under a dead one's cookie`() throws {
    try TestBoard.run { board in
      let holder = try hold(board, "held")
      holder.send(9)
      _ = try holder.wait()
      #expect(try board.store.cookie { "new" } == "held")
      try board.store.dropCookie("held")
      #expect(try board.store.cookie { "new" } == "held", "it is in use")
    }
  }

  @Test func `a taken cookie whose taker dies is taken again`() throws {
    try TestBoard.run { board in
      try board.store.database.run("INSERT INTO cookies VALUES ('dead', 'first')")
      do {
        let taker = try board.another()
        #expect(try taker.claimDeadCookies() == ["first"])
        #expect(try board.store.claimDeadCookies() == [])
      }
      #expect(try board.store.claimDeadCookies() == ["first"])
    }
  }
}
