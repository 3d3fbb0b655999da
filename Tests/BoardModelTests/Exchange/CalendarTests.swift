import BoardWalk
import DragModel
import Foundation
import Harness
import Testing

@testable import BoardModel

@Suite struct CalendarTests {
  private static let berlin = TimeZone(identifier: "Europe/Berlin") ?? .gmt

  private func read(_ lines: String...) throws -> BoardImport {
    try BoardImport(
      calendar: Array((lines.joined(separator: "\r\n") + "\r\n").utf8), title: "file",
      zone: Self.berlin)
  }

  /// The only card of a calendar with one task.
  private func task(_ lines: String...) throws -> (card: NewCard, left: [String]) {
    let all =
      ["BEGIN:VCALENDAR", "BEGIN:VTODO", "SUMMARY:A"] + lines + ["END:VTODO", "END:VCALENDAR"]
    let read = try read(all.joined(separator: "\r\n"))
    return (try #require(read.lists.first?.cards.first), read.left)
  }

  @Test func `a calendar is a list, a task a card`() throws {
    let read = try read(
      "BEGIN:VCALENDAR", "VERSION:2.0", "NAME:Garden", "BEGIN:VTODO", "UID:1",
      "DTSTAMP:20261120T100000Z", "SUMMARY:Dig\\, and", "  rake",
      "DESCRIPTION:one\\n\\ntwo\\; three", "CATEGORIES:home,a\\,b",
      "STATUS:COMPLETED", "DUE;VALUE=DATE:20261125", "END:VTODO", "END:VCALENDAR",
      "BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VTODO", "SUMMARY:Other", "END:VTODO",
      "END:VCALENDAR")
    #expect(read.lists.map(\.title) == ["Garden", "file"])
    let card = read.lists[0].cards[0]
    #expect(card.title == "Dig, and rake")
    #expect(card.text == "one\n\ntwo; three")
    #expect(card.details.labels.map(\.name) == ["home", "a,b"])
    #expect(card.details.isDone)
    #expect(card.details.due == DueDate("2026-11-25"))
    #expect(read.lists[1].cards.map(\.title) == ["Other"])
    #expect(read.left == [])
  }

  @Test(
    arguments: [
      ("DUE:20261125T143000", "2026-11-25T14:30", nil),
      ("DUE:20261125T143000Z", "2026-11-25T15:30", nil),
      ("DUE;TZID=America/New_York:20260725T083000", "2026-07-25T14:30", nil),
      ("DUE;TZID=\"America/Argentina/Buenos_Aires\":20260725T083000", "2026-07-25T13:30", nil),
      ("DUE;TZID=/mozilla.org/20050126_1/Asia/Calcutta:20260725T083000", "2026-07-25T05:00", nil),
      ("DUE;TZID=UTC:20261125T143000", "2026-11-25T15:30", nil),
      (
        "DUE;TZID=Nowhere/At_All:20261125T143000", "2026-11-25T14:30",
        "the time zone “Nowhere/At_All”"
      ),
      ("DUE;VALUE=DATE:20260229", nil, "DUE: 20260229"), ("DUE:tomorrow", nil, "DUE: tomorrow"),
    ] as [(String, String?, String?)])
  func `a date is shown on the clocks of the person`(
    line: String, due: String?, loss: String?
  ) throws {
    let (card, left) = try task(line)
    #expect(card.details.due == due.flatMap { DueDate($0) })
    #expect(left == [loss.map { "“A”: \($0)" }].compactMap(\.self))
  }

  /// Evolution describes the zones of its calendars without a rule, and others describe them wrongly.
  @Test(
    arguments: [
      ("/freeassociation.sourceforge.net/Europe/Paris", "", "2026-03-01T10:00", nil),
      (
        "Europe/Paris",
        """
        BEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nTZOFFSETFROM:-0500\r\nTZOFFSETTO:-0500\r\n\
        END:STANDARD\r\n
        """, "2026-03-01T10:00", nil
      ),
      (
        "Own Zone",
        """
        BEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nTZOFFSETFROM:-0500\r\nTZOFFSETTO:-0500\r\n\
        END:STANDARD\r\n
        """, "2026-03-01T16:00", nil
      ),
      ("Own Zone", "", "2026-03-01T10:00", "“A”: the time zone “Own Zone”"),
    ] as [(String, String, String, String?)])
  func `a zone that the system knows by its name is that zone`(
    name: String, rules: String, due: String, loss: String?
  ) throws {
    let read = try read(
      "BEGIN:VCALENDAR", "BEGIN:VTIMEZONE", "TZID:\(name)\r\n\(rules)END:VTIMEZONE",
      "BEGIN:VTODO", "SUMMARY:A", "DUE;TZID=\(name):20260301T100000", "END:VTODO",
      "END:VCALENDAR")
    #expect(read.lists[0].cards[0].details.due == DueDate(due))
    #expect(read.left == [loss].compactMap(\.self))
  }

  @Test(arguments: ["\r\n", "\n"])
  func `a line may be folded inside a character`(newline: String) throws {
    let text = ["BEGIN:VCALENDAR", "BEGIN:VTODO", "SUMMARY:Grün 📞", "END:VTODO", "END:VCALENDAR"]
      .map { $0 + newline }.joined()
    let bytes = Array(text.utf8)
    for place in 1..<bytes.count where bytes[place] & 0xC0 == 0x80 {
      let folded = bytes[..<place] + Array("\(newline) ".utf8) + bytes[place...]
      let read = try BoardImport(calendar: Array(folded), title: "file")
      #expect(read.lists[0].cards.map(\.title) == ["Grün 📞"])
    }
  }

  @Test func `a property without a value says nothing`() throws {
    let (card, left) = try task(
      "DESCRIPTION:", "CATEGORIES;LANGUAGE=\"a:b\":", "X-EMPTY:", "LOCATION:", " ", "CLASS:PUBLIC",
      "COMMENT:not:", "URL:", " https://example.org/:")
    #expect(card.text == "https://example.org/:")
    #expect(left == ["“A”: COMMENT: not:"])
  }

  @Test func `a calendar of events only says so`() {
    let events = """
      BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:A\r\nEND:VEVENT\r\nBEGIN:VJOURNAL\r\n\
      END:VJOURNAL\r\nEND:VCALENDAR\r\n
      """
    #expect(
      error { _ = try BoardImport(calendar: Array(events.utf8), title: "file") }
        == .invalid(
          field: "calendar", reason: "it has 2 events and notes, and no task"))
  }

