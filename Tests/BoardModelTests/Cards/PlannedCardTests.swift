import DragModel
import Testing

@testable import BoardModel

/// Due dates, labels and checklists on their way to task programs and editors, and back.
@Suite struct PlannedCardTests {
  private func read(_ board: TestBoard, _ id: CardID, _ type: String) throws -> String {
    let found = try board.store.representations(of: id).first { $0.type == type }
    return try String(decoding: #require(found).read().bytes(), as: UTF8.self)
  }

  @Test func `a card with something planned is offered to task programs and editors`() throws {
    try TestBoard.run { board in
      let id = try board.add("Paint <it> & dry")[0]
      #expect(
        try board.store.representations(of: id).map(\.type) == ["text/plain;charset=utf-8"])
      let details = CardDetails(
        due: DueDate("2026-11-25T14:30"), labels: [CardLabel("home")],
        checklist: [ChecklistItem("brush", isDone: true), ChecklistItem("a < b")])
      try board.store.perform(
        .editCard(id, title: "Paint <it> & dry", text: "*twice*\nor once", details: details))
      #expect(
        try board.store.representations(of: id).map(\.type) == [
          "text/plain;charset=utf-8", "text/calendar", "text/html", "text/markdown;charset=utf-8",
        ])
      #expect(
        try read(board, id, "text/html") == """
          <meta charset="utf-8"><p>☐ <strong>Paint &lt;it&gt; &amp; dry</strong> (2026-11-25 14:30, home)</p>
          <ul>
          <li>☑ brush</li>
          <li>☐ a &lt; b</li>
          </ul>
          <p><em>twice</em><br />
          or once</p>

          """)
      #expect(
        try read(board, id, "text/markdown;charset=utf-8").hasPrefix(
          "- [ ] Paint <it> & dry @{2026-11-25} @@{14:30} #home\n  - [x] brush\n"))

      // Another board reads the calendar alone.
      let calendar = try read(board, id, "text/calendar")
      let copy = try board.add(item("text/calendar", calendar.utf8))[0]
      let card = try #require(try board.store.card(copy))
      #expect(card.title == "Paint <it> & dry" && card.text == "*twice*\nor once")
      #expect(
        try read(board, copy, "text/plain;charset=utf-8") == "Paint <it> & dry\n*twice*\nor once")
      #expect(card.details == details && card.kind == .text && card.attachments.isEmpty)
    }
  }

  /// HTML for editors must load nothing, run nothing, and show every word.
  @Test(arguments: [
    (
      "![a *b*](https://example.org/x.png \"t\")",
      #"<p><a href="https://example.org/x.png" title="t">a <em>b</em></a></p>"#
    ),
    ("[![b](y.png)](z)", #"<p><a href="z">b</a></p>"#),
    ("a <b onclick='x'> c", "<p>a &lt;b onclick='x'&gt; c</p>"),
    ("<script>\nx()\n</script>", "<p>&lt;script&gt;<br />\nx()<br />\n&lt;/script&gt;</p>"),
    ("[a](javascript:x)", #"<p><a href="">a</a></p>"#),
    ("[a](file:///etc/passwd)", #"<p><a href="">a</a></p>"#),
    ("a\nb", "<p>a<br />\nb</p>"), ("", ""),
  ])
  func `HTML refers to nothing that is loaded`(markdown: String, html: String) {
    #expect(MarkdownPage(markdown).html == (html.isEmpty ? "" : html + "\n"))
  }

  @Test func `a dropped task keeps what a card cannot have as an attachment`() throws {
    try TestBoard.run { board in
      let text = """
        BEGIN:VCALENDAR
        VERSION:2.0
        BEGIN:VTIMEZONE
        TZID:Here
        END:VTIMEZONE
        BEGIN:VTODO
        SUMMARY:Plain
        END:VTODO
        BEGIN:VTODO
        SUMMARY:Loud
        BEGIN:VALARM
        ACTION:DISPLAY
        TRIGGER:-PT5M
        END:VALARM
        END:VTODO
        END:VCALENDAR

        """
      let ids = try board.add(item("text/calendar", text.utf8, name: "tasks.ics"))
      let cards = try ids.map { try #require(try board.store.card($0)) }
      #expect(cards.map(\.title) == ["Plain", "Loud"])
      #expect(cards.map(\.attachments.count) == [0, 1])
      let kept = try board.store.describedRepresentations(of: ids[1])
        .first { $0.type.hasPrefix("application/vnd.dragd.attachment") }
      let task = try String(decoding: #require(kept).read().bytes(), as: UTF8.self)
      #expect(task.contains("TRIGGER:-PT5M") && task.contains("TZID:Here"), "\(task)")
      #expect(!task.contains("Plain"))
      #expect(try BoardImport(calendar: Array(task.utf8), title: "").lists[0].cards.count == 1)
    }
  }

  @Test func `a calendar with an event stays what it is, and a broken one is refused`() throws {
    try TestBoard.run { board in
      let event = "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:x\nEND:VEVENT\nEND:VCALENDAR\n"
      let id = try board.add(item("text/calendar", event.utf8, name: "x.ics"))[0]
      let card = try #require(try board.store.card(id))
      #expect(card.kind == .file && card.representations.map(\.type) == ["text/calendar"])
      let broken = item("text/calendar", event.dropLast(20).utf8)
      guard case .malformed? = error({ _ = try board.add(broken) }) else {
        Issue.record("half a calendar was accepted")
        return
      }
    }
  }

  @Test func `a page without plain text becomes words, and is kept as it came`() throws {
    try TestBoard.run { board in
      let html =
        "<meta charset=utf-8><h1>Caf\u{E9}</h1><p>a <a href='https://e.org'>b</a><ul><li>c</ul>"
      let id = try board.add(item("text/html", html.utf8))[0]
      let card = try #require(try board.store.card(id))
      #expect(card.kind == .text && card.title == "Café")
      #expect(card.text == "a [b](https://e.org)\n\n- c")
      #expect(card.representations.map(\.type) == ["text/html", "text/plain;charset=utf-8"])
      #expect(try read(board, id, "text/html") == html)
      #expect(try read(board, id, "text/plain;charset=utf-8") == "\(card.title)\n\(card.text)")
    }
  }

  @Test func `a page beside plain text, of a file, or without words stays what it was`() throws {
    let html = Array("<p>page".utf8)
    let both = try CardReader().cards(
      from: IncomingItem(representations: [
        ("text/html", .bytes(html)), ("text/plain", .bytes(Array("words".utf8))),
      ]))
    #expect(both.map(\.title) == ["words"] && both[0].representations.count == 2)
    let file = try CardReader().cards(from: item("text/html", html, name: "a.html"))
    #expect(file.map(\.title) == ["a.html"] && file[0].kind == .file)
    #expect(file[0].representations.count == 1)
    for bytes in [Array("<img>".utf8), [0, 1, 2]] {
      let other = try CardReader().cards(from: item("text/html", bytes))
      #expect(other.map(\.title) == ["text/html"] && other[0].representations.count == 1)
    }
  }

  @Test func `a card's HTML becomes the card again`() throws {
    try TestBoard.run { board in
      let id = try board.add("Paint")[0]
      let details = CardDetails(
        due: DueDate("2026-11-25"), labels: [CardLabel("home")],
        checklist: [ChecklistItem("brush", isDone: true)])
      try board.store.perform(.editCard(id, title: "Paint", text: "twice", details: details))
      let html = try read(board, id, "text/html")
      let copy = try board.add(item("text/html", html.utf8))[0]
      let card = try #require(try board.store.card(copy))
      #expect(card.title == "Paint" && card.text == "twice" && card.details == details)
      // The calendar beside it loses nothing.
      let calendar = try read(board, id, "text/calendar")
      let whole = try CardReader().cards(
        from: IncomingItem(representations: [
          ("text/html", .bytes(Array("<p>page".utf8))),
          ("text/calendar", .bytes(Array(calendar.utf8))),
        ]))
      #expect(whole.map(\.title) == ["Paint"])
    }
  }

  @Test func `tasks in Markdown become cards, and other Markdown a text`() throws {
    try TestBoard.run { board in
      let tasks = "- [x] Paint @{2026-12-05} #home\n  - [ ] buy\n  some text\n- [ ] Second\n"
      let ids = try board.add(
        IncomingItem(representations: [
          ("text/plain;charset=utf-8", .bytes(Array(tasks.utf8))),
          ("text/markdown", .bytes(Array(tasks.utf8))),
        ]))
      let cards = try ids.map { try #require(try board.store.card($0)) }
      #expect(cards.map(\.title) == ["Paint", "Second"])
      #expect(cards[0].details.isDone && cards[0].details.checklist.map(\.text) == ["buy"])
      #expect(cards[0].details.labels.map(\.name) == ["home"] && cards[0].text == "some text")
      for text in ["# Title\n\nwords\n", "- [ ] task\n\nand words\n", "- item\nwords\n"] {
        let id = try board.add(item("text/markdown", text.utf8))[0]
        let card = try #require(try board.store.card(id))
        #expect(card.kind == .text && text.contains(card.title))
        #expect(
          card.representations.map(\.type) == ["text/markdown", "text/plain;charset=utf-8"])
      }
      // A file is one card.
      let file = try board.add(item("text/markdown", tasks.utf8, name: "tasks.md"))
      #expect(try file.map { try board.store.card($0)?.kind } == [.text])
    }
    let types = ["text/plain", "text/html", "text/markdown;charset=utf-8"]
    #expect(
      WantedTypes.best(of: types) == ["text/plain", "text/markdown;charset=utf-8", "text/html"])
  }

  @Test func `of a task's types the calendar is read, and the words of what is no task`() {
    let types = ["text/plain;charset=utf-8", "text/html", "text/calendar;charset=utf-8"]
    #expect(
      WantedTypes.best(of: types) == ["text/calendar;charset=utf-8", "text/plain;charset=utf-8"])
  }
}
