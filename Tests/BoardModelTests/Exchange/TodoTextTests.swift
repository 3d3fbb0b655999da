import BoardWalk
import DragModel
import Harness
import Testing

@testable import BoardModel

@Suite struct TodoTextTests {
  private func read(_ text: String) throws -> BoardImport {
    try BoardImport(todoText: Array(text.utf8), title: "todo")
  }

  @Test func `each project is a list, each line a card`() throws {
    let read = try read(
      """
      (A) Call the harbour office +Office @phone due:2026-11-25
      x 2026-11-20 2026-11-01 Buy paint +Garden @shop @shop +Boats

      Water the plants +Garden pri:B http://example.org
      just words
      """)
    #expect(read.lists.map(\.title) == ["Office", "Garden", "todo"])
    let cards = read.lists.flatMap(\.cards)
    #expect(
      cards.map(\.title) == [
        "Call the harbour office", "Buy paint", "Water the plants pri:B http://example.org",
        "just words",
      ])
    #expect(cards[0].details.due == DueDate("2026-11-25"))
    #expect(cards[0].details.labels.map(\.name) == ["(A)", "phone"])
    #expect(cards[1].details.isDone)
    #expect(cards[1].details.labels.map(\.name) == ["shop", "Boats"])
    #expect(
      read.left == [
        "“Buy paint”: the date “2026-11-20”; the date “2026-11-01”"
      ])
  }

  @Test(arguments: [
    (
      "Email +Garden folks about @home fence @phone", "Garden",
      "Email +Garden folks about @home fence", ["home", "phone"]
    ),
    ("+Garden @home Water it", "Garden", "Water it", ["home"]),
    ("Meet @ 5 +1 due:2026-11-25 now", "1", "Meet @ 5 +1 now", []),
    ("+Garden @home", "Garden", "+Garden @home", ["home"]),
  ])
  func `a mark inside a sentence stays there, and is not written twice`(
    line: String, list: String, title: String, labels: [String]
  ) throws {
    let read = try read(line)
    #expect(read.lists.map(\.title) == [list])
    let card = read.lists[0].cards[0]
    #expect(card.title == title)
    #expect(card.details.labels.map(\.name) == labels)
    try TestBoard.run { board in
      try board.store.perform(.importLists(read.lists, to: .main))
      let list = try #require(try board.store.lists().last).id
      let export = try board.store.todoText(of: .main, only: list)
      #expect(export.left == [])
      let words = String(decoding: export.bytes, as: UTF8.self).split(separator: " ")
      for mark in ["+Garden", "@home"] { #expect(words.count { $0.hasPrefix(mark) } < 2) }
    }
  }

  /// As programs of Windows write it.
  @Test func `a byte order mark is no part of the first task`() throws {
    let card = try #require(try read("\u{FEFF}(A) Call\r\nPaint\r\n").lists.first?.cards.first)
    #expect(card.title == "Call" && card.details.labels.map(\.name) == ["(A)"])
  }

  @Test(arguments: ["x", "(A)", "+", "@", "2026-11-25", "due:tomorrow", "xyz", "(a) b", "+only"])
  func `what is no mark, or nothing but one, is words`(line: String) throws {
    let card = try #require(try read(line).lists.first?.cards.first)
    #expect(card.title == line)
    #expect(!card.details.isDone)
  }

  @Test func `a board comes back from its todo.txt, or it is told`() throws {
    try TestBoard.run { board in
      let ids = try board.add("Call the office", "B", "+c d", "x")
      let due = DueDate("2026-11-25T14:30")
      try board.store.perform(
        .editDetails(
          ids[0],
          CardDetails(
            due: due?.wholeDay, isDone: true, labels: [CardLabel("(A)"), CardLabel("phone")])))
      try board.store.perform(
        .editCard(
          ids[1], title: "B", text: "text",
          details: CardDetails(
            due: due, labels: [CardLabel("a b"), CardLabel("c", .gray)],
            checklist: [ChecklistItem("item")])))
      let export = try board.store.todoText(of: .main)
      #expect(
        String(decoding: export.bytes, as: UTF8.self) == """
          x (A) Call the office +To-Do @phone due:2026-11-25
          B +To-Do @a-b @c due:2026-11-25
          +c d +To-Do
          x +To-Do

          """)
      #expect(
        export.left == [
          "“To Do”: the blanks in the list's title", "“B”: its text; its checklist; the time 14:30",
          "the blanks in the label “a b”",
          "the colour of the label “c”",
          "“+c d”: some of its words are read in another way",
          "“x”: some of its words are read in another way", "“In Progress”: it has no cards",
          "“Done”: it has no cards",
        ])
      let read = try BoardImport(todoText: export.bytes, title: "")
      #expect(read.lists.map(\.title) == ["To-Do", "c"])
      let details = try board.store.card(ids[0])?.details
      #expect(read.lists[0].cards[0].title == "Call the office")
      #expect(read.lists[0].cards[0].details == details)
    }
  }

  /// Regression: a task without a project got one.
  @Test func `a task without a project comes back without one`() throws {
    try TestBoard.run { board in
      let text = "(A) Call Ada @phone\nDig +Garden\nPaint\n"
      let lists = try BoardImport(todoText: Array(text.utf8), title: "my tasks").lists
      try board.store.perform(.importLists(lists, to: .main))
      let written = try board.store.export(.main, toFileNamed: "my tasks.txt")
      #expect(
        String(decoding: written.bytes, as: UTF8.self)
          == "(A) Call Ada @phone\nPaint\nDig +Garden\n")
      #expect(written.left.allSatisfy { $0.hasSuffix("it has no cards") }, "\(written.left)")
      // In a file of another name only a project says in which list a task is.
      let other = try board.store.todoText(of: .main)
      #expect(String(decoding: other.bytes, as: UTF8.self).contains("Paint +my-tasks\n"))
      try board.store.perform(
        .renameList(try board.store.list(matching: "my tasks").id, title: "todo"))
      #expect(
        String(decoding: try board.store.todoText(of: .main).bytes, as: UTF8.self).contains(
          "Paint\n"))
    }
  }

  /// The export reports every change.
  @Test(arguments: 0..<10)
  func `of any card, either all comes back or it is told`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    try TestBoard.run { board in
      let list = try board.lists()[2]
      var cards: [NewCard] = []
      for _ in 0..<20 {
        var card = NewCard(title: Self.words(&generator))
        card.details.labels = generator.some { CardLabel(Self.words(&$0)) }
        card.details.isDone = generator.one(of: [true, false])
        cards.append(card)
      }
      try board.store.perform(.addCards(cards, to: list, at: .end))
      let export = try board.store.todoText(of: .main, only: list)
      let lines = String(decoding: export.bytes, as: UTF8.self).split(separator: "\n")
      let kept = try board.store.cards(in: list)
      #expect(lines.count == kept.count)
      for (line, card) in zip(lines, kept) {
        let read = try read(String(line)).lists[0]
        let same =
          read.title == "Done" && read.cards[0].title == card.title
          && read.cards[0].details == card.details
        let isTold = TestBoard.isTold(card, in: export)
        #expect(same || isTold, "\(line) \(card)")
      }
    }
  }

  private static func words(_ generator: inout SeededGenerator) -> String {
    let parts = [
      "a", "+b", "@c", "x", "(A)", "due:2026-11-25", "due:x", "2026-11-25", "é", " ", "\t", "+",
      "@",
    ]
    return generator.one(of: ["w", "x", "(B)", "2026-01-01", "+"])
      + (0..<generator.random(below: 4)).map { _ in
        generator.one(of: [" ", ""]) + generator.one(of: parts)
      }.joined()
  }

  @Test func `what is no text is refused, and so is too much`() {
    for bytes in [
      [0xFF], [0x61, 0], [UInt8](repeating: 10, count: BoardImport.largest + 1),
      Array(String(repeating: "a\n", count: BoardImport.mostCards + 1).utf8),
    ] {
      guard
        case .malformed? = error({ _ = try BoardImport(todoText: bytes, title: "") })
      else {
        Issue.record("it was accepted")
        return
      }
    }
  }
}
