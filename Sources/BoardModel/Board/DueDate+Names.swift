internal import Translations

extension DueDate {
  /// The days that have a name, in English and in the person's language: today, tomorrow, and the next one of each day
  /// of the week, which is never today.
  package static func named(at now: DueDate = .now) -> [(name: String, day: DueDate)] {
    var found = [
      ("today", now.wholeDay), (translated("today"), now.wholeDay), ("tomorrow", now.tomorrow),
      (translated("tomorrow"), now.tomorrow),
    ]
    var day = now
    let weekdays = weekdays
    for _ in weekdays {
      day = day.tomorrow
      let name = weekdays[day.weekday]
      found += [(name.english, day), (name.own, day)]
    }
    return found
  }

  /// The days of a week from Monday on, in English and in the person's language.
  static var weekdays: [(english: String, own: String)] {
    [
      ("Monday", translated("Monday")), ("Tuesday", translated("Tuesday")),
      ("Wednesday", translated("Wednesday")), ("Thursday", translated("Thursday")),
      ("Friday", translated("Friday")), ("Saturday", translated("Saturday")),
      ("Sunday", translated("Sunday")),
    ]
  }

  /// A day as a person types it in one word: as ISO 8601 has it, as 25.11.2026, or by its name in any case of letters;
  /// nil for other words.
  init?(word: some StringProtocol, at now: DueDate = .now) {
    let word = String(word)
    if let date = DueDate(word) ?? DueDate(dotted: word) {
      self = date
    } else if let named = Self.named(at: now).first(where: {
      $0.name.lowercased() == word.lowercased()
    }) {
      self = named.day
    } else {
      return nil
    }
  }

  /// Reads `25.11.2026` and `1.2.2026`. Every country that writes dots has the day first, whereas `1/2/2026` is read in
  /// two ways.
  private init?(dotted word: String) {
    let parts = word.split(separator: ".", omittingEmptySubsequences: false)
    let areDigits = parts.allSatisfy { $0.utf8.allSatisfy { (48...57).contains($0) } }
    guard parts.count == 3, areDigits, parts[0].count <= 2, parts[1].count <= 2,
      parts[2].count == 4, let day = Int(parts[0]), let month = Int(parts[1]),
      let year = Int(parts[2])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  package var tomorrow: DueDate {
    DueDate(year: year, month: month, day: day + 1)
      ?? DueDate(year: year, month: month + 1, day: 1)
      ?? DueDate(year: year + 1, month: 1, day: 1) ?? self
  }

  /// The day so many days later.
  func adding(days count: Int) -> DueDate {
    (0..<count).reduce(wholeDay) { day, _ in day.tomorrow }
  }

  /// The same day so many months later, or the last one of a shorter month.
  func adding(months count: Int) -> DueDate {
    let months = month - 1 + count
    let (year, month) = (year + months / 12, months % 12 + 1)
    return (0...3).lazy.compactMap { DueDate(year: year, month: month, day: day - $0) }.first
      ?? wholeDay
  }

  var firstOfMonth: DueDate { DueDate(year: year, month: month, day: 1) ?? self }

  /// The day of the week, 0 for Monday … 6 (Zeller's congruence).
  var weekday: Int {
    let (month, year) = month < 3 ? (month + 12, year - 1) : (month, year)
    return (day + 13 * (month + 1) / 5 + year + year / 4 - year / 100 + year / 400 + 5) % 7
  }
}
