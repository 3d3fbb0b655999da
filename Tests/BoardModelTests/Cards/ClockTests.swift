import BoardModel
import Foundation
import Testing

/// When the words for due dates change.
@Suite struct ClockTests {
  private func moment(_ text: String) -> Int {
    var parts = tm()
    guard let date = DueDate(text), let minute = date.minute else { return 0 }
    (parts.tm_year, parts.tm_mon) = (Int32(date.year - 1900), Int32(date.month - 1))
    (parts.tm_mday, parts.tm_hour) = (Int32(date.day), Int32(minute / 60))
    (parts.tm_min, parts.tm_isdst) = (Int32(minute % 60), -1)
    return mktime(&parts)
  }

  @Test(arguments: [
    // A day becomes another one at midnight, whichever it is.
    ("2026-11-25", false, "2026-11-26T00:00"), ("2026-11-30", false, "2026-11-26T00:00"),
    ("2026-11-01", false, "2026-11-26T00:00"),
    // A minute is over with its end.
    ("2026-11-25T14:30", false, "2026-11-25T14:31"),
    ("2026-11-25T23:59", false, "2026-11-26T00:00"),
    ("2026-11-25T12:00", false, "2026-11-25T12:01"),
    // Nothing is overdue that is done, or more so than before.
    ("2026-11-25T14:30", true, "2026-11-26T00:00"),
    ("2026-11-25T11:59", false, "2026-11-26T00:00"),
    ("2026-11-26T09:00", false, "2026-11-26T00:00"),
  ])
  func `a due date changes its words at midnight, or when its minute is over`(
    due: String, isDone: Bool, change: String
  ) throws {
    let now = try #require(DueDate("2026-11-25T12:00"))
    let due = try #require(DueDate(due))
    #expect(due.nextChange(isDone: isDone, after: now) == moment(change))
  }

  @Test func `the current minute is that of the system's clocks`() throws {
    var (seconds, parts) = (time(nil), tm())
    localtime_r(&seconds, &parts)
    let now = DueDate.now
    #expect(abs(moment(now.description) - (seconds - Int(parts.tm_sec))) <= 60)
  }
}
