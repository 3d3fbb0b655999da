import CLinux
import Harness
import Testing

/// One language in `make test`, another for each test.
private func languages(_ place: Int) -> [Party] {
  Extent.part(of: Array(Party.complete.enumerated())) { $0.offset == place }.map(\.element)
}

/// The programs of the whole scenario, killed at critical points.
@Suite struct KillTests {
  @Test(arguments: languages(0))
  func aSourceThatIsKilledHalfWayLeavesNoFile(_ party: Party) throws {
    try PageSession.run { session in
      let stores = try NumbersStores(session.fixture)
      let source = try session.startSource(NumbersTests.source(party, stores))
      let output = try SteppedOutput()
      let destination = try session.start(NumbersTests.destination(party, stores), stepping: output)
      // Kills the program in the middle of the copy, where it prints its progress; DragClient's programs print it from
      // another task.
      if party != .swift {
        try output.advance(to: "Cancelled after")
        _ = try output.next()
      }
      try output.advance(to: "Received")
      source.kill()
      let rest = try output.drain()
      #expect(!rest.contains { $0.hasPrefix("Complete:") || $0.hasPrefix("Received 100000000") })
      let result = try destination.wait()
      #expect(result.exit == .exited(1))
      #expect(result.error.contains("source"), "\(result.error)")
      let run = try session.run(["/bin/ls", "-A", stores.destination])
      #expect(run.output == "")
      #expect(try stores.items().count == 1)
    }
  }

  @Test(arguments: languages(1))
  func aDestinationThatIsKilledBeforeItFinishesDropsWhatItHasAtItsNextStart(_ party: Party) throws {
    try PageSession.run { session in
      let stores = try NumbersStores(session.fixture)
      let source = try session.startSource(NumbersTests.source(party, stores))
      let output = try SteppedOutput()
      let destination = try session.start(NumbersTests.destination(party, stores), stepping: output)
      try output.advance(to: "Complete:")
      try output.advance(to: "Received \(NumbersStores.count)")
      let move = try eventually("something is pending") { try stores.moves("pending").first }
      try eventually("all of it is there") {
        try session.run(["/usr/bin/stat", "-c", "%s", "\(stores.destination)/\(move).pending"])
          .output
          == "\(NumbersStores.count)\n"
      }
      destination.kill()
      #expect(try stores.items().count == 1)

      let result = try session.run(NumbersTests.destination(party, stores))
      #expect(result.exit == .success, "\(result.error)")
      #expect(result.output.contains("Recovered: \(move) aborted\n"))
      #expect(result.output.matches(of: /Moved:/).count == 1)
      #expect(try !stores.moves("numbers").contains(move))
      try source.waitForOutput("Deleted")
      try stores.expectMoved()
    }
  }

  @Test(arguments: languages(2))
  func whenDragdIsKilledBeforeFinishTheItemStaysAndIsOfferedAgain(_ party: Party) throws {
    try PageSession.run { session in
      let stores = try NumbersStores(session.fixture)
      let source = try session.startSource(NumbersTests.source(party, stores))
      let output = try SteppedOutput()
      let destination = try session.start(NumbersTests.destination(party, stores), stepping: output)
      try output.advance(to: "Complete:")
      try output.advance(to: "Received \(NumbersStores.count)")
      try session.killDragd()
      // The dragd that Finish starts knows only that the transfer was not committed.
      let rest = try output.drain()
      #expect(!rest.contains { $0.hasPrefix("Moved:") })
      #expect(try destination.wait().exit == .exited(1))
      let moves = try ["pending", "kept", "numbers"].flatMap { try stores.moves($0) }
      #expect(moves == [])
      #expect(try stores.items().count == 1)

      try source.waitForOutput("it is offered again") { $0.matches(of: /Offered/).count == 2 }
      let again = try session.run(NumbersTests.destination(party, stores))
      #expect(again.exit == .success, "\(again.error)")
      try source.waitForOutput("Deleted")
      try stores.expectMoved()
    }
  }

  @Test(arguments: languages(3))
  func bothKilledBetweenTheCommitAndTheDeletionSettleItAtTheirNextStarts(_ party: Party) throws {
    try PageSession.run { session in
      let stores = try NumbersStores(session.fixture)
      let output = try SteppedOutput()
      let source = try session.start(NumbersTests.source(party, stores), stepping: output)
      try output.advance(to: "Offered")
      let destination = try session.start(NumbersTests.destination(party, stores))
      try output.advance(to: "may move") { $0.hasSuffix("may move") }
      // Finish was called and the destination waits; the source is held at its next line of output, so it does nothing
      // further.
      let printed = try destination.waitForOutput("Stored as pending:")
      let move = try #require(printed.firstMatch(of: /Stored as pending: (\w+)/)).1
      try eventually("the move is committed") {
        try session.outcome(of: String(move)) == "committed"
      }
      destination.kill()
      source.kill()
      let key = try #require(try stores.items().first)
      #expect(try stores.moves("pending") == [String(move)])

      let sourceAgain = try session.run(NumbersTests.source(party, stores))
      #expect(sourceAgain.exit == .success, "\(sourceAgain.error)")
      #expect(sourceAgain.output.hasSuffix("Deleted \(key)\nNothing is left to offer\n"))
      let destinationAgain = try session.run(NumbersTests.destination(party, stores))
      #expect(destinationAgain.output.contains("Recovered: \(move) committed\n"))
      #expect(destinationAgain.output.contains("Moved: \(move)\n"))
      try stores.expectMoved()
    }
  }
}
