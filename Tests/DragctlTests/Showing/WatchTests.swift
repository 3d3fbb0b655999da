import Foundation
import Harness
import Testing

@Suite struct WatchTests {
  private func events(_ program: Program) throws -> [[String: Any]] {
    try program.standardOutput.split(separator: "\n").map { line in
      let json = try JSONSerialization.jsonObject(with: Data(line.utf8))
      return try #require(json as? [String: Any])
    }
  }

  @Test(arguments: PrivateBus.Kind.allCases)
  func offersAndTransfersAreSeenFromTheirBeginningToTheirEnd(_ kind: PrivateBus.Kind) throws {
    try Shell.run(kind) { shell in
      let before = try shell.offer("--text", "before")
      let watch = try shell.start("watch", "--json")
      try watch.waitForOutput(before)
      try shell.folder.write("big", Sample.noise(4_000_000))
      let id = try shell.offer("big")
      try shell.dragctl("accept", id, "-o", "copy")
      try watch.waitForOutput("\"finished\"")
      try shell.dragctl("withdraw", id)
      try watch.waitForOutput("offer-removed")
      let events = try events(watch).filter { $0["event"] as? String != "offer-changed" }
      let names = events.map { $0["event"] as? String }
      #expect(names.prefix(2) == ["offer-added", "offer-added"])
      #expect(names.last == "offer-removed")
      #expect(events.allSatisfy { [before, id].contains($0["offer"] as? String) })
      let transfers = events.filter { $0["event"] as? String == "transfer" }
      #expect(transfers.first?["state"] as? String == "pending")
      #expect(transfers.last?["state"] as? String == "finished")
      #expect(transfers.last?["bytes"] as? Int == 4_000_000)
      #expect(transfers.allSatisfy { $0["offer"] as? String == id })
      #expect(transfers.allSatisfy { $0["name"] as? String == "big" })
      let bytes = transfers.compactMap { $0["bytes"] as? Int }
      #expect(bytes == bytes.sorted())
    }
  }

  @Test(arguments: PrivateBus.Kind.allCases)
  func nothingIsShownOfWhatIsPrivate(_ kind: PrivateBus.Kind) throws {
    try Shell.run(kind) { shell in
      let watch = try shell.start("watch", "--json")
      try eventually("the monitor is there") { try shell.sh("sleep 0.1").exit == .success }
      let first = try shell.offer("--text", "first")
      try watch.waitForOutput(first)
      try shell.folder.write("secret", Sample.noise(2_000_000))
      let id = try shell.offer("secret", "--private")
      try shell.dragctl("accept", id, "-o", "copy")
      let last = try shell.offer("--text", "last")
      try watch.waitForOutput(last)
      #expect(!watch.standardOutput.contains(id))
      #expect(!watch.standardOutput.contains("\"transfer\""))
    }
  }

  @Test func aTransferOfSeveralRepresentationsIsOne() throws {
    try Shell.run { shell in
      try shell.folder.write("one", Sample.noise(100_000))
      try shell.folder.write("two", Sample.noise(200_000))
      let id = try shell.offer("--rep", "a/one=one", "--rep", "a/two=two")
      let watch = try shell.start("watch", "--json")
      try watch.waitForOutput(id)
      // It leaves the bus with its reply, which ends the transfer.
      let accepted = try shell.sh(
        """
        gdbus call --session --dest org.dragd.Broker1 \
          --object-path /org/dragd/Broker1/offer/\(id) --method org.dragd.Offer1.Accept \
          '@au []' "['a/one']" "{'also': <['a/two']>}"
        """)
      #expect(accepted.exit == .success, "\(accepted.error)")
      try watch.waitForOutput("the end of the transfer") {
        $0.contains("\"cancelled\"") || $0.contains("\"finished\"")
      }
      let transfers = try events(watch).filter { $0["event"] as? String == "transfer" }
      let first = try #require(transfers.first)
      #expect(first["types"] as? [String] == ["a/one", "a/two"])
      #expect(first["size"] as? Int == 300_000)
      #expect(transfers.filter { $0["state"] as? String == "pending" }.count == 1)
    }
  }

  @Test func peopleSeeLines() throws {
    try Shell.run { shell in
      let watch = try shell.start("watch")
      let id = try shell.offer("--text", "x", "--label", "A label")
      try watch.waitForOutput("+ offer \(id) “A label”")
      let (_, failing) = try shell.stay("--exec", "a/b=echo no >&2; exit 1", "--name", "thing")
      try shell.dragctl("accept", failing)
      try watch.waitForOutput("! transfer ")
      try shell.dragctl("withdraw", failing)
      try watch.waitForOutput("- offer \(failing)\n")
      watch.send(SIGINT)
      #expect(try watch.wait().exit == .signalled(SIGINT))
    }
  }

