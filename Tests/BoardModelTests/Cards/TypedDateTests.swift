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
    ("next week", "2026-11-30"), ("Next Month 9:00", "2026-12-01T09:00"),
    ("in 3 days", "2026-11-28"), ("in  1 day 14:30", "2026-11-26T14:30"),
    ("in 6 days", "2026-12-01"), ("in 2 weeks", "2026-12-09"), ("in 1 month", "2026-12-25"),
    ("in 15 months", "2028-02-25"), ("in 0 days", "2026-11-25"),
    ("next friday", "2026-12-04"), ("NEXT Monday 9:00", "2026-11-30T09:00"),
    ("next sunday", "2026-12-06"), ("friday 9am", "2026-11-27T09:00"),
    ("next friday 9 PM", "2026-12-04T21:00"), ("in 2 weeks 9am", "2026-12-09T09:00"),
    ("in 1 month at 9:30pm", "2026-12-25T21:30"), ("next week 12am", "2026-11-30T00:00"),
    ("next month at 12:15 pm", "2026-12-01T12:15"), ("2026-11-27 9am", "2026-11-27T09:00"),
    ("friday at 14:30", "2026-11-27T14:30"), ("friday at 9 o'clock", "2026-11-27T09:00"),
    ("25.12.2026 11:59:30 pm", "2026-12-25T23:59"), ("today 09am", "2026-11-25T09:00"),
    ("friday 13pm", nil), ("friday 0am", nil), ("friday am", nil), ("friday 9:5am", nil),
    ("friday 9", nil), ("friday at 9", nil), ("friday at", nil), ("9am", nil), ("at 9am", nil),
    ("next today", nil), ("next", nil), ("friday 9:61 o'clock", nil), ("next next week", nil),
    ("2026-11-27T14:30 9am", nil), ("friday 9am 9am", nil), ("friday 24 o'clock", nil),
    ("in -1 days", nil), ("in days", nil), ("in 3", nil), ("in 3 years", nil),
    ("in 99999 days", nil), ("in 3 days 25:00", nil), ("next week 9", nil),
    ("31.02.2026", nil), ("31.12.26", "2026-12-31"), ("1.2.2026.", nil), ("5.12.", "2026-12-05"),
    ("5.12", "2026-12-05"), ("25.11.", "2026-11-25"), ("24.11. 9:00", "2027-11-24T09:00"),
    ("29.2.", "2028-02-29"), ("5.", nil), ("5.13.", nil), ("30.2.", nil), ("1.2.3", nil),
    ("24 Dec", "2026-12-24"), ("dec 24", "2026-12-24"), ("24. december 2027", "2027-12-24"),
    ("Dec 24th, 2027 9am", "2027-12-24T09:00"), ("Thu, 24 Dec 2026", "2026-12-24"),
    ("1st sept", "2027-09-01"), ("24 Ju", nil), ("24 De", nil), ("32 Dec", nil), ("Dec", nil),
    ("24 Dec 26", nil), ("24 Decx", nil), ("next fri", "2026-12-04"), ("we", "2026-12-02"),
    ("on friday", "2026-11-27"), ("by 24 Dec 9am", "2026-12-24T09:00"),
    ("on next fri", "2026-12-04"),
    ("day after tomorrow", "2026-11-27"), ("the day after tomorrow 9:00", "2026-11-27T09:00"),
    ("on", nil), ("on by friday", nil),
    ("t", nil), ("next t", nil), ("12/31/2026", nil),
    ("+1.2.2026", nil), ("tomorrow :30", nil), ("tomorrow 9:5", nil), ("tomorrow 123:00", nil),
    ("", nil), ("soon", nil), ("todays", nil), ("tomorrow 25:00", nil), ("tomorrow x", nil),
    ("2026-11-27T14:30 15:00", nil), ("2026-02-30", nil), ("fri", "2026-11-27"),
  ])
  func `a date is read as a person types it`(words: String, date: String?) throws {
    let now = try #require(Self.now)
    #expect(DueDate(typed: words, at: now)?.description == date)
  }

  @Test func `a month later is the last day of a shorter one`() throws {
    let day = try #require(DueDate(year: 2027, month: 1, day: 31))
    #expect(day.adding(months: 1).description == "2027-02-28")
    #expect(day.adding(months: 13).description == "2028-02-29")
    #expect(day.adding(months: 3).description == "2027-04-30")
  }

  @Test(arguments: [
    ("A #x due:monday @@{9:00}", "A", "2026-11-30T09:00"),
    ("A #x due:monday @@{25:00}", "A @@{25:00}", "2026-11-30"),
    ("A #x @@{14:30}", "A @@{14:30}", nil),
  ])
  func `a time without a date spoils nothing before it`(
    line: String, title: String, due: String?
  ) throws {
    let card = NewCard(typed: line, at: try #require(Self.now))
    #expect(card.title == title)
    #expect(card.details.due?.description == due)
    #expect(card.details.labels.map(\.name) == ["x"])
  }

  @Test(arguments: [
    ("A due:tomorow", "due:tomorow"), ("Due:soon A", "Due:soon"), ("A due:today", nil),
    ("A due:", nil), ("A \\due:soon", nil), ("A @@{14:30}", "@@{14:30}"), ("A residue:soon", nil),
    ("A", nil),
  ])
  func `a word that looks like a date is found in a title`(title: String, word: String?) throws {
    let now = try #require(Self.now)
    #expect(NewCard.unknownDate(inTitle: title, at: now) == word)
  }
}
