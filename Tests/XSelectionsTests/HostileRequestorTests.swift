import Foundation
import Harness
import Testing

/// Requestors that break the rules: they harm nobody but themselves.
@Suite struct HostileRequestorTests {
  @Test func oneThatTakesNothingLeavesOthersAlone() throws {
    try Desk.run { desk in
      let content = try desk.file(3 * mebibyte)
      try desk.own("text/plain:sized:\(content.path)", "text/html:unsized:\(content.path)")
      let memory = try desk.program.facts.anonymousMemory()
      let idle = try desk.requestor("idle", "text/plain", 99)
      try idle.waitForOutput("answered 99 0")
      let clock = ContinuousClock()
      let begin = clock.now
      let xclip = try desk.run(
        "/usr/bin/xclip", ["-selection", "clipboard", "-o", "-t", "text/html"])
      #expect(Data(xclip.outputBytes) == content.bytes)
      #expect(clock.now - begin < .seconds(5))
      #expect(try desk.program.facts.anonymousMemory() - memory < 4 * mebibyte)
      // The first has had its ten seconds.
      try desk.waitFor("answer 1 failed(\"the requestor took nothing in time\")")
      try eventually {
        desk.said.count { $0.hasSuffix("failed(\"the requestor took nothing in time\")") } == 99
      }
    }
  }

  @Test func oneClientMayNotHaveAllConversions() throws {
    try Desk.run { desk in
      let content = try desk.file(mebibyte)
      try desk.own("text/plain:sized:\(content.path)")
      let idle = try desk.requestor("idle", "text/plain", 200)
      try idle.waitForOutput("answered 128 72")
      #expect(try desk.requestor("honest", "text/plain").wait().output.hasPrefix("incremental"))
      idle.kill()
      try eventually {
        desk.said.count {
          $0.hasSuffix("failed(\"the requestor ended before it had everything\")")
        } == 128
      }
    }
  }

  @Test func aWindowThatIsDestroyedEndsItsConversion() throws {
    try Desk.run { desk in
      let content = try desk.file(mebibyte)
      try desk.own("text/plain:sized:\(content.path)")
      try desk.requestor("vanishing", "text/plain").waitForOutput("vanished")
      expectSame(
        try desk.waitFor("answer 1", within: .seconds(2)),
        "answer 1 failed(\"the requestor ended before it had everything\")")
    }
  }

  @Test func oneThatLeavesBeforeTheAnswerNeedsNone() throws {
    try Desk.run { desk in
      try desk.own("text/plain:unanswered")
      let requestor = try desk.requestor("impatient", "text/plain")
      try desk.waitFor("requested 1 clipboard text/plain")
      try requestor.write("leave\n")
      try desk.waitFor("cancelled 1", within: .seconds(2))
    }
  }

  @Test func aRequestWithoutAnAnswerIsRefusedInTime() throws {
    try Desk.run { desk in
      try desk.own("text/plain:unanswered")
      #expect(
        try desk.requestor("honest", "text/plain").wait(within: .seconds(15)).output == "refused\n")
      try desk.waitFor("cancelled 1")
    }
  }

  @Test func aSecondRequestForTheSamePropertyEndsTheFirst() throws {
    try Desk.run { desk in
      let content = try desk.file(mebibyte)
      try desk.own("text/plain:sized:\(content.path)")
      try desk.requestor("twofold", "text/plain").waitForOutput("again answered")
      expectSame(
        try desk.waitFor("answer 1"),
        "answer 1 failed(\"the requestor asked again for the same property\")")
    }
  }

  @Test func contentThatStopsEndsTheConversion() throws {
    try Desk.run { desk in
      let fifo = desk.fixture.folder.path("fifo")
      let writer = try desk.peer(
        "/bin/sh", ["-c", "mkfifo \(fifo); exec 3<>\(fifo); echo ready; read go"], input: .pipe)
      try writer.waitForOutput("ready")
      try desk.own("text/plain:unsized:\(fifo)")
      #expect(
        try desk.requestor("honest", "text/plain").wait(within: .seconds(20)).output == "refused\n")
      try desk.waitFor("answer 1 failed(\"the content had no bytes in time\")")
    }
  }
}
