internal import BoardModel
internal import GtkKit
internal import Translations

/// The words for a due date.
enum DueText {
  /// What a card shows: “today 14:30”, “Overdue, Tue 24 Nov”.
  static func text(of due: DueDate, isDone: Bool, at now: DueDate = .now) -> String {
    let words = [day(of: due, at: now), minute(of: due)].compactMap { $0 }.joined(separator: " ")
    return !isDone && due.isOverdue(at: now)
      ? translated("Overdue, {day}", ["day": words]) : words
  }

  private static func day(of due: DueDate, at now: DueDate) -> String {
    if due.isToday(at: now) { return translated("today") }
    if due.wholeDay == now.tomorrow { return translated("tomorrow") }
    return Dates.text(
      year: due.year, month: due.month, day: due.day, withYear: due.year != now.year)
  }

  private static func minute(of due: DueDate) -> String? {
    due.minute == nil ? nil : String(due.description.suffix(5))
  }

  /// A date that a person typed, with a time if wanted; nil for nothing.
  ///
  /// - Throws: `invalid` for anything else.
  static func date(typed: String, at now: DueDate = .now) throws(BoardError) -> DueDate? {
    guard !typed.trimmed.isEmpty else { return nil }
    guard let date = DueDate(typed: typed, at: now) else {
      throw .invalid(
        field: translated("due date"),
        reason: translated(
          "“{date}” is not a date such as 24 Dec, 2026-11-25, tomorrow 14:30 or in 3 days",
          [
            "date": typed
          ]))
    }
    return date
  }

  /// A date in the field where one is typed, as people write it if it is read as the same again.
  static func typed(_ due: DueDate?, at now: DueDate = .now) -> String {
    guard let due else { return "" }
    let day = Dates.text(year: due.year, month: due.month, day: due.day, withYear: true)
    let text = [day, minute(of: due)].compactMap(\.self).joined(separator: " ")
    return DueDate(typed: text, at: now) == due
      ? text : due.description.split(separator: "T").joined(separator: " ")
  }
}
