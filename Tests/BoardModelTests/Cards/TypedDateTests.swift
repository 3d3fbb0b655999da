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
    ("tomorrow 9:05", "2026-11-26T09:05"), ("2026-11-27 9:00", "2026-11-27T09:00"),
    ("31.12.2026", "2026-12-31"), ("1.2.2027 9:00", "2027-02-01T09:00"),
    ("31.02.2026", nil), ("31.12.26", nil), ("1.2.2026.", nil), ("12/31/2026", nil),
    ("+1.2.2026", nil), ("tomorrow :30", nil), ("tomorrow 9:5", nil), ("tomorrow 123:00", nil),
    ("", nil), ("soon", nil), ("todays", nil), ("tomorrow 25:00", nil), ("tomorrow x", nil),
    ("2026-11-27T14:30 15:00", nil), ("2026-02-30", nil), ("fri", nil),
  ])
  func `a date is read as a person types it`(words: String, date: String?) throws {
    let now = try #require(Self.now)
    #expect(DueDate(typed: words, at: now)?.description == date)
  }
}
