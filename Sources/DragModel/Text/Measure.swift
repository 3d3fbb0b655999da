/// Amounts for people.
package enum Measure {
  /// `0 B`, `999 B`, `1.5 KiB`, `12.3 MiB`, `123 GiB`.
  package static func bytes(_ count: UInt64) -> String {
    guard count >= 1024 else { return "\(count) B" }
    var unit = 0
    var tenths = tenths(of: count, shift: 10)
    // 1023.95 would become 1024.0, so the next unit starts a little early.
    while tenths >= 10_240, unit + 1 < units.count {
      unit += 1
      tenths = Self.tenths(of: count, shift: UInt64(unit + 1) * 10)
    }
    let whole = tenths / 10
    return whole >= 100
      ? "\((tenths + 5) / 10) \(units[unit])" : "\(whole).\(tenths % 10) \(units[unit])"
  }

  private static let units = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"]

  private static func tenths(of count: UInt64, shift: UInt64) -> UInt64 {
    // Ten times a count may exceed 64 bits.
    let product = count.multipliedFullWidth(by: 10)
    let half = UInt64(1) << (shift - 1)
    let (low, carry) = product.low.addingReportingOverflow(half)
    let high = product.high + (carry ? 1 : 0)
    return high << (64 - shift) | low >> shift
  }

  /// A clock that counts: `0:03`, `12:07`, `1:02:03`.
  package static func clock(seconds: UInt64) -> String {
    let rest = twoDigits(seconds % 60)
    guard seconds >= 3600 else { return "\(seconds / 60):\(rest)" }
    return "\(seconds / 3600):\(twoDigits(seconds / 60 % 60)):\(rest)"
  }

  /// An age in its largest unit: `3 s`, `5 min`, `2 h`, `4 d`.
  package static func age(seconds: UInt64) -> String {
    switch seconds {
    case ..<60: "\(seconds) s"
    case ..<3600: "\(seconds / 60) min"
    case ..<86_400: "\(seconds / 3600) h"
    default: "\(seconds / 86_400) d"
    }
  }

  /// RFC 3339 in UTC, to the microsecond: `2026-01-02T03:04:05.000006Z`.
  package static func date(microseconds: UInt64) -> String {
    let seconds = microseconds / 1_000_000
    let (year, month, day) = civil(days: seconds / 86_400)
    let time = seconds % 86_400
    let fraction = String(microseconds % 1_000_000)
    return "\(year)-\(twoDigits(month))-\(twoDigits(day))T\(twoDigits(time / 3600)):"
      + "\(twoDigits(time / 60 % 60)):\(twoDigits(time % 60))."
      + String(repeating: "0", count: 6 - fraction.utf8.count) + fraction + "Z"
  }

  /// The day of the proleptic Gregorian calendar, from days since 1970-01-01 (Howard Hinnant,
  /// “chrono-Compatible Low-Level Date Algorithms”, civil_from_days).
  private static func civil(days: UInt64) -> (year: UInt64, month: UInt64, day: UInt64) {
    let shifted = days + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted % 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }

  private static func twoDigits(_ number: UInt64) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}
