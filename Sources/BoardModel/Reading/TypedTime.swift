internal import Translations

/// A time of day as a person types it behind a day: 14:30, 9:00, 9am, 9:30 pm, “9 o'clock”, or one of these behind
/// “at”.
enum TypedTime {
  /// “at 9 o'clock” has the most.
  static let mostWords = 3

  /// The minute of the day that the words say; nil for other words.
  static func minute(_ words: ArraySlice<Substring>) -> Int? {
    var text = words.joined(separator: " ").lowercased()
    let marks = ["at ", translated("at {time}", ["time": ""]).lowercased()]
    if let mark = marks.first(where: text.hasPrefix) { text.removeFirst(mark.count) }
    for (ending, half) in [("am", 0), ("pm", 1)] where text.hasSuffix(ending) {
      return halfDay(String(text.dropLast(ending.count)).trimmed, half)
    }
    let hours = translated("{time} o'clock", ["time": ""]).lowercased()
    for ending in [" o'clock", " o’clock", hours] where text.hasSuffix(ending) {
      return clock(String(text.dropLast(ending.count)).trimmed, needsMinutes: false)
    }
    return clock(text, needsMinutes: true)
  }

  /// A time with “am” (0) or “pm” (1): 12 is the first hour of either.
  private static func halfDay(_ text: String, _ half: Int) -> Int? {
    guard let minute = clock(text, needsMinutes: false), (60..<13 * 60).contains(minute) else {
      return nil
    }
    return minute % (12 * 60) + half * 12 * 60
  }

  /// A time as clocks of 24 hours show it; seconds are left out.
  private static func clock(_ text: String, needsMinutes: Bool) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (needsMinutes ? 2 : 1)...3 ~= parts.count, let hour = number(parts[0], digits: 1...2),
      hour < 24
    else { return nil }
    let rest = parts.dropFirst().map { number($0, digits: 2...2) }
    guard let minute = rest.first ?? 0, minute < 60,
      rest.allSatisfy({ $0.map { $0 < 61 } ?? false })
    else { return nil }
    return hour * 60 + minute
  }

  private static func number(_ text: Substring, digits: ClosedRange<Int>) -> Int? {
    guard digits.contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }) else {
      return nil
    }
    return Int(text)
  }
}
