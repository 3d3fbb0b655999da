import Foundation
import Harness
import Testing

/// Requestors that break the rules harm only themselves.
@Suite struct HostileRequestorTests {
  @Test func oneThatTakesNothingLeavesOthersAlone() throws {
    try XSession.run(patience: 4) { session in
      let content = try session.file(3 * mebibyte)
      try session.own("text/plain:sized:\(content.path)", "text/html:unsized:\(content.path)")
      let memory = try session.program.facts.anonymousMemory()
      let idle = try session.requestor("idle", "text/plain", 99)
      try idle.waitForOutput("answered 99 0")
      let clock = ContinuousClock()
      let begin = clock.now
      let xclip = try session.run(
        "/usr/bin/xclip", ["-selection", "clipboard", "-o", "-t", "text/html"])
      #expect(Data(xclip.outputBytes) == content.bytes)
      #expect(clock.now - begin < .seconds(5))
      #expect(try session.program.facts.anonymousMemory() - memory < 4 * mebibyte)
      // The first has had its time.
      try session.waitFor("answer 1 failed(\"the requestor took nothing in time\")")
      try eventually {
        session.said.count { $0.hasSuffix("failed(\"the requestor took nothing in time\")") } == 99
      }
    }
  }

  /// What was read for a requestor that does not fetch it stays in memory.
  @Test func manyThatTakeNothingShareTheMemory() throws {
    try XSession.run { session in
      let content = try session.file(600_000)
      try session.own("text/plain:unsized:\(content.path)")
      let memory = try session.program.facts.anonymousMemory()
      try session.requestor("idle", "text/plain", 99).waitForOutput("answered 99 0")
      #expect(try session.program.facts.anonymousMemory() - memory < 4 * mebibyte)
    }
  }

  @Test func oneThatTakesNothingLeavesNinetyNineAlone() throws {
    try XSession.run { session in
      let content = try session.file(300_000)
      try session.own("text/plain:sized:\(content.path)")
      let memory = try session.program.facts.anonymousMemory()
      try session.requestor("idle", "text/plain", 1).waitForOutput("answered 1 0")
      let others = try session.requestor("parallel", "text/plain", 99)
      // The first one still has its time, and on a busy machine none of the others must have had it.
      #expect(try others.wait(within: Timeout.long).output == "99 took 300000\n")
      #expect(try session.program.facts.anonymousMemory() - memory < 4 * mebibyte)
      try eventually("all others are served") {
        session.said.count { $0.hasSuffix(" complete(bytes: 300000)") } == 99
      }
    }
  }

  @Test func oneClientMayNotHaveAllConversions() throws {
    try XSession.run { session in
      let content = try session.file(mebibyte)
      try session.own("text/plain:sized:\(content.path)")
      let idle = try session.requestor("idle", "text/plain", 200)
      try idle.waitForOutput("answered 128 72")
      #expect(try session.requestor("honest", "text/plain").wait().output.hasPrefix("incremental"))
      idle.kill()
      try eventually {
        session.said.count {
          $0.hasSuffix("failed(\"the requestor ended before it had everything\")")
        } == 128
      }
    }
  }

  /// Regression: three of them left one without a conversion that needed many.
  @Test func clientsThatTakeNothingMakeRoomForAnother() throws {
    try XSession.run { session in
      let content = try session.file(300_000)
      try session.own("text/plain:sized:\(content.path)")
      for _ in 0..<3 {
        try session.requestor("idle", "text/plain", 64).waitForOutput("answered 64")
      }
      let other = try session.requestor("parallel", "text/plain", 20)
      #expect(try other.wait(within: Timeout.long).output == "20 took 300000\n")
    }
  }

  @Test func aWindowThatIsDestroyedEndsItsConversion() throws {
    try XSession.run { session in
      let content = try session.file(mebibyte)
      try session.own("text/plain:sized:\(content.path)")
      try session.requestor("vanishing", "text/plain").waitForOutput("vanished")
      expectSame(
        try session.waitFor("answer 1", within: .seconds(2)),
        "answer 1 failed(\"the requestor ended before it had everything\")")
    }
  }

  @Test func oneThatLeavesBeforeTheAnswerNeedsNone() throws {
    try XSession.run { session in
      try session.own("text/plain:unanswered")
      let requestor = try session.requestor("impatient", "text/plain")
      try session.waitFor("requested 1 clipboard text/plain")
      try requestor.write("leave\n")
      try session.waitFor("cancelled 1", within: .seconds(2))
    }
  }

  @Test func aRequestWithoutAnAnswerIsRefusedInTime() throws {
    try XSession.run(patience: 2) { session in
      try session.own("text/plain:unanswered")
      #expect(
        try session.requestor("honest", "text/plain").wait(within: .seconds(15)).output
          == "refused\n")
      try session.waitFor("cancelled 1")
    }
  }

  @Test func aSecondRequestForTheSamePropertyEndsTheFirst() throws {
    try XSession.run { session in
      let content = try session.file(mebibyte)
      try session.own("text/plain:sized:\(content.path)")
      try session.requestor("twofold", "text/plain").waitForOutput("again answered")
      expectSame(
        try session.waitFor("answer 1"),
        "answer 1 failed(\"the requestor asked again for the same property\")")
    }
  }

  @Test func contentThatStopsEndsTheConversion() throws {
    try XSession.run(patience: 2) { session in
      let fifo = session.fixture.folder.path("fifo")
      let writer = try session.peer(
        "/bin/sh", ["-c", "mkfifo \(fifo); exec 3<>\(fifo); echo ready; read go"], input: .pipe)
      try writer.waitForOutput("ready")
      try session.own("text/plain:unsized:\(fifo)")
      #expect(
        try session.requestor("honest", "text/plain").wait(within: .seconds(20)).output
          == "refused\n")
      try session.waitFor("answer 1 failed(\"the content had no bytes in time\")")
    }
  }

  /// A requestor without a time limit gets the end at last, unless another owner serves it by then.
  @Test(.enabled(if: Extent.current != .usual, "in make test-rest"))
  func chunksThatStopEndLaterButNotThoseOfAnotherOwner() throws {
    try XSession.run(patience: 2) { session in
      let folder = session.fixture.folder
      let (first, second) = (folder.path("first"), folder.path("second"))
      let bytes = "head -c 300000 /dev/zero"
      let writer = try session.peer(
        "/bin/sh",
        [
          "-c",
          "mkfifo \(first) \(second); exec 3<>\(first) 4<>\(second); echo ready; "
            + "\(bytes) >&3; \(bytes) >&4; read go",
        ], input: .pipe)
      try writer.waitForOutput("ready")
      try session.own("text/plain:unsized:\(first)", "text/html:unsized:\(second)")
      let requestor = try session.requestor("renewed", "text/plain,text/html")
      let stopped = "cut(\"the content had no bytes in time\")"
      try eventually("both have stopped") { session.said.count { $0.hasSuffix(stopped) } == 2 }
      try requestor.write("go\n")
      #expect(try requestor.wait().output == "ended second\n")
    }
  }
}