  @Test func `what is part of a task is its checklist, or it is told`() throws {
    func task(_ id: String, _ lines: String...) -> String {
      (["BEGIN:VTODO", "UID:\(id)", "SUMMARY:\(id)"] + lines + ["END:VTODO"])
        .joined(separator: "\r\n")
    }
    let read = try read(
      "BEGIN:VCALENDAR", task("b", "RELATED-TO:a", "STATUS:COMPLETED"), task("a"),
      task("c", "RELATED-TO;RELTYPE=PARENT:a", "DUE;VALUE=DATE:20261125"),
      task("d", "RELATED-TO:a", "DESCRIPTION:text"),
      task("e", "RELATED-TO:d"), task("f", "RELATED-TO:f"), task("g", "RELATED-TO:nobody"),
      "END:VCALENDAR")
    let cards = read.lists[0].cards
    #expect(cards.map(\.title) == ["a", "d", "e", "f", "g"])
    #expect(
      cards[0].details.checklist == [
        ChecklistItem("b", isDone: true), ChecklistItem("c", due: DueDate("2026-11-25")),
      ])
    #expect(
      read.left == [
        "“d”: it is part of “a”", "“e”: it is part of “d”",
        "“g”: that it is part of a task that is not in the file",
      ])
  }

  @Test func `what a card cannot have is told`() throws {
    let (_, left) = try task(
      "PRIORITY:2", "LOCATION:Pier 3", "URL:http://example.org", "X-OWN:x", "STATUS:CANCELLED",
      "COMPLETED:20261120T100000Z", "BOGUS:1", "BEGIN:VALARM", "TRIGGER:-PT5M", "END:VALARM",
      "SEQUENCE:2", "PERCENT-COMPLETE:50", "ATTACH:file:///etc/passwd")
    #expect(
      left == [
        "“A”: PRIORITY: 2; LOCATION: Pier 3; X-OWN: x; STATUS: CANCELLED; COMPLETED: 20261120T100000Z; BOGUS; "
          + "PERCENT-COMPLETE: 50; ATTACH: file:///etc/passwd; a reminder"
      ])
    let event = try read(
      "BEGIN:VCALENDAR", "BEGIN:VEVENT", "SUMMARY:Concert", "END:VEVENT", "END:VCALENDAR")
    #expect(event.lists.isEmpty)
    #expect(event.left == ["“Concert”: it is an event, not a task"])
  }

  @Test(arguments: 0...10)
  func `a priority is a label, and goes out again`(number: Int) throws {
    let (card, left) = try task("CATEGORIES:home", "PRIORITY:\(number)")
    let label = [1...4: "(A)", 5...5: "(B)", 6...9: "(C)"].first { $0.key.contains(number) }?.value
    #expect(card.details.labels.map(\.name) == [label, "home"].compactMap(\.self))
    #expect(left == ([0, 1, 5, 9].contains(number) ? [] : ["“A”: PRIORITY: \(number)"]))
    try TestBoard.run { board in
      try board.store.perform(.addCards([card], to: board.lists()[0], at: .end))
      let export = try board.store.calendar(of: .main, only: board.lists()[0])
      #expect(export.left == [])
      let text = String(decoding: export.bytes, as: UTF8.self)
      let written = ["(A)": "1", "(B)": "5", "(C)": "9"][label ?? ""]
      #expect(text.contains("PRIORITY:") == (written != nil))
      #expect(written.map { text.contains("PRIORITY:\($0)\r\n") } ?? true)
      #expect(!text.contains("CATEGORIES:("))
    }
  }

  @Test func `a priority that is not the first label stays a category`() throws {
    try TestBoard.run { board in
      let ids = try board.add("A")
      let details = CardDetails(labels: [CardLabel("home"), CardLabel("(A)")])
      try board.store.perform(.editDetails(ids[0], details))
      let export = try board.store.calendar(of: .main, only: board.lists()[0])
      #expect(export.left == [])
      let read = try BoardImport(calendar: export.bytes, title: "")
      #expect(read.lists[0].cards[0].details == details)
    }
  }

  @Test func `an address is the last line of the text, unless the words have it`() throws {
    let address = "https://example.org/x"
    for (lines, text) in [
      ([], address), (["DESCRIPTION:one"], "one\n\(address)"),
      (["DESCRIPTION:\(address)\\nmore"], "\(address)\nmore"),
    ] {
      let (card, left) = try task((lines + ["URL:\(address)"]).joined(separator: "\r\n"))
      #expect(card.text == text && left == [])
      let words = try card.representations[0].content.bytes()
      #expect(String(decoding: words, as: UTF8.self) == "A\n\(text)")
    }
    #expect(try task("URL:A").card.text == "")
  }

  @Test(arguments: [
    "", "hello", "BEGIN:VCALENDAR", "BEGIN:VCALENDAR\nBEGIN:VTODO\nSUMMARY:A\nEND:VTODO\n",
    "BEGIN:VCALENDAR\nEND:VCALENDAR\nBEGIN:VCALENDAR\nBEGIN:VTODO\nSUMMARY:A", "\u{FF}",
    "END:VCALENDAR\n", "BEGIN:VCALENDAR\nEND:VCALENDAR\nEND:VTODO\nEND:VCALENDAR\n",
    "BEGIN:VCALENDAR\nBEGIN:VTODO\nSUMMARY:A\nEND:VCALENDAR\nEND:VTODO\n",
  ])
  func `what is no calendar, or was cut off, is refused`(text: String) {
    guard
      case .malformed? = error({ _ = try BoardImport(calendar: Array(text.utf8), title: "") })
    else {
      Issue.record("it was accepted")
      return
    }
  }

  /// libical complains of these on standard error.
  @Test(arguments: ["END:VTODO", "end;x=y:vtodo", "EN\r\n D:VTODO", "END:VTO\r\n\tDO"])
  func `an end without a beginning is told`(line: String) {
    let text = "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n\(line)\r\n"
    let error = error { _ = try BoardImport(calendar: Array(text.utf8), title: "") }
    #expect(
      error?.description.contains("END:VTODO does not match the last open BEGIN") == true,
      "\(String(describing: error))")
  }

  @Test func `too many tasks are refused`() {
    let task = "BEGIN:VTODO\nSUMMARY:A\nEND:VTODO\n"
    let text =
      "BEGIN:VCALENDAR\n\(String(repeating: task, count: BoardImport.mostCards + 1))END:VCALENDAR\n"
    guard
      case .malformed? = error({ _ = try BoardImport(calendar: Array(text.utf8), title: "") })
    else {
      Issue.record("it was accepted")
      return
    }
  }

  /// As programs of Windows write it.
  @Test func `a byte order mark is no part of a calendar`() throws {
    let read = try read(
      "\u{FEFF}BEGIN:VCALENDAR", "BEGIN:VTODO", "SUMMARY:A", "END:VTODO", "END:VCALENDAR")
    #expect(read.lists.flatMap(\.cards).map(\.title) == ["A"])
  }

  @Test func `a board comes back as it was written`() throws {
    try TestBoard.run { board in
      let details = CardDetails(
        due: DueDate("2026-11-25T14:30"), isDone: true,
        labels: [CardLabel("a: \"b\"; \\c"), CardLabel("two")],
        checklist: [ChecklistItem("a, b", isDone: true), ChecklistItem("c\\n")])
      let ids = try board.add("A, b; c\\n: \"d\" é 🌊", "B")
      try board.store.perform(
        .editCard(ids[0], title: "A, b; c\\n: \"d\" é 🌊", text: "one\n\n  two\\", details: details))
      try board.store.perform(
        .editDetails(
          ids[1],
          CardDetails(
            due: DueDate("2026-11-25"),
            labels: [CardLabel("(A)", .brown), CardLabel("x", .gray), CardLabel("y, z", .purple)])))
      let list = try board.lists()[0]
      try board.store.perform(.renameList(list, title: "To, do; \\n"))
      let export = try board.store.calendar(of: .main)
      #expect(
        export.left == [
          "the colour of the label “(A)”", "“In Progress”: it has no cards",
          "“Done”: it has no cards",
        ])
      let read = try BoardImport(calendar: export.bytes, title: "")
      #expect(read.left == [])
      #expect(read.lists.map(\.title) == ["To, do; \\n"])
      let first = read.lists[0].cards[0]
      #expect(first.title == "A, b; c\\n: \"d\" é 🌊" && first.text == "one\n\n  two\\")
      #expect(first.details == details)
      #expect(read.lists[0].cards[1].details.due == DueDate("2026-11-25"))
      #expect(try board.store.calendar(of: .main, only: list).left.count == 1)

      // libical itself does not write a comma in a category as RFC 5545 requires.
      let labels = ["a, b", ",\\,", String(repeating: "é,", count: 90)].map { CardLabel($0) }
      try board.store.perform(.editDetails(ids[0], CardDetails(labels: labels)))
      let commas = try board.store.calendar(of: .main, only: list)
      #expect(!commas.left.contains { $0.hasSuffix("read in another way") })
      let again = try BoardImport(calendar: commas.bytes, title: "").lists[0].cards[0]
      #expect(again.details.labels == labels)
    }
  }

  /// The import reports every change.
  @Test(arguments: 0..<10)
  func `of any card, either all comes back or it is told`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    try TestBoard.run { board in
      var cards: [NewCard] = []
      for _ in 0..<20 {
        var card = NewCard(title: Self.words(&generator), text: Self.words(&generator))
        card.details.labels = [CardLabel(Self.words(&generator))]
        card.details.checklist = [ChecklistItem(Self.words(&generator))]
        cards.append(card)
      }
      let list = try board.lists()[0]
      try board.store.perform(.addCards(cards, to: list, at: .end))
      let export = try board.store.calendar(of: .main, only: list)
      let read = try BoardImport(calendar: export.bytes, title: "")
      #expect(read.lists[0].cards.count == 20)
      for (card, kept) in zip(read.lists[0].cards, try board.store.cards(in: list)) {
        let same =
          card.title == kept.title && card.text == kept.text && card.details == kept.details
        let isTold = TestBoard.isTold(kept, in: export)
        #expect(same || isTold, "\(card) \(kept)")
      }
    }
  }

  private static func words(_ generator: inout SeededGenerator) -> String {
    let parts = [
      "a", ",", ";", ":", "\\", "\\n", "\\,", "\"", "é", " ", "\u{1}", "\r", "\u{7F}", "END:VTODO",
      "^n", "\n", "🌊", String(repeating: "long ", count: 30),
    ]
    return "w" + (0..<generator.random(below: 6)).map { _ in generator.one(of: parts) }.joined()
      + "w"
  }
}
