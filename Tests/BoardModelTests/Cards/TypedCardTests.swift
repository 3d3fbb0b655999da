import Harness
import Testing

@testable import BoardModel

/// What a person types as the title of a new card.
@Suite struct TypedCardTests {
  /// A Thursday.
  private static let now = DueDate(year: 2026, month: 11, day: 26, minute: 600) ?? .now

  @Test(
    arguments: [
      ("Water plants #home @{2026-11-27} due:2026-11-27", "Water plants", ["home"], "2026-11-27"),
      ("Water plants due:2026-11-27 #home #two", "Water plants", ["home", "two"], "2026-11-27"),
      ("A due:today", "A", [], "2026-11-26"), ("A due:Tomorrow", "A", [], "2026-11-27"),
      ("A due:friday", "A", [], "2026-11-27"), ("A Due:THURSDAY", "A", [], "2026-12-03"),
      ("A due:Wednesday", "A", [], "2026-12-02"),
      ("A due:next friday 9am #home", "A", ["home"], "2026-12-04T09:00"),
      ("A due:in 2 weeks at 9 o'clock", "A", [], "2026-12-10T09:00"),
      ("due:next friday", "due:next friday", [], nil),
      ("A due:next fridy", "A due:next fridy", [], nil),
      ("A @{2026-11-27} @@{14:30}", "A", [], "2026-11-27T14:30"),
      ("A #home due:2026-11-27 @@{14:30}", "A", ["home"], "2026-11-27T14:30"),
      ("A due:2026-11-27T14:30", "A", [], "2026-11-27T14:30"),
      ("Read #1 of #home today", "Read #1 of #home today", [], nil),
      ("#home", "#home", [], nil), ("due:today", "due:today", [], nil),
      ("A #home due:tomorow", "A due:tomorow", ["home"], nil),
      (
        "A  b #home  due:x @{2026-11-27} due:y  due:z", "A  b due:x due:y  due:z", ["home"],
        "2026-11-27"
      ),
      ("A \\#b due:tomorow #c", "A #b due:tomorow", ["c"], nil),
      ("#home due:tomorow", "#home due:tomorow", [], nil),
      ("due:tomorow #home", "due:tomorow", ["home"], nil),
      ("A due:someday", "A due:someday", [], nil), ("A due:", "A due:", [], nil),
      ("A @{2026-02-30}", "A @{2026-02-30}", [], nil), ("A @@{14:30}", "A @@{14:30}", [], nil),
      ("A due:2026-11-27 due:2026-11-28", "A due:2026-11-27", [], "2026-11-28"),
      ("A \\#home", "A #home", [], nil), ("A \\due:today #b", "A due:today", ["b"], nil),
      ("A \\#b \\#c", "A #b #c", [], nil), ("A #b \\#c", "A #b #c", [], nil),
      ("A \\@{2026-11-27}", "A @{2026-11-27}", [], nil), ("\\#home", "\\#home", [], nil),
      ("A \\x", "A \\x", [], nil), ("A \\\\#b", "A \\\\#b", [], nil), ("A \\", "A \\", [], nil),
      ("A @home", "A @home", [], nil), ("C #", "C #", [], nil),
      ("two  blanks #b", "two  blanks", ["b"], nil),
      ("  A\t#b ", "A", ["b"], nil),
    ] as [(String, String, [String], String?)])
  func `words at the end of a line are its labels and its date`(
    line: String, title: String, labels: [String], due: String?
  ) throws {
    let card = NewCard(typed: line, at: Self.now)
    #expect(card.title == title)
    #expect(card.details.labels.map(\.name) == labels)
    #expect(card.details.due == due.flatMap { DueDate($0) })
    #expect(try card.representations[0].content.bytes() == Array(title.utf8))
  }

  /// Regression: each word made a copy of all, and marks were taken from the title one by one.
  @Test(
    .enabled(if: Extent.current != .usual, "in make test-rest"), arguments: ["due:in ", "\\#b "])
  func `a very long line is read at once`(word: String) {
    let count = 20_000
    let line = "A " + String(repeating: word, count: count)
    let time = ContinuousClock().measure {
      // The rest of it is the text.
      #expect(NewCard(typed: line, at: Self.now).title.utf8.count > 4_000)
    }
    // It took a minute and more.
    #expect(time < .seconds(30))
  }

  @Test func `a label may have a colour, its own or the board's`() {
    func labels(_ line: String) -> [CardLabel] {
      NewCard(typed: line, colors: ["home": .purple], at: Self.now).details.labels
    }
    #expect(labels("A #home:red") == [CardLabel("home", .red)])
    #expect(labels("A #home") == [CardLabel("home", .purple)])
    #expect(
      labels("A #shop:Green #home") == [CardLabel("shop", .green), CardLabel("home", .purple)])
    #expect(labels("A #home:red #home:blue") == [CardLabel("home", .blue)])
    #expect(labels("A #at:noon #pink:pink") == [CardLabel("at:noon"), CardLabel("pink:pink")])
    let pasted = TypedLines("A #home\nB").cards(colors: ["home": .purple])
    #expect(pasted[0].details.labels == [CardLabel("home", .purple)])
  }

  @Test func `days have names`() {
    let days = Dictionary(
      DueDate.named(at: Self.now).map { ($0.name, $0.day.description) }, uniquingKeysWith: { $1 })
    #expect(days["today"] == "2026-11-26" && days["Sunday"] == "2026-11-29")
    let eve = DueDate(year: 2027, month: 12, day: 31) ?? .now
    #expect(DueDate(word: "saturday", at: eve)?.description == "2028-01-01")
    let leap = DueDate(year: 2028, month: 2, day: 28) ?? .now
    #expect(DueDate(word: "tuesday", at: leap)?.description == "2028-02-29")
  }

  @Test func `pasted lines are read as typed ones, and one card of all of them is not`() {
    let pasted = TypedLines("A #b\nC")
    #expect(pasted.cards().map(\.title) == ["A", "C"])
    #expect(pasted.cards()[0].details.labels == [CardLabel("b")])
    #expect(pasted.card.title == "A #b" && pasted.card.details == CardDetails())
  }
}
