import BoardWalk
import Harness
import Testing

@testable import BoardModel

/// Boards of Obsidian's Kanban plugin, which are Markdown.
@Suite struct ObsidianTests {
  private func read(_ text: String) throws -> BoardImport {
    try BoardImport(markdown: Array(text.utf8), title: "file")
  }

  private static let settings = """

    %% kanban:settings
    ```
    {"kanban-plugin":"board","list-collapse":[false]}
    ```
    %%

    """

  @Test(arguments: [
    ("Paint @{2026-11-25} ^abc-1", "Paint ^abc-1", "2026-11-25"),
    ("Paint @{2026-11-25} @@{14:30} #home ^1", "Paint ^1", "2026-11-25T14:30"),
    ("Paint x ^2", "Paint x ^2", nil), ("@{2026-11-25} ^a", "@{2026-11-25} ^a", nil),
    ("Paint @{2026-11-25} ^a_b", "Paint @{2026-11-25} ^a_b", nil),
  ])
  func `the name of a line hides no date before it`(
    line: String, title: String, due: String?
  ) throws {
    let card = try read("- [ ] \(line)").lists[0].cards[0]
    #expect(card.title == title)
    #expect(card.details.due == due.flatMap { DueDate($0) })
  }

  @Test(arguments: ["\n", "\r\n"])
  func `a board is read without a loss, and its archive is put away`(newline: String) throws {
    let text = """
      \u{FEFF}---

      kanban-plugin: board
      tags: [a, b]

      ---

      ## Backlog

      - [ ] Learn Rust @{2026-12-01} #code
      - [x] Paint fence @{2026-11-20} @@{14:30}
      \t- [ ] buy paint
      \t- [x] buy brush
      \tSome note
      \t\tdeeper
      - [ ] Link [[Some note]] and **bold**
      \tsecond line


      ## Finished

      **Complete**
      - [x] A


      ***

      ## Archive

      - [ ] old one
      - [x] older one

      """ + Self.settings
    let read = try read(
      text.split(separator: "\n", omittingEmptySubsequences: false)
        .joined(separator: newline))
    #expect(read.left == [])
    #expect(read.lists.map(\.title) == ["Backlog", "Finished"])
    try #require(read.lists.map(\.cards.count) == [3, 3])
    let cards = read.lists[0].cards
    #expect(cards.map(\.title) == ["Learn Rust", "Paint fence", "Link [[Some note]] and **bold**"])
    #expect(
      cards[1].details.checklist == [
        ChecklistItem("buy paint"), ChecklistItem("buy brush", isDone: true),
      ])
    #expect(cards.map(\.text) == ["", "Some note\n\tdeeper", "second line"])
    #expect(cards.allSatisfy { !$0.isArchived })
    let last = read.lists[1].cards
    #expect(last.map(\.title) == ["A", "old one", "older one"])
    #expect(last.map(\.isArchived) == [false, true, true])
    #expect(last.map(\.details.isDone) == [true, false, true])
  }

  @Test func `an archive without lists is put away in a list of the file's name`() throws {
    let read = try read("---\nkanban-plugin: basic\n---\n\n***\n\n## Archiv\n\n- a\n")
    #expect(read.lists.map(\.title) == ["file"])
    #expect(read.lists[0].cards.map(\.isArchived) == [true])
    #expect(read.left == [])
  }

  @Test func `other Markdown keeps its rules, its bold lines and its lists called Archive`() throws
  {
    for (text, titles, left) in [
      ("---\n\n## A\n- b\n\n---\n", ["A"], ["line 1: ---", "line 6: ---"]),
      ("## A\n**Bold**\n- b\n", ["A"], ["line 2: **Bold**"]),
      ("## A\n- b\n\n## Archive\n- c\n", ["A", "Archive"], []),
      ("## A\n- b\n\n***\n\n## Later\n- c\n", ["A", "Later"], ["line 4: ***"]),
      ("## A\n- b\n\n%% kanban:settings\n", ["A"], ["line 4: %% kanban:settings"]),
      ("---\n---\n## A\n- b\n", ["A"], []),
    ] {
      let read = try read(text)
      #expect(read.lists.map(\.title) == titles)
      #expect(read.left == left)
      #expect(read.lists.flatMap(\.cards).allSatisfy { !$0.isArchived })
    }
  }

  @Test func `text below a checklist is text, by tabs or by blanks`() throws {
    for indent in ["\t", "  ", "    "] {
      let card = try read("## A\n- [ ] A\n\(indent)- [ ] b\n\(indent)c d\n\(indent)- [x] e\n")
        .lists[0].cards[0]
      #expect(card.details.checklist == [ChecklistItem("b"), ChecklistItem("e", isDone: true)])
      // Blanks beyond the item's own column are part of its text.
      #expect(card.text == (indent == "    " ? "  c d" : "c d"))
      let deeper = try read("## A\n- [ ] A\n\(indent)- [ ] b\n\(indent)  c d\n").lists[0].cards[0]
      #expect(deeper.details.checklist == [] && deeper.text.contains("- [ ] b\n"))
    }
  }

  @Test func `in a board of the plugin a number in a heading is the limit of its list`() throws {
    let text = "## Backlog (5)\n- a\n\n## Doing (0)\n- b\n\n## (3)\n- c\n\n## In (x) 2 (12)\n- d\n"
    let lists = try read("---\nkanban-plugin: board\n---\n" + text).lists
    #expect(lists.map(\.title) == ["Backlog", "Doing (0)", "(3)", "In (x) 2"])
    #expect(lists.map(\.limit) == [5, nil, nil, 12])
    #expect(try read(text).lists.map(\.limit) == [nil, nil, nil, nil])
    #expect(try read(text).lists[0].title == "Backlog (5)")
  }

  @Test(arguments: [
    ("Three<br>second line", "Three", "second line"), ("a<BR />b<br/> c", "a", "b\nc"),
    ("a<br>b #home", "a", "b"), ("<br>a<br>", "a", ""), ("a `<br>` b", "a `<br>` b", ""),
    ("a \\<br> b", "a \\<br> b", ""), ("a `b`<br>c", "a `b`", "c"), ("<bra>", "<bra>", ""),
  ])
  func `a break in an item ends its title`(words: String, title: String, text: String) throws {
    let read = try self.read("## A\n- [ ] \(words)\n")
    #expect(read.lists[0].cards.map(\.title) == [title])
    #expect(read.lists[0].cards.map(\.text) == [text])
    let more = try self.read("## A\n- \(words)\n  more\n")
    #expect(more.lists[0].cards.map(\.text) == [text.isEmpty ? "more" : "\(text)\nmore"])
  }

  @Test func `an archive is put away in the store`() throws {
    try TestBoard.run { board in
      let read = try read("## A\n- b\n\n***\n\n## Archive\n- c\n")
      let lists = try board.store.perform(.importLists(read.lists, to: .main)).lists
      #expect(try board.store.cards(in: lists[0]).map(\.title) == ["b"])
      #expect(try board.store.archivedCards().map(\.card.title) == ["c"])
    }
  }

  @Test func `limits and the archive are written as the plugin reads them`() throws {
    try TestBoard.run { board in
      let lists = try board.lists()
      try board.store.perform(.limitList(lists[0], 5))
      try board.add("a", "b")
      let done = try board.add("c", "d", to: 2)
      let elsewhere = try board.add("e")
      try board.store.perform(.archiveCards([done[1], elsewhere[0]], true))
      let export = try board.store.markdown(of: .main)
      #expect(
        String(decoding: export.bytes, as: UTF8.self) == """
          ---

          kanban-plugin: board

          ---

          ## To Do (5)

          - [ ] a
          - [ ] b

          ## In Progress

          ## Done

          - [ ] c

          ***

          ## Archive

          - [ ] e
          - [ ] d


          """)
      // A restored card comes to the last list.
      #expect(export.left == ["“e”: its list “To Do”"])
      let read = try BoardImport(markdown: export.bytes, title: "")
      #expect(read.left == [])
      #expect(read.lists.map(\.title) == ["To Do", "In Progress", "Done"])
      #expect(read.lists.map(\.limit) == [5, nil, nil])
      #expect(read.lists.map { $0.cards.map(\.title) } == [["a", "b"], [], ["c", "e", "d"]])
      #expect(read.lists[2].cards.map(\.isArchived) == [false, true, true])

      // A list alone is written without the archive, and a board without limits is plain Markdown.
      let list = String(
        decoding: try board.store.markdown(of: .main, only: lists[2]).bytes, as: UTF8.self)
      #expect(list == "## Done\n\n- [ ] c\n\n")
    }
  }

  @Test func `a title that looks like a limit is told where it is read as one`() throws {
    try TestBoard.run { board in
      let lists = try board.lists()
      try board.store.perform(.renameList(lists[1], title: "Doing (3)"))
      #expect(try board.store.markdown(of: .main).left == [])
      try board.store.perform(.limitList(lists[0], 5))
      #expect(
        try board.store.markdown(of: .main).left == [
          "“Doing (3)”: that “(3)” belongs to its title; it is read as “Doing” with a limit of 3"
        ])
      try board.store.perform(.archiveList(lists[2], true))
      #expect(try board.store.markdown(of: .main).left.contains("the list “Done” in the archive"))
    }
  }

  /// Random boards, written as the plugin writes them.
  @Test(arguments: 0..<20)
  func `any board of the plugin's comes back`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var lists = (0...generator.random(below: 4)).map { number in
      let isComplete = generator.random(below: 3) == 0
      return List(title: "List \(number)", isComplete: isComplete, cards: Self.cards(&generator))
    }
    let archive = generator.random(below: 2) == 0 ? [] : Self.cards(&generator)
    var text = "---\nkanban-plugin: board\n\n---\n\n"
    for list in lists {
      text += "## \(list.title)\n\n\(list.isComplete ? "**Complete**\n" : "")"
      text += list.cards.map(\.markdown).joined() + "\n\n"
    }
    if !archive.isEmpty { text += "***\n\n## Archive\n\n\(archive.map(\.markdown).joined())\n" }
    let read = try read(text + Self.settings)
    #expect(read.left == [])
    lists[lists.count - 1].cards += archive
    #expect(read.lists.map(\.title) == lists.map(\.title))
    for (list, expected) in zip(read.lists, lists) {
      #expect(list.cards.map(TaskCard.init) == expected.cards, "\(text)")
    }
    #expect(read.lists.flatMap(\.cards).count(where: \.isArchived) == archive.count)
  }

  private struct List {
    var title: String
    var isComplete: Bool
    var cards: [TaskCard]
  }

  private static func cards(_ generator: inout SeededGenerator) -> [TaskCard] {
    (0..<generator.random(below: 5)).map { _ in TaskCard(&generator) }
  }
}

