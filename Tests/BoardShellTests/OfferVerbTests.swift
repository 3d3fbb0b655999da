import Foundation
import Harness
import Testing

@Suite struct OfferVerbTests {
  private let geocache = #"{"name": "G", "summary": "S", "latitude": 1, "longitude": 2}"#

  private func addGeocache(_ shell: BoardShell) throws -> String {
    try shell.add("Done", try shell.fixture.folder.write("a.geocache", text: geocache))[0]
  }

  @Test func `a card is on offer, in all its representations, until one has had enough`() throws {
    try BoardShell.runOnBus { shell in
      let offer = try shell.start("offer", try addGeocache(shell))
      let id = try offer.firstLine()
      #expect(id.count == 26)
      let types = try shell.dragctl("types", id).output.split(separator: "\n")
      #expect(
        types == [
          "application/x-geocache", "application/gpx+xml", "text/plain;charset=utf-8",
          "application/vnd.dragd.card+json",
        ])
      #expect(try shell.dragctl("accept", id).output == geocache)
      let words = "G\n1.0000° N, 2.0000° E\nS"
      #expect(try shell.dragctl("accept", id, "--type", "text/plain").output == words)
      offer.send(2)
      #expect(try offer.wait().exit == .signalled(SIGINT))
      #expect(try shell.dragctl("accept", id).exit == .exited(3))
    }
  }

  @Test func `what dragd holds stays on offer`() throws {
    try BoardShell.runOnBus { shell in
      let held = try shell.dragboard("offer", "--hold", try addGeocache(shell), "--label", "Held")
      #expect(held.exit == .success)
      let id = held.output.split(separator: "\n").map(String.init)[0]
      #expect(try shell.dragctl("list").output.contains("Held"))
      #expect(
        try shell.dragctl("accept", id, "--type", "application/gpx+xml").output.contains("<wpt"))
    }
  }

  /// Regression: it went on waiting, and only SIGKILL ended it.
  @Test func `a signal ends it while dragd does not answer`() throws {
    try Fixture.run { fixture in
      // It ends with the bus.
      let silent = try fixture.folder.write("silent", text: "exec tail --pid=$PPID -f /dev/null\n")
      let service = PrivateBus.Service("org.dragd.Broker1", ["/bin/sh", silent])
      let bus = try fixture.bus(.dbusDaemon, services: [service])
      let shell = BoardShell(fixture: fixture, bus: bus)
      let card = try shell.add("Done", "--text", "Held")[0]
      let offer = try shell.start("offer", "--hold", card)
      let status = "/proc/\(offer.processIdentifier)/status"
      try eventually("it handles signals itself") {
        let lines = try String(contentsOfFile: status, encoding: .utf8).split(separator: "\n")
        let mask = lines.first { $0.hasPrefix("SigBlk:") }?.split(separator: "\t").last
        return mask.flatMap { UInt64($0, radix: 16) }.map { $0 & 1 << (2 - 1) != 0 } ?? false
      }
      offer.send(2)
      #expect(try offer.wait().exit == .signalled(SIGINT))
    }
  }

  @Test func `a card that is moved away leaves the board`() throws {
    try BoardShell.runOnBus { shell in
      let ids = try [
        shell.add("Done", "--text", "Stays")[0], shell.add("Done", "--text", "Goes")[0],
      ]
      let offer = try shell.start("offer", "--move", ids[1])
      let id = try offer.firstLine()
      let file = shell.fixture.folder.path("moved.txt")
      let moved = try shell.dragctl("accept", id, "--move", "-o", file)
      #expect(moved.exit == .success, "\(moved.error)")
      #expect(try offer.wait().exit == .success)
      let left = try shell.dragboard("ls", "Done").output
      #expect(left.contains("Stays") && !left.contains("Goes"))
    }
  }

  @Test(arguments: Extent.part(of: ["ls", "offer"]) { $0 == "offer" })
  func `the next verb settles the move of an offer that was killed at any step`(verb: String)
    throws
  {
    try BoardShell.runOnBus { shell in
      let countdown = shell.fixture.folder.path("countdown")
      var kills = 0
      while true {
        let card = try shell.add("Done", "--text", "Goes \(kills)!")[0]
        let offer = try shell.start(
          "offer", "--move", card, variables: ["DRAGD_FAIL_AT": countdown])
        let id = try offer.firstLine()
        try shell.fixture.folder.write("countdown", text: "\(kills + 1)")
        let file = shell.fixture.folder.path("moved \(kills).txt")
        let moved = try shell.dragctl("accept", id, "--move", "-o", file).exit == .success
        guard try offer.wait().exit != .success else { break }
        kills += 1
        if verb == "offer" {
          let isThere = try shell.dragboard("offer", "--hold", card).exit == .success
          #expect(isThere != moved, "step \(kills)")
        }
        let left = try shell.dragboard("ls", "Done")
        #expect(left.error == "")
        #expect(left.output.contains("Goes \(kills - 1)!") != moved, "step \(kills)")
        if !moved { #expect(try shell.dragboard("done", card).exit == .success) }
      }
      #expect(kills > 4)
    }
  }

  @Test func `a card with more than its content does not move to a program that takes only that`()
    throws
  {
    try BoardShell.runOnBus { shell in
      let file = try shell.fixture.folder.write("attached.bin", text: "x")
      let cards = try (0..<2).map { try shell.add("Done", "--text", "card \($0)")[0] }
      #expect(try shell.dragboard("attach", cards[0], file).exit == .success)
      #expect(try shell.dragboard("edit", cards[1], "--label", "red").exit == .success)
      for card in cards {
        let offer = try shell.start("offer", "--move", card)
        let id = try offer.firstLine()
        let place = shell.fixture.folder.path("moved \(card)")
        let refused = try shell.dragctl("accept", id, "--move", "-o", place)
        #expect(refused.exit != .success)
        #expect(refused.error.contains("copy it"), "\(refused.error)")
        #expect(try shell.dragctl("accept", id, "-o", place).exit == .success)
        offer.send(15)
        _ = try offer.wait()
        #expect(try shell.dragboard("done", card).exit == .success)
      }
    }
  }

  @Test func `a card that was deleted meanwhile is not moved`() throws {
    try BoardShell.runOnBus { shell in
      let card = try shell.add("Done", "--text", "Gone")[0]
      let offer = try shell.start("offer", "--move", card)
      let id = try offer.firstLine()
      _ = try shell.dragboard("rm", card)
      let file = shell.fixture.folder.path("moved.txt")
      let refused = try shell.dragctl("accept", id, "--move", "-o", file)
      #expect(refused.exit != .success)
      #expect(refused.error.contains("There is no card"))
      offer.send(15)
      _ = try offer.wait()
    }
  }

  @Test func `without a bus or a dragd it is told what is missing`() throws {
    try BoardShell.run { shell in
      let result = try shell.dragboard("offer", try addGeocache(shell))
      #expect(result.exit == .exited(7))
      #expect(result.error.contains("there is no session bus"))
      #expect(result.error.hasSuffix("see dragd(8).\n"))
    }
    try Fixture.run { fixture in
      let shell = BoardShell(fixture: fixture, bus: try fixture.bus(.dbusDaemon))
      let result = try shell.dragboard("offer", try addGeocache(shell))
      #expect(result.exit == .exited(7))
    }
  }

  @Test func `a move needs its source, so dragd alone cannot hold it`() throws {
    try BoardShell.run { shell in
      let result = try shell.dragboard("offer", "--hold", "--move", "beef")
      #expect(result.exit == .exited(2))
      #expect(result.error.contains("--hold and --move do not go together"))
    }
  }
}
