import Foundation
import Harness
import Testing

/// The table of limits in man dragd is correct: it names every limit of `Broker1.Limits` with its value, and each limit
/// answers as the table says.
@Suite struct LimitTests {
  @Test func `the manual has a row for every limit, with its value, and for nothing else`() throws {
    let rows = try LimitRow.all()
    try Service.run(.dbusDaemon) { service in
      let limits = try service.observer.property("Limits", of: Names.root, Names.broker).object
      #expect(Set(rows.map(\.name)) == Set(limits.keys))
      #expect(rows.count == limits.count, "a limit has two rows")
      for row in rows {
        #expect(limits[row.name]?.number == row.value, "\(row.name)")
      }
    }
  }

  @Test func `every limit of the manual is provoked here, or by an attack of its own`() throws {
    let provoked = Provocation.all.map(\.limit) + Provocation.elsewhere.keys
    #expect(try LimitRow.all().map(\.name).sorted() == provoked.sorted())
    for (limit, test) in Provocation.elsewhere {
      let path = "\(Built.packageRoot)/Tests/\(test)"
      #expect(FileManager.default.fileExists(atPath: path), "\(limit)")
    }
  }

  @Test(arguments: Provocation.all)
  func `who exceeds a limit gets what the manual says`(_ provocation: Provocation) throws {
    let rows = try LimitRow.all()
    let row = try #require(rows.first { $0.name == provocation.limit })
    let setting = provocation.value.map { ["--limit", "\(provocation.limit)=\($0)"] } ?? []
    try Service.run(.dbusDaemon, setting, isQuiet: true) { service in
      let failure = try expectFailure(row.answer) { try provocation.perform(service) }
      if row.answer == "QuotaExceeded" {
        #expect(
          failure?.message.contains(provocation.limit) == true, "\(String(describing: failure))")
      }
      #expect(try service.responseTime() < .seconds(5))
    }
  }
}

/// A row of the table in the manual's section LIMITS.
struct LimitRow {
  let name: String
  let value: UInt64
  /// The error that the last sentence names.
  let answer: String

  static func all() throws -> [LimitRow] {
    let page = try String(
      contentsOfFile: "\(Built.packageRoot)/Sources/dragd/Manual/dragd.8", encoding: .utf8)
    let start = try #require(page.range(of: "\n.SH LIMITS\n"))
    let table = page[start.upperBound...]
    let end = try #require(table.range(of: "\n.TE\n"))
    let rows = table[..<end.lowerBound].matches(
      of: /T\{\n\.I ([a-z_]+)\n\.br\n([0-9,]+) \([^)\n]+\)\nT\};T\{\n(?s:.+?)\n([A-Za-z]+)\.\nT\}/)
    return try rows.map { row in
      LimitRow(
        name: String(row.1), value: try #require(UInt64(row.2.replacing(",", with: ""))),
        answer: row.3 == "InvalidArgs" ? Names.invalidArguments : String(row.3))
    }
  }
}