/// The part of a card that the plugin writes.
private struct TaskCard: Equatable {
  var title: String
  var isDone: Bool
  var due: String
  var items: [ChecklistItem] = []
  var text: [String] = []

  init(_ generator: inout SeededGenerator) {
    title = Self.words(&generator)
    isDone = generator.one(of: [true, false])
    due = generator.one(of: ["", "2026-11-25", "2026-11-25T14:30"])
    items = (0..<generator.random(below: 3)).map { _ in
      ChecklistItem(Self.words(&generator), isDone: generator.one(of: [true, false]))
    }
    text = (0..<generator.random(below: 3)).map { _ in Self.words(&generator) }
  }

  init(_ card: NewCard) {
    title = card.title
    isDone = card.details.isDone
    due = card.details.due?.description ?? ""
    items = card.details.checklist
    text = card.text.split(separator: "\n").map(String.init)
  }

  var markdown: String {
    let parts = due.split(separator: "T")
    let day = parts.first.map { " @{\($0)}" } ?? ""
    let time = parts.count > 1 ? " @@{\(parts[1])}" : ""
    return "- [\(Self.mark(isDone))] \(title)\(day)\(time)\n"
      + items.map { "\t- [\(Self.mark($0.isDone))] \($0.text)\n" }.joined()
      + text.map { "\t\($0)\n" }.joined()
  }

  private static func mark(_ isDone: Bool) -> String { isDone ? "x" : " " }

  private static func words(_ generator: inout SeededGenerator) -> String {
    let parts = ["a", "[[b]]", "==c==", "![[d.png]]", "é", "**e**", "https://example.org", "%%f%%"]
    return "w"
      + (0..<generator.random(below: 4)).map { _ in " " + generator.one(of: parts) }.joined()
  }
}
