internal import Foundation
internal import Translations

extension DueDate {
  /// The days that have a name, in English and in the person's language: today, tomorrow, the day after that, and the
  /// next one of each day of the week, which is never today.
  package static func named(at now: DueDate = .now) -> [(name: String, day: DueDate)] {
    var found = [
      ("today", now.wholeDay), (translated("today"), now.wholeDay), ("tomorrow", now.tomorrow),
      (translated("tomorrow"), now.tomorrow), ("day after tomorrow", now.tomorrow.tomorrow),
      ("the day after tomorrow", now.tomorrow.tomorrow),
      (translated("day after tomorrow"), now.tomorrow.tomorrow),
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

  /// A day as a person types it in one word: as ISO 8601 has it, as 25.11.2026, 25.11.26 or 25.11., or by its name in
  /// any case of letters, of which the first letters are enough for a day of the week; nil for other words.
  init?(word: some StringProtocol, at now: DueDate = .now) {
    let word = String(word)
    if let date = DueDate(word) ?? DueDate(dotted: word, at: now) {
      self = date
    } else if let named = Self.named(at: now).first(where: {
      $0.name.lowercased() == word.lowercased()
    }) {
      self = named.day
    } else if let number = Self.weekday(named: word) {
      self = now.tomorrow.adding(days: (number + 7 - now.tomorrow.weekday) % 7)
    } else {
      return nil
    }
  }

  /// The day of the week, 0 for Monday … 6, by its name or at least the first two letters of that; nil for letters that
  /// begin the names of several.
  static func weekday(named word: some StringProtocol) -> Int? {
    number(named: word, among: weekdays.map { [$0.english, $0.own] }, letters: 2)
  }

  /// The month, 1 … 12, by its name or at least the first three letters of that.
  static func month(named word: some StringProtocol) -> Int? {
    number(named: word, among: months, letters: 3).map { $0 + 1 }
  }

  private static func number(
    named word: some StringProtocol, among names: [[String]], letters: Int
  ) -> Int? {
    let word = word.lowercased()
    func find(_ isNamed: (String) -> Bool) -> Int? {
      let found = names.indices.filter { index in names[index].contains { isNamed($0.lowercased()) }
      }
      return found.count == 1 ? found[0] : nil
    }
    return find { $0 == word } ?? (word.count < letters ? nil : find { $0.hasPrefix(word) })
  }

  /// The names of the months, in English, in the person's language, and as the system shows dates.
  private static var months: [[String]] {
    let named = [
      ("January", translated("January")), ("February", translated("February")),
      ("March", translated("March")), ("April", translated("April")), ("May", translated("May")),
      ("June", translated("June")), ("July", translated("July")), ("August", translated("August")),
      ("September", translated("September")), ("October", translated("October")),
      ("November", translated("November")), ("December", translated("December")),
    ]
    return named.enumerated().map { index, names in
      [names.0, names.1] + ["%B", "%b"].map { shown(month: index, as: $0) }
    }
  }

  private static func shown(month: Int, as format: String) -> String {
    var (parts, name) = (tm(), [CChar](repeating: 0, count: 100))
    (parts.tm_mon, parts.tm_mday) = (Int32(month), 1)
    let count = strftime(&name, name.count, format, &parts)
    let text = String(decoding: name.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return text.hasSuffix(".") ? String(text.dropLast()) : text
  }

  /// Reads `25.11.2026`, `1.2.26`, `1.2.` and `1.2`, which is the next such day. Every country that writes dots has the
  /// day first, whereas `1/2/2026` is read in two ways.
  private init?(dotted word: String, at now: DueDate) {
    var parts = word.split(separator: ".", omittingEmptySubsequences: false)
    if parts.count == 3, parts[2].isEmpty { parts.removeLast() }
    let areDigits = parts.allSatisfy {
      !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) }
    }
    guard (2...3).contains(parts.count), areDigits, parts[0].count <= 2, parts[1].count <= 2,
      let day = Int(parts[0]), let month = Int(parts[1])
    else { return nil }
    guard parts.count == 3 else {
      self.init(next: day, of: month, at: now)
      return
    }
    guard [2, 4].contains(parts[2].count), let year = Int(parts[2]) else { return nil }
    self.init(year: parts[2].count == 2 ? 2000 + year : year, month: month, day: day)
  }

  /// The next such day from today on: 29 February may be eight years away.
  init?(next day: Int, of month: Int, at now: DueDate) {
    let days = (0...8).lazy.compactMap { DueDate(year: now.year + $0, month: month, day: day) }
    guard let next = days.first(where: { $0 >= now.wholeDay }) else { return nil }
    self = next
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
