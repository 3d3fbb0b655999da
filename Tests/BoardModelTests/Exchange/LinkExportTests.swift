import Testing

@testable import BoardModel

/// Cards of links, written for other programs.
@Suite struct LinkExportTests {
  private static let address = "https://example.org/a_(b)?c=1&d;"

  /// A board with one link, as a browser offers it.
  private func run(
    title: String, _ addresses: [String] = [address], others: [String] = [],
    _ body: (TestBoard, CardID) throws -> Void
  ) throws {
    try TestBoard.run { board in
      var item = IncomingItem(representations: [
        ("text/uri-list", .bytes(Array(addresses.map { "\($0)\r\n" }.joined().utf8))),
        ("text/x-moz-url", .bytes(Array("\(addresses[0])\n\(title)".utf8))),
      ])
      item.representations += others.map { ($0, .bytes([65])) }
      try body(board, try board.add(item)[0])
    }
  }

  private func markdown(_ board: TestBoard) throws -> (text: String, left: [String]) {
    let export = try board.store.markdown(of: .main, only: board.lists()[0])
    return (String(decoding: export.bytes, as: UTF8.self), export.left)
  }

  @Test func `Markdown has the address between parentheses`() throws {
    try run(title: "a [link] here") { board, _ in
      let (text, left) = try markdown(board)
      let link = "[a \\[link\\] here](https://example.org/a_%28b%29?c=1&amp;d;)"
      #expect(text == "## To Do\n\n- [ ] \(link)\n\n")
      #expect(left == [])
      let read = try BoardImport(markdown: Array(text.utf8), title: "")
      #expect(read.lists[0].cards.map(\.title) == [link])
    }
  }

  @Test(arguments: ["Fix #bug", "A @{2026-11-25}", "Ends with \\", "*", "x](y", "`a", "[ ] A", "!"])
  func `a title of any words comes back as a link`(title: String) throws {
    try run(title: title) { board, id in
      try board.store.perform(.editDetails(id, CardDetails(labels: [CardLabel("home")])))
      let (text, left) = try markdown(board)
      #expect(left == [], "\(text)")
      let card = try BoardImport(markdown: Array(text.utf8), title: "").lists[0].cards[0]
      #expect(card.details.labels == [CardLabel("home")])
      let html = MarkdownPage(card.title).html
      #expect(html.contains("<a href=\"https://example.org/a_%28b%29?c=1&amp;d;\">"), "\(html)")
    }
  }

  @Test func `a title that is the address stays one, and other addresses are text`() throws {
    try run(title: "", ["https://a.example", "https://b.example"]) { board, _ in
      let (text, left) = try markdown(board)
      #expect(text == "## To Do\n\n- [ ] https://a.example\n\n  https://b.example\n\n\n")
      #expect(left == [])
    }
  }

  @Test func `what a person wrote beside the address is kept`() throws {
    try run(title: "A", ["https://a.example"]) { board, id in
      try board.store.perform(.editCard(id, title: "B", text: "https://a.example\nmine"))
      let (text, left) = try markdown(board)
      #expect(text == "## To Do\n\n- [ ] [B](https://a.example)\n\n  mine\n\n\n")
      #expect(left == [])
    }
  }

  @Test func `content beside the address is told, and so is an address of no web`() throws {
    try run(title: "A", ["https://a.example"], others: ["text/html"]) { board, _ in
      let left = try markdown(board).left
      #expect(left == ["“A”: its content (text/html, 1 B)"])
    }
    try run(title: "A", ["javascript:alert(1)"]) { board, _ in
      let (text, left) = try markdown(board)
      #expect(text.hasPrefix("## To Do\n\n- [ ] A\n"))
      #expect(left.count == 1)
    }
  }

  @Test func `a calendar has it as the URL, a todo txt as a word`() throws {
    try run(title: "a link here") { board, _ in
      let list = try board.lists()[0]
      let calendar = try board.store.calendar(of: .main, only: list)
      #expect(calendar.left == [])
      #expect(String(decoding: calendar.bytes, as: UTF8.self).contains("URL:\(Self.address)\r\n"))
      let read = try BoardImport(calendar: calendar.bytes, title: "")
      #expect(read.left == [] && read.lists[0].cards.map(\.text) == [Self.address])

      let todo = try board.store.todoText(of: .main, only: list)
      let line = "a link here \(Self.address) +To-Do\n"
      #expect(String(decoding: todo.bytes, as: UTF8.self) == line)
      #expect(todo.left == ["“To Do”: the blanks in the list's title"])
    }
  }
}
