internal import Foundation

/// Dates on the clocks of the place where the person is now. Foundation keeps the time zone in which the program began;
/// tzset(3) looks again.
extension DueDate {
  /// The current minute.
  package static var now: DueDate {
    tzset()
    var (clock, parts) = (timespec(), tm())
    // time(2) may still be in the minute before when a timer has expired.
    clock_gettime(CLOCK_REALTIME, &clock)
    localtime_r(&clock.tv_sec, &parts)
    return DueDate(
      year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday),
      minute: Int(parts.tm_hour) * 60 + Int(parts.tm_min)) ?? DueDate(Date())
  }

  /// The current moment, in seconds since 1970.
  package static var secondsNow: Int { time(nil) }

  /// The minute of a moment in seconds since 1970.
  package init(seconds: Int) { self.init(Date(timeIntervalSince1970: Double(seconds))) }

  /// The moment at which other words than now are true of the date: “today” from midnight on, “overdue” once its minute
  /// is over. In seconds since 1970.
  ///
  /// - Parameter isDone: whether it is never overdue.
  package func nextChange(isDone: Bool, after now: DueDate = .now) -> Int {
    if let minute, !isDone, isToday(at: now), minute >= now.minute ?? 0 {
      return Self.moment(of: self, minute: minute + 1)
    }
    return Self.moment(of: now.tomorrow, minute: 0)
  }

  /// The moment at which its minute begins, or its day. In seconds since 1970.
  package var moment: Int { Self.moment(of: self, minute: minute ?? 0) }

  private static func moment(of day: DueDate, minute: Int) -> Int {
    var parts = tm()
    (parts.tm_year, parts.tm_mon) = (Int32(day.year - 1900), Int32(day.month - 1))
    (parts.tm_mday, parts.tm_min, parts.tm_isdst) = (Int32(day.day), Int32(minute), -1)
    return mktime(&parts)
  }
}
