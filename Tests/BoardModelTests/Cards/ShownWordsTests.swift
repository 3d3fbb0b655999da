import BoardModel
import Testing

@Suite struct ShownWordsTests {
  private func card(_ board: TestBoard, _ item: IncomingItem) throws -> Card {
    let id = try #require(try board.add(item).first)
    return try #require(try board.store.card(id))
  }

  @Test func `of one endless line only the beginning is shown`() throws {
    try TestBoard.run { board in
      let line = [UInt8](repeating: 65, count: 250_000)
      let card = try card(board, item("text/plain;charset=utf-8", line))
      #expect(card.title.utf8.count + card.text.utf8.count == 250_000)
      #expect(card.shownTitle == String(repeating: "A", count: 300))
    }
  }

  @Test func `a text is shown without blank lines around it, and not all of a book`() throws {
    try TestBoard.run { board in
      let short = try card(board, item("text/plain", "Title\n\n  one\n \ntwo\n\n \n".utf8))
      #expect(short.shownText == "  one\n\ntwo")
      let long = try card(
        board, item("text/plain", Array("Title\n".utf8) + [UInt8](repeating: 65, count: 100_000)))
      #expect(long.shownText == String(repeating: "A", count: 600))
    }
  }

  @Test func `a card without a title shows the name of its file`() throws {
    try TestBoard.run { board in
      let picture = try card(board, item("image/png", Pictures.pixel, name: "map.png"))
      try board.store.perform(.editCard(picture.id, title: "", text: ""))
      #expect(try board.store.card(picture.id)?.shownTitle == "map.png")
    }
  }
}
