import Foundation
import Harness
import Testing

@testable import BoardModel

/// Small calendars that would take libical for ever.
@Suite struct CalendarBombTests {
  private func error(in lines: String...) -> BoardError? {
    BoardModelTests.error {
      _ = try BoardImport(
        calendar: Array(lines.joined(separator: "\r\n").utf8), title: "file",
        zone: try #require(TimeZone(identifier: "Europe/Berlin")))
    }
  }

  private static func zone(_ rules: String..., start: String = "19700101T000000") -> String {
    (["BEGIN:VTIMEZONE", "TZID:Z"]
      + rules.flatMap {
        [
          "BEGIN:STANDARD", "DTSTART:\(start)", "TZOFFSETFROM:+0100", "TZOFFSETTO:+0200",
          "RRULE:\($0)", "END:STANDARD",
        ]
      } + ["END:VTIMEZONE"]).joined(separator: "\r\n")
  }

  private static let task = "BEGIN:VTODO\r\nSUMMARY:a\r\nDUE;TZID=Z:20300101T000000\r\nEND:VTODO"

  /// Regression: 269 bytes never ended, and took more and more memory.
  @Test(arguments: [
    "FREQ=SECONDLY", "FREQ=MINUTELY", "FREQ=HOURLY", "FREQ=DAILY", "FREQ=MONTHLY",
    "freq=secondly;count=9", "FREQ=YEARLY;BYSECOND=0,1,2;BYHOUR=0", "FREQ=YEARLY;BYYEARDAY=1",
    "FREQ=YEARLY;BYDAY=" + String(repeating: "MO,", count: 200) + "MO",
  ])
  func `a time zone that changes all the time is refused`(_ rule: String) {
    let failure = error(
      in: "BEGIN:VCALENDAR", Self.zone(rule), Self.task, "END:VCALENDAR")
    guard case .malformed(_, let reason)? = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(reason.contains("“Z” changes too often"), "\(reason)")
  }

  @Test func `it is refused wherever it stands`() {
    let zone = Self.zone("FREQ=SECONDLY")
    #expect(error(in: zone, Self.task) != nil)
    #expect(error(in: "BEGIN:VCALENDAR", "BEGIN:VTODO", zone, "END:VTODO", "END:VCALENDAR") != nil)
  }

  @Test func `many zones are refused together`() {
    let zones = (0..<300).map { _ in
      Self.zone("FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU", start: "00010101T000000")
    }
    #expect(
      error(in: "BEGIN:VCALENDAR", zones.joined(separator: "\r\n"), Self.task, "END:VCALENDAR")
        != nil)
  }

  @Test(arguments: [
    "FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU", "FREQ=YEARLY",
    "FREQ=YEARLY;UNTIL=19991031T010000Z;BYMONTH=3",
    "FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=1,2,3,4,5,6,7;BYDAY=SU",
    "FREQ=YEARLY;INTERVAL=1;BYDAY=1SU;BYMONTH=11",
  ])
  func `the rules of real time zones are followed`(_ rule: String) {
    #expect(
      error(
        in: "BEGIN:VCALENDAR", Self.zone(rule, start: "16010101T000000"), Self.task, "END:VCALENDAR"
      )
        == nil)
  }

  @Test func `components that are too deep are refused`() {
    let depth = 100_000
    let begin = Array(repeating: "BEGIN:VTODO", count: depth).joined(separator: "\r\n")
    let end = Array(repeating: "END:VTODO", count: depth).joined(separator: "\r\n")
    #expect(error(in: begin, end) != nil)
    // What Swift takes for the end of a line, and libical does not.
    let hidden = Array(repeating: "BEGIN:VTODO\r\nX-A:\u{2028}END:VTODO", count: depth)
    #expect(error(in: hidden.joined(separator: "\r\n")) != nil)
  }

  @Test func `a line that goes on for ever is read in time`() {
    let folded = "SUMMARY:a" + String(repeating: "\r\n b", count: 400_000)
    #expect(error(in: "BEGIN:VTODO", folded, "END:VTODO") == nil)
  }
}
