internal import CICal
internal import Translations

/// libical works out each change of a time zone that a calendar describes, up to the year 2038, before it tells a time
/// there. A rule may state one for each second.
extension CalendarComponent {
  /// The most changes that all time zones of a calendar may have.
  static let mostChanges = 200_000
  private static let lastYear = 2038

  /// Checks that the time zones of a calendar, and of what is in it, have few changes.
  ///
  /// - Throws: `malformed` with the rule that has too many.
  func checkTimeZones() throws(BoardError) {
    var left = Self.mostChanges
    try checkTimeZones(&left)
  }

  private func checkTimeZones(_ left: inout Int) throws(BoardError) {
    for component in components {
      if kind == ICAL_VTIMEZONE_COMPONENT { try component.checkRules(of: self, &left) }
      try component.checkTimeZones(&left)
    }
  }

  /// Checks the rules of a part of a zone: standard or daylight-saving time.
  private func checkRules(of zone: CalendarComponent, _ left: inout Int) throws(BoardError) {
    let start = value(ICAL_DTSTART_PROPERTY).flatMap { Int($0.prefix(4)) } ?? 0
    let years = max(Self.lastYear - start, 1)
    for property in properties where property.kind == ICAL_RRULE_PROPERTY {
      let changes = Self.changes(ofRule: property.value)
      left -= min(changes ?? .max, left) * years
      guard changes != nil, left >= 0 else {
        throw .malformed(
          type: BoardImport.calendarType,
          reason: translated(
            "its time zone “{zone}” changes too often: {rule}",
            [
              "zone": String(zone.value(ICAL_TZID_PROPERTY)?.prefix(80) ?? ""),
              "rule": String(property.value.prefix(200)),
            ]))
      }
    }
  }

  /// How many changes a year a rule has at most (RFC 5545, section 3.3.10); nil for one that no time zone needs: they
  /// change on a day of a month, or on a day of the week in it.
  private static func changes(ofRule rule: String) -> Int? {
    var counts: [Substring: Int] = [:]
    for part in rule.split(separator: ";") {
      let words = part.split(separator: "=", maxSplits: 1)
      guard words.count == 2 else { return nil }
      switch words[0] {
      case "FREQ": guard words[1] == "YEARLY" else { return nil }
      case "BYMONTH", "BYMONTHDAY", "BYDAY":
        counts[words[0]] = words[1].split(separator: ",").count
      case "INTERVAL", "COUNT", "UNTIL", "WKST": break
      default: return nil
      }
    }
    guard !counts.isEmpty else { return 1 }
    let days = counts["BYDAY"].map { 5 * $0 } ?? counts["BYMONTHDAY", default: 1]
    return counts["BYMONTH", default: 12] * days
  }
}
