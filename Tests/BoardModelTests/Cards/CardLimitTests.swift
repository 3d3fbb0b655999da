import Harness
import Testing

@testable import BoardModel

/// Texts that are too long for a list, and cards that are too many for a drop.
@Suite struct CardLimitTests {
  private static let long = String(repeating: "ä", count: CardText.longestTitle)

  private func refusal(_ body: () throws -> Void) -> (field: String, reason: String)? {
    guard case .invalid(let field, let reason)? = error(body) else { return nil }
    return (field, reason)
  }

  /// Regression: a title of 60 MB stopped the window for 23 s.
  @Test func `a title that is too long goes on in the text`() throws {
    try TestBoard.run { board in
      let ids = try board.add(item("text/plain;charset=utf-8", "\(Self.long)\nmore".utf8))
      let card = try #require(try board.store.card(ids[0]))
      #expect(card.title.utf8.count == CardText.longestTitle)
      #expect(card.title + card.text == "\(Self.long)\nmore")
      // As much of it as fits where it was cut.
      #expect(CardText(title: card.title, text: card.text).whole == "\(card.title)\n\(card.text)")
    }
  }

  @Test func `a geocache with too long a name is refused, with its beginning`() throws {
    try TestBoard.run { board in
      let json = #"{"name": "\#(Self.long)", "summary": "", "latitude": 1, "longitude": 2}"#
      let refusal = try #require(
        refusal { try board.add(item(Geocache.type, json.utf8)) })
      #expect(refusal.field == "title")
      #expect(refusal.reason.contains("8192 bytes") && refusal.reason.utf8.count < 300)
      #expect(try board.titles() == [])
    }
  }

  @Test func `each text of a card and of a list has a limit`() throws {
    try TestBoard.run { board in
      let list = try board.lists()[0]
      let text = String(repeating: "a", count: CardText.longestText + 1)
      #expect(
        refusal {
          try board.store.perform(.addCards([NewCard(title: "a", text: text)], to: list, at: .end))
        }?
        .field == "text")
      #expect(
        refusal { try board.store.perform(.renameList(list, title: Self.long)) }?.field == "title")
      let id = try board.add("a")[0]
      #expect(
        refusal { try board.store.perform(.editCard(id, title: "a", text: text, details: nil)) }?
          .field
          == "text")
      var named = NewCard(title: "a")
      named.name = Self.long
      #expect(
        refusal { try board.store.perform(.addCards([named], to: list, at: .end)) }?.field == "name"
      )
    }
  }

  @Test func `addresses without files stay one card, whatever their number`() throws {
    try TestBoard.run { board in
      let uris = (0..<200_000).map { "https://example.org/\($0)\r\n" }.joined()
      let card = try #require(
        try board.store.card(try board.add(item("text/uri-list", uris.utf8))[0]))
      #expect(card.title == "https://example.org/0")
      #expect(card.text.utf8.count <= CardText.longestText)
      #expect(
        try board.store.content(of: card.id, type: "text/uri-list").bytes() == Array(uris.utf8))
    }
  }

  /// Regression: 16 MB of GPX made 300,000 cards, and as many addresses as many.
  @Test func `too many cards are refused with their number`() throws {
    let waypoints = String(repeating: "<wpt lat='1' lon='2'/>", count: NewCard.most + 1)
    let gpx = refusal {
      _ = try CardReader().cards(from: item(GPX.type, "<gpx>\(waypoints)</gpx>".utf8))
    }
    #expect(gpx?.reason.contains("20001") == true)
    let uris = "file:///dev/null\r\n" + String(repeating: "https://a.b/\r\n", count: NewCard.most)
    let list = refusal { _ = try CardReader().cards(from: item("text/uri-list", uris.utf8)) }
    #expect(list?.reason.contains("20001") == true)
  }

  @Test func `an import piece by piece is one step`() throws {
    try TestBoard.run { board in
      let lists = [("A", 3), ("B", 0), ("C", 4)].map { title, count in
        NewList(title: title, cards: (0..<count).map { NewCard(title: "\(title)\($0)") })
      }
      let (first, rest) = lists.cut(after: 5)
      #expect(first.map(\.cards.count) == [3, 0, 2] && rest.map(\.count) == [0, 0, 2])
      let before = try board.store.lists().map(\.title)
      let outcome = try board.store.perform(.importLists(first, to: .main))
      try board.store.perform(
        .addCards(rest[2], to: outcome.lists[2], at: .end, in: outcome.step))
      #expect(try board.store.cards(in: outcome.lists[2]).map(\.title) == ["C0", "C1", "C2", "C3"])
      try board.store.undo()
      #expect(try board.store.lists().map(\.title) == before)
    }
  }
}
