import DragModel
import Foundation

@testable import BoardModel

extension FuzzTarget {
  /// Content of any type that becomes cards of a board, which is then read, written in every format and undone: a byte
  /// that says which type, and the content. The fuzzer's limits of time and memory are those of an input.
  static let cards = FuzzTarget(
    "cards", seeds: cardSeeds, maxLength: 4_096, dictionary: cardWords
  ) { bytes in
    var input = FuzzInput(bytes)
    let type = cardTypes[Int(input.byte()) % cardTypes.count]
    let item = IncomingItem(representations: [(type, .bytes(Array(input.rest)))])
    guard let cards = try? CardReader().cards(from: item) else { return }
    try promise(!cards.isEmpty && cards.count <= NewCard.most, "there are \(cards.count)")
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = try BoardStore(folder: folder.path)
    let list = try store.lists()[0].id
    do throws(BoardError) {
      try store.perform(.addCards(cards, to: list, at: .end))
    } catch {
      guard case .invalid = error else { throw error }
      try promise(try store.cards(in: list).isEmpty, "some of the refused cards are there")
      return
    }
    let stored = try store.cards(in: list)
    try promise(stored.map(\.id) == cards.map(\.id), "other cards are stored")
    for (card, new) in zip(stored, cards) {
      try promise(card.title == new.title && card.text == new.text, "its words are others")
      for one in try store.representations(of: card.id) { _ = try? one.read().bytes() }
    }
    for export in [
      try store.markdown(of: .main), try store.calendar(of: .main),
      try store.todoText(of: .main, title: "Import"),
    ] {
      try promise(
        export.left.allSatisfy { Printable.line($0) == $0 }, "a line is not for people")
    }
    try store.undo()
    try promise(try store.cards(in: list).isEmpty, "undoing leaves cards")
  }

  private static let cardTypes = [
    "text/calendar", "application/gpx+xml", "text/html", "text/markdown", "text/uri-list",
    "text/plain;charset=utf-8", "text/x-moz-url", "image/png", Geocache.type,
  ]

  private static let cardSeeds: [[UInt8]] = [
    [0]
      + Array(
        """
        BEGIN:VCALENDAR\r\nBEGIN:VTIMEZONE\r\nTZID:Z\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\n\
        TZOFFSETFROM:+0100\r\nTZOFFSETTO:+0200\r\nRRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU\r\n\
        END:STANDARD\r\nEND:VTIMEZONE\r\nBEGIN:VTODO\r\nSUMMARY:a\r\nDUE;TZID=Z:20300101T000000\r\n\
        END:VTODO\r\nEND:VCALENDAR\r\n
        """.utf8),
    [1] + Array("<gpx><wpt lat='1' lon='2'><name>a</name></wpt><wpt lat='3' lon='4'/></gpx>".utf8),
    [2] + Array("<ul><li>a<li>[x] b</ul><blockquote><table><tr><td>c".utf8),
    [3] + Array("- [ ] a @{2026-11-25} #b\n  - [x] c\n- d **e** `f` [g](h)\n".utf8),
    [4] + Array("file:///dev/null\r\nhttps://example.org/\r\n".utf8),
    [5] + Array("a\nb\n\n- c\n".utf8), [6] + Array("https://example.org/\na".utf8),
    [8] + Array(#"{"name": "a", "summary": "b", "latitude": 1, "longitude": 2}"#.utf8),
  ]

  private static let cardWords = [
    "FREQ=SECONDLY", "BYDAY=MO", "BYMONTHDAY=1", "INTERVAL=0", "COUNT=9999999", "RDATE:", "EXDATE:",
    "BEGIN:DAYLIGHT", "END:DAYLIGHT", "DTSTART:", "BEGIN:VALARM", "TZID=Z:", "00010101T000000",
    "<!DOCTYPE", "<!ENTITY a '", "&a;", "> ", ">>>>", "[[[[", "****", "<div>", "<font>", "<b>",
    "1. ", "- [ ] ", "|-|", "```", "\\u0000", "1e999", "file:///dev/null\r\n",
  ]
}
