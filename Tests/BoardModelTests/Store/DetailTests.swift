import BoardModel
import Harness
import Testing

@Suite struct DueDateTests {
  @Test(arguments: ["2026-11-25", "2024-02-29", "2026-11-25T14:30", "0001-01-01T00:00"])
  func `a date is read as it is written`(text: String) throws {
    #expect(try #require(DueDate(text)).description == text)
  }

  @Test(arguments: [
    "", "2026-02-29", "2026-13-01", "2026-00-10", "2026-1-1", "2026-11-25T24:00",
    "2026-11-25T14:60",
    "2026-11-25T14:3", "26-11-2025x", "2026-11-25Tab:cd", "+026-11-25", "2026/11/25",
  ])
  func `what is no date is none`(text: String) { #expect(DueDate(text) == nil) }

  @Test func `a day is overdue when it is over, and a minute too`() throws {
    let now = try #require(DueDate("2026-11-25T14:30"))
    func isOverdue(_ text: String) throws -> Bool { try #require(DueDate(text)).isOverdue(at: now) }
    #expect(try isOverdue("2026-11-24"))
    #expect(try !isOverdue("2026-11-25"))
    #expect(try isOverdue("2026-11-25T14:29"))
    #expect(try !isOverdue("2026-11-25T14:30"))
    #expect(try #require(DueDate("2026-11-25T23:59")).isToday(at: now))
    #expect(try #require(DueDate("2026-11-25")) < now)
  }
}

@Suite struct DetailTests {
  private static let details = CardDetails(
    due: DueDate("2026-11-25T09:00"), isDone: true,
    labels: [CardLabel("Home & Garden", .red), CardLabel("später", .green)],
    checklist: [ChecklistItem("x first", isDone: true), ChecklistItem("- second")])

  @Test func `details are kept, and undo takes them back`() throws {
    try TestBoard.run { board in
      let card = try board.add("A")[0]
      try board.store.perform(.editDetails(card, Self.details))
      #expect(try board.store.card(card)?.details == Self.details)
      #expect(try board.store.cards(in: board.lists()[0])[0].details == Self.details)
      try board.store.undo()
      #expect(try board.store.card(card)?.details == CardDetails())
      try board.store.redo()
      #expect(try board.store.card(card)?.details.progress?.done == 1)
    }
  }

  @Test func `only what a person has changed replaces what others have changed meanwhile`() {
    let old = Self.details
    var mine = old
    mine.labels = []
    var theirs = old
    theirs.checklist.append(ChecklistItem("third"))
    theirs.isDone = false
    var both = theirs
    both.labels = []
    #expect(mine.merged(from: old, into: theirs) == both)
    #expect(old.merged(from: old, into: theirs) == theirs)
  }

  @Test func `what a person and others have changed differently is a conflict`() {
    let old = CardWords(title: "A", text: "a", details: Self.details)
    var (mine, theirs) = (old, old)
    mine.title = "B"
    mine.text = "b"
    mine.details.labels = []
    theirs.title = "C"
    theirs.details.labels = []
    theirs.details.checklist = []
    #expect(mine.conflicts(from: old, with: theirs) == [.title])
    #expect(
      mine.conflicts(from: old, with: old) == [] && old.conflicts(from: old, with: theirs) == [])
    var seen = old
    seen.set([.title], of: theirs)
    #expect(mine.conflicts(from: seen, with: theirs) == [])
    let merged = mine.merged(from: seen, into: theirs)
    #expect(merged.title == "B" && merged.text == "b" && merged.details == theirs.details)
  }

  @Test func `several cards get a due date in one step`() throws {
    try TestBoard.run { board in
      let cards = try board.add("A", "B")
      try board.store.perform(.editDetails(cards[0], Self.details))
      let due = DueDate("2026-12-24")
      try board.store.perform(.setDue(cards, due))
      let details = try cards.map { try #require(try board.store.card($0)).details }
      #expect(details.map(\.due) == [due, due])
      #expect(details[0].labels == Self.details.labels)
      try board.store.undo()
      #expect(try board.store.card(cards[0])?.details == Self.details)
      #expect(try board.store.card(cards[1])?.details == CardDetails())
      try board.store.perform(.setDue(cards, nil))
      #expect(try board.store.card(cards[0])?.details.due == nil)
    }
  }

  @Test func `words and details change in one step`() throws {
    try TestBoard.run { board in
      let card = try board.add("A")[0]
      try board.store.perform(.editCard(card, title: "B", text: "T", details: Self.details))
      #expect(try board.store.card(card)?.details == Self.details)
      // A change of the words keeps the details.
      try board.store.perform(.editCard(card, title: "C", text: "T"))
      #expect(try board.store.card(card)?.details == Self.details)
      try board.store.undo()
      try board.store.undo()
      let first = try #require(try board.store.card(card))
      #expect(first.title == "A" && first.details == CardDetails())
    }
  }

  @Test func `names are on one line, and each label is there once`() throws {
    try TestBoard.run { board in
      let card = try board.add("A")[0]
      let given = CardDetails(
        labels: [CardLabel(" a\nb ", .red), CardLabel("a b", .blue)],
        checklist: [ChecklistItem("one\ntwo"), ChecklistItem(" \n")])
      try board.store.perform(.editDetails(card, given))
      let kept = try #require(try board.store.card(card)).details
      #expect(kept.labels == [CardLabel("a b", .red)])
      #expect(kept.checklist == [ChecklistItem("one two")])
    }
  }

  @Test func `too much is refused with its name`() throws {
    try TestBoard.run { board in
      let card = try board.add("A")[0]
      for (details, field) in [
        (CardDetails(labels: [CardLabel(" ")]), "label"),
        (CardDetails(labels: (0...50).map { CardLabel("\($0)") }), "labels"),
        (CardDetails(checklist: (0...1000).map { ChecklistItem("\($0)") }), "checklist"),
        (CardDetails(checklist: [ChecklistItem(String(repeating: "a", count: 5000))]), "checklist"),
      ] {
        guard
          case .invalid(field, _)? = error({ try board.store.perform(.editDetails(card, details)) })
        else {
          Issue.record("\(field) was accepted")
          continue
        }
      }
      #expect(try board.store.card(card)?.details == CardDetails())
    }
  }

  @Test func `done is a step for several cards`() throws {
    try TestBoard.run { board in
      let ids = try board.add("A", "B", "C")
      try board.store.perform(.setDone([ids[0], ids[2]], true))
      let list = try board.lists()[0]
      #expect(try board.store.cards(in: list).map(\.details.isDone) == [true, false, true])
      try board.store.undo()
      #expect(try board.store.cards(in: list).allSatisfy { !$0.details.isDone })
    }
  }

  @Test func `attachments survive edits, and go with the last that has them`() throws {
    try TestBoard.run { board in
      let card = try board.add("A")[0]
      let large = [UInt8](repeating: 7, count: Staging.threshold + 1)
      try board.store.perform(
        .attach(
          [
            NewAttachment(name: "../a b.txt", type: "text/plain", content: .bytes([1, 2])),
            NewAttachment(name: "large", type: "application/x-large", content: .bytes(large)),
          ], to: card))
      try board.store.perform(.editCard(card, title: "B", text: ""))
      let found = try #require(try board.store.card(card)).attachments
      #expect(found.map(\.number) == [1, 2])
      #expect(found.map(\.size) == [2, large.count])
      #expect(!found[0].name.contains("/"))
      #expect(found == (try board.store.cards(in: board.lists()[0])[0].attachments))
      #expect(try board.store.attachment(1, of: card).bytes() == [1, 2])
      #expect(try board.store.attachment(2, of: card).bytes() == large)
      #expect(try board.store.content(of: card, type: "text/plain;charset=utf-8").bytes() == [66])
      #expect(board.files().count == 1)

      try board.store.perform(.detach(card, attachment: 2))
      #expect(try board.store.card(card)?.attachments.map(\.number) == [1])
      guard
        case .noSuchRepresentation? = error({
          try board.store.perform(.detach(card, attachment: 2))
        })
      else { throw BoardError.busy }
      try board.store.undo()
      #expect(try board.store.attachment(2, of: card).bytes() == large)
      try board.store.perform(.detach(card, attachment: 2))
      // Only the history still has it; further changes remove it from there.
      for number in 0...BoardStore.undoLimit {
        try board.store.perform(.editCard(card, title: "\(number)", text: ""))
      }
      #expect(board.files() == [])
    }
  }
}
