internal import Translations

extension DueDate {
  /// Reads a date that a person typed: as ISO 8601 has it, as 25.11.2026, or “today”, “tomorrow” or a day of the week,
  /// with a time if wanted, as 14:30 or 9:00.
  ///
  /// - Parameter now: decides which day “tomorrow” is.
  /// - Returns: nil for anything else.
  package init?(typed text: String, at now: DueDate = .now) {
    let words = text.split(maxSplits: 1, whereSeparator: \.isWhitespace)
    guard let first = words.first, let day = DueDate(word: first, at: now) else { return nil }
    guard words.count > 1 else {
      self = day
      return
    }
    let typedTime = String(words[1]).trimmed
    let time = typedTime.dropFirst().first == ":" ? "0\(typedTime)" : typedTime
    guard day.minute == nil, let date = DueDate("\(day) \(time)") else { return nil }
    self = date
  }
}
