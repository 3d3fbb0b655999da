import Harness
import Testing

/// The short programs.
@Suite struct SquaresTests {
  static let table = Array(
    (0..<200_000).map { "\($0),\($0 * $0)\n" }.joined().utf8)

  private static func source(_ party: Party) throws -> [String] {
    try PagePrograms.command(party.page, party.squares.source)
  }

  private static func destination(_ party: Party) throws -> [String] {
    try PagePrograms.command(party.page, party.squares.destination)
  }

  @Test(
    arguments: zip(
      Party.allCases,
      (PrivateBus.Kind.allCases + PrivateBus.Kind.allCases + PrivateBus.Kind.allCases)))
  func everyDestinationGetsAllOfASource(_ party: Party, _ kind: PrivateBus.Kind) throws {
    try PageSession.run(kind) { session in
      _ = try session.startSource(Self.source(party))
      // `make test` runs its own language and the next.
      let all = Party.allCases
      let number = try #require(all.firstIndex(of: party))
      let neighbours = [party, all[(number + 1) % all.count]]
      for other in Extent.part(of: all, usual: neighbours.contains) {
        let result = try session.run(Self.destination(other))
        #expect(result.exit == .success, "\(other): \(result.error)")
        #expect(result.outputBytes == Self.table, "\(other)")
        #expect(result.error == "\(Self.table.count) bytes of squares.csv\n", "\(other)")
      }
      let table = try session.dragctl("accept", "--type", "text/csv")
      #expect(table.outputBytes == Self.table)
      guard party != .libdbus else { return }
      let words = try session.dragctl("accept", "--type", "text/plain")
      #expect(words.output == "The first 200,000 squares\n")
    }
  }

  @Test func everyDestinationGetsAllThatDragctlOffers() throws {
    try PageSession.run { session in
      let rows = "awk 'BEGIN { for (n = 0; n < 200000; n++) printf \"%d,%.0f\\n\", n, n * n }'"
      let source = try session.start([
        Built.dragctl, "offer", "--name", "squares.csv", "--exec", "text/csv=\(rows)",
      ])
      _ = try source.firstLine()
      for party in Party.allCases {
        let result = try session.run(Self.destination(party))
        #expect(result.exit == .success, "\(party): \(result.error)")
        #expect(result.outputBytes == Self.table, "\(party)")
      }
    }
  }

  @Test(arguments: Party.allCases)
  func aSourceThatIsKilledHalfWayIsAFailureOfItsDestination(_ party: Party) throws {
    try PageSession.run { session in
      let source = try session.startSource(Self.source(party))
      let output = try SteppedOutput()
      let destination = try session.start(Self.destination(party), stepping: output)
      // The program has received something, and cannot have received everything: the table is larger than all pipes on
      // the way.
      try output.advance(to: "some rows") { !$0.isEmpty }
      source.kill()
      let count = try output.drain().reduce(0) { $0 + $1.utf8.count }
      #expect(count < Self.table.count)
      let result = try destination.wait()
      #expect(result.exit == .exited(1))
      #expect(
        result.error.contains("source") && !result.error.contains("squares.csv"), "\(result.error)")
    }
  }

  @Test(arguments: Party.allCases)
  func whereNothingIsOfferedTheDestinationSaysSo(_ party: Party) throws {
    try PageSession.run { session in
      let result = try session.run(Self.destination(party))
      #expect(result.exit == .exited(1))
      #expect(result.output == "")
      #expect(result.error.contains("nothing is on offer"), "\(result.error)")
    }
  }
}
