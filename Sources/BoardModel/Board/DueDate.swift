internal import Foundation

/// When a card is due: a day, or a minute of a day, on the clocks of the place where the person is.
///
/// It is written as ISO 8601 has it, `2026-11-25` or `2026-11-25T14:30`, and orders as it is written: a day comes
/// before its minutes.
package struct DueDate: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// 1 … 9999.
  package let year: Int
  package let month: Int
  package let day: Int
  /// The minute of the day, from 0; nil for the whole day.
  package let minute: Int?

  /// - Returns: nil for a day that no calendar has, such as 30 February.
  package init?(year: Int, month: Int, day: Int, minute: Int? = nil) {
    guard (1...9999).contains(year), (1...12).contains(month),
      (1...Self.days(of: month, in: year)).contains(day),
      minute.map({ (0..<24 * 60).contains($0) }) ?? true
    else { return nil }
    (self.year, self.month, self.day, self.minute) = (year, month, day, minute)
  }

  /// Reads `2026-11-25`, `2026-11-25T14:30` and `2026-11-25 14:30`, with or without seconds.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    func number(_ range: Range<Int>) -> Int? {
      guard range.upperBound <= bytes.count else { return nil }
      return bytes[range].reduce(0 as Int?) { value, byte in
        guard let value, (48...57).contains(byte) else { return nil }
        return value * 10 + Int(byte - 48)
      }
    }
    func has(_ character: UInt8, at index: Int) -> Bool { bytes[index] == character }
    guard [10, 16, 19].contains(bytes.count), has(UInt8(ascii: "-"), at: 4),
      has(UInt8(ascii: "-"), at: 7),
      let year = number(0..<4), let month = number(5..<7), let day = number(8..<10)
    else { return nil }
    guard bytes.count > 10 else {
      self.init(year: year, month: month, day: day)
      return
    }
    guard has(UInt8(ascii: "T"), at: 10) || has(UInt8(ascii: " "), at: 10),
      has(UInt8(ascii: ":"), at: 13),
      let hours = number(11..<13), let minutes = number(14..<16), hours < 24, minutes < 60,
      bytes.count == 16
        || has(UInt8(ascii: ":"), at: 16) && number(17..<19).map({ $0 < 61 }) ?? false
    else { return nil }
    self.init(year: year, month: month, day: day, minute: hours * 60 + minutes)
  }

  /// The minute of a moment, in a time zone.
  init(_ moment: Date, in zone: TimeZone = .current) {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute], from: moment)
    (year, month, day) = (parts.year ?? 1, parts.month ?? 1, parts.day ?? 1)
    minute = (parts.hour ?? 0) * 60 + (parts.minute ?? 0)
  }

  /// The same moment on the clocks of another time zone.
  func converted(from source: TimeZone, to zone: TimeZone) -> DueDate? {
    guard let minute else { return self }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = source
    let parts = DateComponents(
      year: year, month: month, day: day, hour: minute / 60, minute: minute % 60)
    return calendar.date(from: parts).map { DueDate($0, in: zone) }
  }

  /// The day without its minute.
  package var wholeDay: DueDate { DueDate(year: year, month: month, day: day) ?? self }

  /// Whether the day, or the minute, is over.
  package func isOverdue(at now: DueDate = .now) -> Bool {
    minute == nil ? self < now.wholeDay : self < now
  }

  package func isToday(at now: DueDate = .now) -> Bool { wholeDay == now.wholeDay }

  /// As ISO 8601 has it.
  package var description: String {
    let date = "\(Self.digits(year, 4))-\(Self.digits(month, 2))-\(Self.digits(day, 2))"
    guard let minute else { return date }
    return "\(date)T\(Self.digits(minute / 60, 2)):\(Self.digits(minute % 60, 2))"
  }

  package static func < (one: DueDate, other: DueDate) -> Bool {
    (one.year, one.month, one.day, one.minute ?? -1)
      < (other.year, other.month, other.day, other.minute ?? -1)
  }

  private static func digits(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(count - text.count, 0)) + text
  }

  private static func days(of month: Int, in year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
