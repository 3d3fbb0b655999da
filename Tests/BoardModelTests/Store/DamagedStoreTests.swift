import Foundation
import Harness
import Testing

@testable import BoardModel

/// A store may come from anywhere: whatever is in its columns, reading it ends, with the cards or with an error.
@Suite struct DamagedStoreTests {
  private static let columns = [
    ("cards", "title"), ("cards", "text"), ("cards", "kind"), ("cards", "name"), ("cards", "rank"),
    ("cards", "latitude"), ("cards", "has_picture"), ("cards", "contents"), ("cards", "summary"),
    ("cards", "due"), ("cards", "is_done"), ("cards", "labels"), ("cards", "checklist"),
    ("cards", "attachments"), ("cards", "list"), ("lists", "title"), ("lists", "rank"),
    ("lists", "card_limit"), ("lists", "board"), ("representations", "type"),
    ("representations", "size"), ("representations", "file"), ("representations", "bytes"),
    ("boards", "name"), ("boards", "rank"),
  ]
  private static let values = [
    "''", "'x'", "' '", "char(10)", "'12'", "'12 ' || char(10) || ' x'",
    "'-9223372036854775808 a/b'",
    "'99999999999999999999999 a/b'", "'1 -5 a/b c' || char(10) || '-1 9 a/b c'", "-1",
    "9223372036854775807", "-9223372036854775808", "9e999", "-9e999", "x'fffe00'", "x''",
    "zeroblob(4000)", "'0001-00-00T99:99'", "'../../../etc/hostname'",
  ]

  /// Regression: `cards.summary` without a space, or with the size of nothing, trapped “ls” and “export”.
  @Test(arguments: columns.map { "\($0).\($1)" })
  func `whatever a column has, the board is read or refused`(_ name: String) throws {
    let (table, column) = try #require(Self.columns.first { "\($0).\($1)" == name })
    try TestBoard.run { board in
      let details = CardDetails(
        due: DueDate("2026-11-25T14:30"), labels: [CardLabel("a")], checklist: [ChecklistItem("b")])
      var card = try #require(
        try CardReader().cards(from: item("image/png", Pictures.pixel, name: "map.png")).first)
      card.details = details
      card.attachments = [NewAttachment(name: "a.txt", type: "text/plain", content: .bytes([1]))]
      let geocache = try NewCard(
        try Geocache(name: "A", summary: "B", latitude: 1, longitude: 2))
      try board.store.perform(
        .addCards([card, geocache, NewCard(title: "C")], to: try board.lists()[0], at: .end))
      let database = try Database(BoardStore.databasePath(in: board.folder.path("data")))
      for value in Self.values {
        try database.execute("SAVEPOINT damage")
        try? database.execute("UPDATE OR IGNORE \(table) SET \(column) = \(value)")
        try database.execute("RELEASE damage")
        read(try board.another())
      }
    }
  }

  private func read(_ store: BoardStore) {
    for list in (try? store.lists()) ?? [] {
      for card in (try? store.cards(in: list.id)) ?? [] {
        _ = (card.shownTitle, card.shownText, card.details, card.coordinates?.text)
        for info in card.representations { _ = UInt64(info.size) }
        for one in card.attachments {
          _ = UInt64(one.size)
          _ = try? store.contents(of: card.id).read(attachment: one.number).bytes()
        }
        for one in (try? store.representations(of: card.id)) ?? [] { _ = try? one.read().bytes() }
        _ = try? store.edit(card.id) {
          CardWords(title: $0.title, text: $0.text + "!", details: $0.details)
        }
      }
    }
    _ = try? store.board(.main)
    _ = try? store.markdown(of: .main)
    _ = try? store.calendar(of: .main)
    _ = try? store.todoText(of: .main, title: "a")
    _ = try? store.undo()
  }
}
