import Testing

@testable import BoardModel

@Suite struct TypedDateTests {
  /// A Wednesday.
  private static let now = DueDate(year: 2026, month: 11, day: 25, minute: 600)

  @Test(arguments: [
    ("2026-11-27", "2026-11-27"), (" 2026-11-27 14:30 ", "2026-11-27T14:30"),
    ("2026-11-27T14:30", "2026-11-27T14:30"), ("today", "2026-11-25"),
    ("Tomorrow", "2026-11-26"), ("FRIDAY", "2026-11-27"), ("wednesday", "2026-12-02"),
    ("tomorrow  14:30", "2026-11-26T14:30"), ("friday 14:30:10", "2026-11-27T14:30"),
    ("", nil), ("soon", nil), ("todays", nil), ("tomorrow 25:00", nil), ("tomorrow x", nil),
    ("2026-11-27T14:30 15:00", nil), ("2026-02-30", nil), ("fri", nil),
  ])
  func `a date is read as a person types it`(words: String, date: String?) throws {
    let now = try #require(Self.now)
    #expect(DueDate(typed: words, at: now)?.description == date)
  }
}
