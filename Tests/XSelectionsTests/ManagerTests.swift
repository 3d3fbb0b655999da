import Harness
import Testing

/// SAVE_TARGETS and CLIPBOARD_MANAGER.
@Suite struct ManagerTests {
  @Test func aProgramThatLeavesMayAskToKeepItsTargets() throws {
    try Desk.run { desk in
      let empty = try desk.file(0)
      try desk.own("SAVE_TARGETS:sized:\(empty.path)", "text/plain:refused")
      #expect(try desk.requestor("saving", "text/html,UTF8_STRING").wait().output == "kept 0\n")
      try desk.waitFor("save 1 clipboard [text/html UTF8_STRING]")
      try desk.waitFor("answer 1 complete(bytes: 0)")
      #expect(try desk.requestor("saving", "-").wait().output == "kept 0\n")
      try desk.waitFor("save 2 clipboard []")
    }
  }

  @Test func nothingKeptIsSaidToo() throws {
    try Desk.run { desk in
      #expect(try desk.requestor("saving", "text/html").wait().output == "not kept 0\n")
      try desk.own("SAVE_TARGETS:unanswered")
      #expect(try desk.requestor("saving", "text/html").wait().output == "not kept 3\n")
      try desk.waitFor("cancelled 2")
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
      let program = try Desk.startProgram(fixture, display)
      try program.waitForOutput("changed primary none")
      try program.write("ping\n")
      try program.waitForOutput("pong")
      try other.write("\n")
      try other.waitForOutput("manages still")
    }
  }

  @Test func aLaterManagerTakesOver() throws {
    try Desk.run { desk in
      let other = try desk.requestor("managing", "x")
      try other.waitForOutput("manages\n")
      try other.write("\n")
      try other.waitForOutput("manages still")
      try desk.expectAlive()
    }
  }
}
