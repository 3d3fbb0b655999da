import BoardWalk
import Harness
import Testing

@testable import BoardModel

@Suite struct MarkdownTests {
  private func read(_ text: String) throws -> BoardImport {
    try BoardImport(markdown: Array(text.utf8), title: "file")
  }

  @Test func `boxes below boxes are items of the checklist, and what they are part of is told`()
    throws
  {
    let read = try read(
      """
      - [ ] one
        - [ ] a
          - [x] a1
            - [ ] a2
        - [x] b
      - [ ] two
        - [ ] c
          - no box
      """)
    #expect(
      read.lists[0].cards[0].details.checklist == [
        ChecklistItem("a"), ChecklistItem("a1", isDone: true), ChecklistItem("a2"),
        ChecklistItem("b", isDone: true),
      ])
    #expect(
      read.left == ["“one”: that “a1” is part of “a”; that “a2” is part of “a1”"])
    // Anything else stays as it is written.
    #expect(read.lists[0].cards[1].text == "- [ ] c\n  - no box")
  }

  @Test func `headings are lists, and items with boxes are cards`() throws {
    let read = try read(
      """
      # Garden

      ## To Do

      - [ ] Paint **it** @{2026-11-25} @@{14:30} #home #für-später
        the fence

        ```
        - [ ] no item
        ```
        - [x] buy paint
        - [ ] wait
      - [X] Issue #12 is #done now
      1. plain

      Done
      ----
      * [ ] A
        - not a box
      """)
    #expect(read.left == ["the title “Garden”"])
    #expect(read.lists.map(\.title) == ["To Do", "Done"])
    let cards = read.lists[0].cards
    #expect(cards.map(\.title) == ["Paint **it**", "Issue #12 is #done now", "plain"])
    try #require(cards.count == 3 && read.lists.count == 2)
    #expect(cards[0].text == "the fence\n\n```\n- [ ] no item\n```")
    #expect(cards[0].details.due == DueDate("2026-11-25T14:30"))
    #expect(cards[0].details.labels.map(\.name) == ["home", "für-später"])
    #expect(
      cards[0].details.checklist == [
        ChecklistItem("buy paint", isDone: true), ChecklistItem("wait"),
      ])
    #expect(cards.map(\.details.isDone) == [false, true, false])
    #expect(read.lists[1].cards[0].text == "- not a box")
  }

  @Test func `what is no list and no heading is told with its line`() throws {
    let read = try read(
      """
      ---
      kanban-plugin: basic
      ---

      ## A
      words between
      - [ ] one

      [ref]: file:///etc/passwd
      """)
    #expect(read.lists.flatMap(\.cards).map(\.title).contains("one"))
    #expect(read.left.contains("line 6: words between"))
    #expect(read.left.contains("line 9: [ref]: file:///etc/passwd"))
  }

  @Test func `items without a heading are a list of the file's name`() throws {
    let read = try read("- a\n- b\n")
    #expect(read.lists.map(\.title) == ["file"])
    #expect(read.lists[0].cards.map(\.title) == ["a", "b"])
    #expect(read.left == [])
  }

  @Test func `a time alone, an odd date and an odd box are words`() throws {
    for words in ["A @@{14:30}", "A @{2026-02-30}", "[-] A", "#only", "A @{2026-02-01} @@{99:00}"] {
      let card = try read("- \(words)").lists[0].cards[0]
      #expect(card.title == words)
      #expect(card.details == CardDetails())
    }
  }

  @Test func `an odd date stays in the title and is told, and labels are read`() throws {
    for (words, title, date) in [
      ("A #home @{2026-12-2}", "A @{2026-12-2}", "@{2026-12-2}"),
      ("A @{2026-12-2} #home", "A @{2026-12-2}", "@{2026-12-2}"),
      ("A \\#b @{soon} #home", "A #b @{soon}", "@{soon}"),
    ] {
      let read = try read("- \(words)")
      let card = read.lists[0].cards[0]
      #expect(card.title == title)
      #expect(card.details == CardDetails(labels: [CardLabel("home")]))
      #expect(read.left == ["“\(title)”: the date “\(date)”"])
    }
    let timed = try read("- A #home @{2026-02-01} @@{99:00}")
    #expect(timed.lists[0].cards[0].title == "A @{2026-02-01} @@{99:00}")
    let title = "A @{2026-02-01} @@{99:00}"
    #expect(
      timed.left == ["“\(title)”: the date “@{2026-02-01}”; the date “@@{99:00}”"])
  }

  @Test func `a label has no tab`() throws {
    let card = try read("- A #b\t #c\n").lists[0].cards[0]
    #expect(card.title == "A #b" && card.details.labels == [CardLabel("c")])
  }

  @Test func `what is no text is refused, and so is too much`() {
    for bytes in [[0xFF], [0x61, 0], [UInt8](repeating: 10, count: BoardImport.largest + 1)] {
      guard case .malformed? = error({ _ = try BoardImport(markdown: bytes, title: "") }) else {
        Issue.record("it was accepted")
        return
      }
    }
  }

  @Test func `deep and long texts end`() throws {
    let deep =
      String(repeating: "> ", count: 20_000) + "a\n" + String(repeating: "- ", count: 20_000)
    _ = try read(deep)
    let many = String(repeating: "x\n\n", count: 10_000)
    let left = try read(many).left
    #expect(left.count == Losses.mostLines + 1)
    #expect(left.last == "… and 9800 more")
    // Of these each took time for all before it: together, hours.
    for tail in ["<br>", " @{x}", " @@{1}"] {
      _ = try read("- [ ] `a" + String(repeating: tail, count: 50_000))
    }
    let sections = String(repeating: "# a\n", count: 19_000)
    #expect(try read(sections + many).lists.count == 19_000)
  }

  @Test func `a board comes back from its Markdown`() throws {
    try TestBoard.run { board in
      let details = CardDetails(
        due: DueDate("2026-11-25T14:30"), isDone: true,
        labels: [CardLabel("Home"), CardLabel("two")],
        checklist: [ChecklistItem("a", isDone: true), ChecklistItem("b")])
      let ids = try board.add("A", "B")
      try board.store.perform(.editCard(ids[0], title: "A", text: "one\n\n- two", details: details))
      try board.store.perform(
        .editDetails(ids[1], CardDetails(labels: [CardLabel("with blank"), CardLabel("x", .gray)])))
      try board.store.perform(
        .attach(
          [NewAttachment(name: "a.txt", type: "text/plain", content: .bytes([1]))], to: ids[1]))
      try board.store.perform(.limitList(board.lists()[0], 4))
      let export = try board.store.markdown(of: .main)
      #expect(
        export.left == [
          "“B”: the attachment a.txt",
          "the blanks in the label “with blank”",
          "the colour of the label “x”",
        ])

      let read = try BoardImport(markdown: export.bytes, title: "")
      #expect(read.left == [])
      #expect(read.lists.map(\.title) == ["To Do", "In Progress", "Done"])
      let first = read.lists[0].cards[0]
      #expect(first.title == "A" && first.text == "one\n\n- two")
      #expect(first.details == details)
      let done = try board.lists()[2]
      #expect(
        try String(decoding: board.store.markdown(of: .main, only: done).bytes, as: UTF8.self)
          == "## Done\n\n")
    }
  }

  @Test(arguments: [
    "Fix #bug", "A #b @{2026-11-25}", "A \\#b", "A \\\\@x #y", "#only", "two  blanks",
    "A @@{14:30}",
    "[x] A", "1. A", "# A", "> A", "```", "A #", "A\\", "Ä #é", "A #2026", "<!-- A", "***",
  ])
  func `a title comes back, whatever its words look like`(title: String) throws {
    let details = CardDetails(due: DueDate("2026-11-25"), labels: [CardLabel("home")])
    for details in [details, CardDetails()] {
      let (read, left) = try roundTrip(title, "", details)
      #expect(left == [])
      #expect(read?.title == title)
      #expect(read?.details == details)
    }
  }

  @Test func `what would be read in another way is told`() throws {
    let boxes = try roundTrip("A", "- [ ] no item", CardDetails())
    #expect(boxes.left == ["“A”: some lines of its text are read as its checklist"])
    #expect(try roundTrip("A", "words\n\n", CardDetails()).left == [])
    let label = try roundTrip("A", "", CardDetails(labels: [CardLabel("2026"), CardLabel("b")]))
    #expect(label.left == ["the label “2026”"])
    #expect(label.card?.title == "A" && label.card?.details.labels == [CardLabel("b")])
  }

  /// Regression: the export named the loss for each card that had the label.
  @Test func `what is lost of a label is told once`() throws {
    try TestBoard.run { board in
      let ids = try board.add("A", "B", "C")
      for id in ids {
        let labels = [CardLabel("home", .red), CardLabel("2026", .red)]
        try board.store.perform(.editDetails(id, CardDetails(labels: labels)))
      }
      let list = try board.lists()[0]
      let colour = "the colour of the label “home”"
      #expect(
        try board.store.markdown(of: .main, only: list).left == [colour, "the label “2026”"])
      let todo = try board.store.todoText(of: .main, only: list)
      #expect(todo.left.filter { $0.contains("home") } == [colour])
    }
  }

  @Test func `a checklist is no part of a list in the text`() throws {
    for text in ["- a\n- b", "* a", "+ a\n\n- b"] {
      let details = CardDetails(checklist: [ChecklistItem("c"), ChecklistItem("d", isDone: true)])
      let (read, left) = try roundTrip("A", text, details)
      #expect(left == [])
      #expect(read?.text == text && read?.details == details)
    }
  }

  @Test(arguments: ["To Do", "#1", "\\#1", "C #", "C#", "A #b ##", "1. A", "- A"])
  func `a list's title comes back, or it is told`(title: String) throws {
    try TestBoard.run { board in
      let list = try board.lists()[0]
      try board.store.perform(.renameList(list, title: title))
      let export = try board.store.markdown(of: .main, only: list)
      let read = try BoardImport(markdown: export.bytes, title: "").lists
      #expect(export.left.isEmpty == (read.map(\.title) == [title]), "\(export.left) \(read)")
      if !title.hasSuffix("#") || title == "C#" { #expect(export.left == []) }
    }
  }

  /// The import reports every change.
  @Test(arguments: Extent.part(of: 0..<20) { $0 < 8 })
  func `of any card, either all comes back or it is told`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var whole = 0
    for _ in 0..<20 {
      let details = CardDetails(
        due: generator.one(of: [nil, DueDate("2026-11-25"), DueDate("2026-11-25T14:30")]),
        isDone: generator.one(of: [true, false]),
        labels: generator.some { CardLabel(Self.words(&$0)) },
        checklist: generator.some { ChecklistItem(Self.words(&$0)) })
      let title = Self.words(&generator)
      let text = generator.some(Self.words).joined(
        separator: generator.one(of: ["\n", "\n\n", "\n  "]))
      let (read, left) = try roundTrip(title, text, details)
      guard left.isEmpty else { continue }
      whole += 1
      #expect(read?.title == CardText.line(title))
      #expect(read?.text == text)
      #expect(try read?.details == details.checked())
    }
    #expect(whole > 0)
  }

  private static func words(_ generator: inout SeededGenerator) -> String {
    let parts = [
      "a", "#b", "@{2026-11-25}", "@@{14:30}", "\\#c", "[x]", "- [ ]", "-", "1.", "#", "> q", "`",
      "é", "two  blanks",
      "```", "\\", "*", "##", "<b>", "&amp;", "    ",
    ]
    return "w"
      + (0..<generator.random(below: 4)).map { _ in " " + generator.one(of: parts) }.joined()
  }

  private func roundTrip(
    _ title: String, _ text: String, _ details: CardDetails
  ) throws -> (card: NewCard?, left: [String]) {
    var result: (card: NewCard?, left: [String]) = (nil, [])
    try TestBoard.run { board in
      var card = NewCard(title: title, text: text)
      card.details = details
      let list = try board.lists()[0]
      try board.store.perform(.addCards([card], to: list, at: .end))
      let export = try board.store.markdown(of: .main, only: list)
      let read = try BoardImport(markdown: export.bytes, title: "")
      if export.left.isEmpty { #expect(read.left == []) }
      result = (read.lists.first?.cards.first, export.left)
    }
    return result
  }
}
