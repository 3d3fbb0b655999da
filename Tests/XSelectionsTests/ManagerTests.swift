import Harness
import Testing

/// SAVE_TARGETS and CLIPBOARD_MANAGER.
@Suite struct ManagerTests {
  @Test func aProgramThatLeavesMayAskToKeepItsTargets() throws {
    try XSession.run { session in
      let empty = try session.file(0)
      try session.own("SAVE_TARGETS:sized:\(empty.path)", "text/plain:refused")
      #expect(try session.requestor("saving", "text/html,UTF8_STRING").wait().output == "kept 0\n")
      try session.waitFor("save 1 clipboard [text/html UTF8_STRING]")
      try session.waitFor("answer 1 complete(bytes: 0)")
      #expect(try session.requestor("saving", "-").wait().output == "kept 0\n")
      try session.waitFor("save 2 clipboard []")
    }
  }

  @Test func nothingKeptIsSaidToo() throws {
    try XSession.run { session in
      #expect(try session.requestor("saving", "text/html").wait().output == "not kept 0\n")
      try session.own("SAVE_TARGETS:unanswered")
      #expect(try session.requestor("saving", "text/html").wait().output == "not kept 3\n")
      try session.waitFor("cancelled 2")
    }
  }

  @Test func anotherManagerStays() throws {
    try Fixture.run { fixture in
      let display = try XServer(fixture, size: (320, 240)).display
      let other = try fixture.start(
        "/usr/bin/python3", [Built.tool("x-requestor.py"), "managing", "x"],
        environment: ["DISPLAY": display],
        input: .pipe)
      try other.waitForOutput("manages")
      let program = try XSession.startProgram(fixture, display)
      try program.waitForOutput("changed primary none")
      try program.write("ping\n")
      try program.waitForOutput("pong")
      try other.write("\n")
      try other.waitForOutput("manages still")
    }
  }

  @Test func aLaterManagerTakesOver() throws {
    try XSession.run { session in
      let other = try session.requestor("managing", "x")
      try other.waitForOutput("manages\n")
      try other.write("\n")
      try other.waitForOutput("manages still")
      try session.expectAlive()
    }
  }
}