  /// The sum of three of these sizes overflows an integer.
  @Test func sourcesPromiseAsMuchAsTheyLike() throws {
    try Shell.run { shell in
      let watch = try shell.start("watch")
      let drop = try shell.start("watch", "--json")
      for _ in 0..<3 {
        let (_, id) = try shell.stay(
          "--exec", "a/b=head -c 200000 /dev/zero; sleep 1000", "--size", "9223372036854775807")
        try watch.waitForOutput("+ offer \(id)")
        try drop.waitForOutput("\"event\":\"offer-added\",\"offer\":\"\(id)\"")
        _ = try shell.start("accept", id, "-o", "/dev/null")
        try drop.waitForOutput(
          "\"offer\":\"\(id)\",\"item\":0,\"types\":[\"a/b\"],\"name\":null,\"state\":\"running\"")
      }
      // The watch still runs and reports later offers.
      let (_, last) = try shell.stay("--exec", "a/b=echo")
      try watch.waitForOutput("+ offer \(last)")
      #expect(watch.isRunning && drop.isRunning)
    }
  }

  @Test func itEndsWithItsReaderAndWithTheBus() throws {
    try Shell.run { shell in
      try shell.offer("--text", "x")
      let reader = try shell.fixture.start(
        "/bin/bash", ["-c", "\(Built.dragctl) watch | head -1"], on: shell.bus)
      try reader.waitForOutput("+ offer")
      try shell.offer("--text", "the next line has no reader")
      #expect(try reader.wait().exit == .success)
      let watch = try shell.start("watch")
      try watch.waitForOutput("+ offer")
      shell.bus.close()
      #expect(try watch.wait().status == 7)
    }
  }

  @Test func withDragdItsOffersGoAndComeBack() throws {
    try Shell.run(daemon: []) { shell in
      let dragd = try shell.startDragd()
      let (_, id) = try shell.stay("--exec", "a/b=echo")
      let watch = try shell.start("watch")
      try watch.waitForOutput("+ offer \(id)")
      dragd.kill()
      try watch.waitForOutput("- offer \(id)")
      _ = try shell.startDragd()
      try eventually("the source's new offer is seen") {
        watch.standardOutput.split(separator: "\n").last?.hasPrefix("+ offer") == true
      }
    }
  }

  /// The watch learns of all that at once, and the monitor's connection has the first message.
  @Test func whatTheNextDragdHasComesOnceAndAfterTheEndOfTheLast() throws {
    try Shell.run(daemon: []) { shell in
      let dragd = try shell.startDragd()
      let old = try shell.offer("--text", "old")
      let watch = try shell.start("watch")
      try watch.waitForOutput("+ offer \(old)")
      watch.send(SIGSTOP)
      try shell.dragctl("withdraw", old)
      let (_, lasting) = try shell.stay("--exec", "a/b=echo")
      // With this answer dragd has announced the offer, too.
      try shell.dragctl("list")
      dragd.kill()
      _ = try shell.startDragd()
      let new = try shell.offer("--text", "new")
      watch.send(SIGCONT)
      let last = try shell.offer("--text", "last")
      try watch.waitForOutput("+ offer \(last)")
      let lines = watch.standardOutput.split(separator: "\n")
      #expect(lines.filter { $0.contains(new) && !$0.hasPrefix("*") }.count == 1, "\(lines)")
      let end = try #require(
        lines.firstIndex { $0.hasPrefix("- offer \(lasting)") }, "\(lasting) in \(lines)")
      let start = try #require(lines.firstIndex { $0.hasPrefix("+ offer \(new)") })
      #expect(end < start)
    }
  }

  @Test func itOutlivesADragdThatEndsBeforeItAnswers() throws {
    try Shell.run(daemon: []) { shell in
      let first = try shell.startDragd()
      let (_, id) = try shell.stay("--exec", "a/b=echo")
      let watch = try shell.start("watch")
      try watch.waitForOutput("+ offer \(id)")
      watch.send(SIGSTOP)
      first.kill()
      let second = try shell.startDragd()
      second.send(SIGSTOP)
      watch.send(SIGCONT)
      try watch.waitForOutput("- offer \(id)")
      second.kill()
      _ = try shell.startDragd()
      let last = try shell.offer("--text", "last")
      try watch.waitForOutput("+ offer \(last)")
    }
  }
}
