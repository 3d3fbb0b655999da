import Harness
import Testing

@testable import BoardModel

@Suite struct MarkdownTests {
  private func read(_ text: String) throws -> BoardImport {
    try BoardImport(markdown: Array(text.utf8), title: "file")
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
    #expect(left.count == BoardImport.mostLines + 1)
    #expect(left.last == "… and 9800 more")
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
      #expect(export.left.count == 4 || export.left.count == 3, "\(export.left)")
      #expect(export.left.contains("“To Do”: the limit of 4"))
      #expect(export.left.contains("“B”: the attachment a.txt"))

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
}
