import Harness
import Testing

/// The programs of the whole scenario.
@Suite struct NumbersTests {
  static func source(_ party: Party, _ stores: NumbersStores) throws -> [String] {
    let program = try #require(party.numbers).source
    return try PagePrograms.command(party.page, program) + [stores.source]
  }

  static func destination(_ party: Party, _ stores: NumbersStores) throws -> [String] {
    let program = try #require(party.numbers).destination
    return try PagePrograms.command(party.page, program) + [stores.destination]
  }

  /// Each language with itself, and each with the next language, on the other bus; `make test` runs only the latter.
  private static let pairs = Extent.part(
    of: zip(Party.complete, Party.complete).map { ($0, $1, PrivateBus.Kind.dbusDaemon) }
      + zip(Party.complete, Party.complete.dropFirst() + Party.complete.prefix(1))
      .map { ($0, $1, PrivateBus.Kind.dbusBroker) }
  ) { $0.0 != $0.1 }

  @Test(arguments: pairs)
  func theScenarioComesToItsEnd(_ one: Party, _ other: Party, _ kind: PrivateBus.Kind) throws {
    try PageSession.run(kind) { session in
      let stores = try NumbersStores(session.fixture)
      let source = try session.startSource(Self.source(one, stores))
      #expect(try stores.items().count == 1)
      try expectSmallRepresentations(session)

      let result = try session.run(Self.destination(other, stores))
      #expect(result.exit == .success, "\(result.error)")
      let lines = result.output.split(separator: "\n").map(String.init)
      #expect(
        lines.prefix(3) == [
          "numbers.bin as application/x-numbers of 100000000 bytes",
          "numbers.bin as text/csv of unknown bytes",
          "numbers.bin as text/plain;charset=utf-8 of 26 bytes",
        ])
      try expectProgressAndEnds(lines)
      try source.waitForOutput("Deleted")
      expectWhatTheSourceSaw(source.standardOutput)
      try stores.expectNumbers("copy.numbers")
      try stores.expectMoved()

      // Nothing can be moved twice.
      let again = try session.run(Self.destination(other, stores))
      #expect(again.exit == .exited(1))
      #expect(again.error.contains("nothing is on offer"))
      try stores.expectMoved(checkingContent: false)
    }
  }

  private func expectSmallRepresentations(_ session: PageSession) throws {
    let table = try session.dragctl("accept", "--type", "text/csv")
    let rows = (0..<1000).map { "\($0),\($0 * $0)\n" }.joined()
    #expect(table.output == "number,square\n" + rows)
    let words = try session.dragctl("accept", "--type", "text/plain")
    #expect(words.output == "A hundred million numbers\n")
  }

  private func expectProgressAndEnds(_ lines: [String]) throws {
    func amount(_ line: String) -> Int? {
      line.firstMatch(of: /^(?:Received|Cancelled after|Complete:) (\d+)/).flatMap { Int($0.1) }
    }
    let cancelled = try #require(lines.firstIndex { $0.hasPrefix("Cancelled after") })
    let complete = try #require(lines.firstIndex { $0.hasPrefix("Complete:") })
    let half = lines[..<cancelled].compactMap(amount)
    #expect(half.count >= 4 && zip(half, half.dropFirst()).allSatisfy(<))
    let given = try #require(amount(lines[cancelled]))
    #expect(given >= 50_000_000 && given < NumbersStores.count)
    let whole = lines[(cancelled + 1)..<complete].compactMap(amount)
    #expect(!whole.isEmpty && zip(whole, whole.dropFirst()).allSatisfy(<=))
    #expect(whole.last == NumbersStores.count)
    #expect(amount(lines[complete]) == NumbersStores.count)
    #expect(lines.filter { $0.hasPrefix("Stored as pending:") }.count == 1)
    #expect(lines.filter { $0.hasPrefix("Moved:") }.count == 1)
  }

  private func expectWhatTheSourceSaw(_ output: String) {
    #expect(output.matches(of: /\nThe reader closed application\/x-numbers/).count == 1)
    #expect(output.matches(of: /\nWrote 100000000 bytes of application\/x-numbers/).count == 2)
    #expect(output.matches(of: /\nEnded: none \d+ bytes \S/).count == 1, "\(output)")
    #expect(output.matches(of: /\nEnded: move 100000000 bytes/).count == 1)
  }
}
