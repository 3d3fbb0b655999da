internal import Translations

extension DueDate {
  /// Reads a date that a person typed: as ISO 8601 has it, as 25.11.2026, “24 Dec”, “Dec 24, 2026”, “today”,
  /// “tomorrow”, a day of the week, “next friday”, “next fri”, “next week”, “next month” or “in 3 days”, with a
  /// preposition before it (“on friday”, “by 24 Dec”), and a time behind it as 14:30, 9:00 or 9am if wanted.
  ///
  /// - Parameter now: decides which day “tomorrow” is.
  /// - Returns: nil for anything else.
  package init?(typed text: String, at now: DueDate = .now) {
    var words = text.split(whereSeparator: \.isBlank)
    if words.count > 1, Self.prepositions.contains(words[0].lowercased()) { words.removeFirst() }
    if let day = DueDate(day: words[...], at: now) {
      self = day
      return
    }
    for count in 1...TypedTime.mostWords where count < words.count {
      guard let minute = TypedTime.minute(words.suffix(count)),
        let day = DueDate(day: words.dropLast(count), at: now), day.minute == nil,
        let date = DueDate(year: day.year, month: day.month, day: day.day, minute: minute)
      else { continue }
      self = date
      return
    }
    return nil
  }

  /// What may stand before a day, in English and in the person's language.
  private static var prepositions: Set<String> {
    let own = [
      translated("on {day}", ["day": ""]), translated("by {day}", ["day": ""]),
      translated("this {day}", ["day": ""]), translated("coming {day}", ["day": ""]),
    ]
    return Set(["on", "by", "this", "coming"] + own.map { $0.trimmed.lowercased() })
  }

  private init?(day words: ArraySlice<Substring>, at now: DueDate) {
    let name = words.joined(separator: " ")
    guard
      let day = DueDate(word: name, at: now) ?? DueDate(withMonth: words, at: now)
        ?? DueDate(weekday: name, afterThisWeek: now) ?? DueDate(distance: name, from: now)
    else { return nil }
    self = day
  }

  /// Reads a day and the name of its month in either order, with the year or without, for the next such day: “24 Dec”,
  /// “Dec 24th, 2026”, “24. Dezember 2026”. The day of the week may stand before it.
  private init?(withMonth words: ArraySlice<Substring>, at now: DueDate) {
    var parts = words.map { word in
      word.last.map { ".,".contains($0) } == true ? word.dropLast() : word
    }
    if parts.count > 2, Self.weekday(named: parts[0]) != nil { parts.removeFirst() }
    guard (2...3).contains(parts.count),
      let index = parts[..<2].firstIndex(where: { Self.month(named: $0) != nil }),
      let month = Self.month(named: parts[index]), let day = Self.day(parts[1 - index])
    else { return nil }
    guard parts.count == 3 else {
      self.init(next: day, of: month, at: now)
      return
    }
    guard parts[2].count == 4, let year = Int(parts[2]) else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// The number of a day, also as “1st” or “24th”.
  private static func day(_ word: Substring) -> Int? {
    let ending = ["st", "nd", "rd", "th"].first { word.lowercased().hasSuffix($0) }
    return Int(word.dropLast(ending?.count ?? 0))
  }

  /// Reads “next friday”, which is next week's: “friday” alone may be this week's.
  private init?(weekday text: String, afterThisWeek now: DueDate) {
    let text = text.lowercased()
    let marks = ["next ", translated("next {day}", ["day": ""]).lowercased()]
    for mark in marks where text.hasPrefix(mark) {
      guard let number = Self.weekday(named: text.dropFirst(mark.count)) else { continue }
      self = now.adding(days: 7 - now.weekday + number)
      return
    }
    return nil
  }

  /// Reads “in 3 days”, “in 2 weeks” or “in 1 month”, and “next week” and “next month”, which are their first days, in
  /// English or in the person's language.
  private init?(distance text: String, from now: DueDate) {
    let text = text.lowercased()
    func isTyped(_ names: String...) -> Bool { names.contains { $0.lowercased() == text } }
    if isTyped("next week", translated("next week")) {
      self = now.adding(days: 7 - now.weekday)
    } else if isTyped("next month", translated("next month")) {
      self = now.firstOfMonth.adding(months: 1)
    } else if let count = text.split(separator: " ").lazy.compactMap({ Int($0) }).first,
      (0...Self.farthest).contains(count)
    {
      if isTyped(
        "in \(count) day", "in \(count) days",
        translated(count: count, one: "in {count} day", other: "in {count} days"))
      {
        self = now.adding(days: count)
      } else if isTyped(
        "in \(count) week", "in \(count) weeks",
        translated(count: count, one: "in {count} week", other: "in {count} weeks"))
      {
        self = now.adding(days: 7 * count)
      } else if isTyped(
        "in \(count) month", "in \(count) months",
        translated(count: count, one: "in {count} month", other: "in {count} months"))
      {
        self = now.adding(months: count)
      } else {
        return nil
      }
    } else {
      return nil
    }
  }

  /// The most days, weeks or months.
  private static let farthest = 9_999
}
