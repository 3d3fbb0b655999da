import Testing

@testable import BoardModel

@Suite struct TodoTextTests {
  private func read(_ text: String) throws -> BoardImport {
    try BoardImport(todoText: Array(text.utf8), title: "todo")
  }

  @Test func `each project is a list, each line a card`() throws {
    let read = try read(
      """
      (A) Call the harbour office +Office @phone due:2026-11-25
      x 2026-11-20 2026-11-01 Buy paint +Garden @shop @shop +Boats

      Water the plants +Garden pri:B http://example.org
      just words
      """)
    #expect(read.lists.map(\.title) == ["Office", "Garden", "todo"])
    let cards = read.lists.flatMap(\.cards)
    #expect(
      cards.map(\.title) == [
        "Call the harbour office", "Buy paint", "Water the plants pri:B http://example.org",
        "just words",
      ])
    #expect(cards[0].details.due == DueDate("2026-11-25"))
    #expect(cards[0].details.labels.map(\.name) == ["(A)", "phone"])
    #expect(cards[1].details.isDone)
    #expect(cards[1].details.labels.map(\.name) == ["shop", "Boats"])
    #expect(
      read.left == [
        "“Buy paint”: the date “2026-11-20”", "“Buy paint”: the date “2026-11-01”",
      ])
  }

  @Test(arguments: ["x", "(A)", "+", "@", "2026-11-25", "due:tomorrow", "xyz", "(a) b", "+only"])
  func `what is no mark, or nothing but one, is words`(line: String) throws {
    let card = try #require(try read(line).lists.first?.cards.first)
    #expect(card.title == line)
    #expect(!card.details.isDone)
  }

  @Test func `what is no text is refused, and so is too much`() {
    for bytes in [
      [0xFF], [0x61, 0], [UInt8](repeating: 10, count: BoardImport.largest + 1),
      Array(String(repeating: "a\n", count: BoardImport.mostCards + 1).utf8),
    ] {
      guard
        case .malformed? = error({ _ = try BoardImport(todoText: bytes, title: "") })
      else {
        Issue.record("it was accepted")
        return
      }
    }
  }
}
