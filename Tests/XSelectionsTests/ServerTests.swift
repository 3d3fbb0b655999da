import Foundation
import Harness
import Testing

/// The X server goes, stops, or was never there.
@Suite struct ServerTests {
  @Test(arguments: [SIGTERM, SIGKILL])
  func theEndOfAServerIsReportedAndEndsNoProgram(signal: Int32) throws {
    try XSession.run { session in
      let content = try session.file(mebibyte)
      _ = try session.owner("half", 100, 10)
      try session.tell("read clipboard text/plain \(session.fixture.folder.path("file"))")
      try session.waitFor("reading")
      try session.own("text/plain:sized:\(content.path)", selection: "primary")
      session.server.send(signal)
      let line = try session.waitFor("read 1")
      #expect(line.contains("the X server at “\(session.display)” ended the connection"))
      try session.waitFor("gone the X server at “\(session.display)” ended the connection")
      try session.expectAlive()
      // What is asked for now fails too, and nothing else happens.
      #expect(
        try session.read("text/plain").end == "failed(\"the connection to the X server has ended\")"
      )
      try session.tell("own clipboard text/plain:refused\ndisown clipboard\ndisown primary")
      try session.expectAlive()
      #expect(session.program.isRunning)
    }
  }

  /// The connection is full of chunks that the server does not take, and the loop goes on.
  @Test func aStoppedServerStopsNothingElse() throws {
    try XSession.run { session in
      let content = try session.file(8 * mebibyte)
      try session.own("text/plain:sized:\(content.path)")
      let requestors = try (0..<8).map { _ in try session.requestor("honest", "text/plain") }
      try session.waitFor("requested 8")
      session.server.send(SIGSTOP)
      defer { session.server.send(SIGCONT) }
      let clock = ContinuousClock()
      let begin = clock.now
      for _ in 0..<40 { try session.tell("own primary text/plain:refused text/html:refused") }
      try session.expectAlive()
      #expect(clock.now - begin < .seconds(2))
      session.server.send(SIGCONT)
      for requestor in requestors {
        #expect(
          try requestor.wait().output.hasPrefix("incremental \(8 * mebibyte) \(8 * mebibyte)"))
      }
      try session.waitFor("changed primary own")
    }
  }

  @Test func whatWaitsForAStoppedServerHasItsLimit() throws {
    try XSession.run { session in
      session.server.send(SIGSTOP)
      defer { session.server.send(SIGCONT) }
      for number in 0..<40 {
        try session.tell("read clipboard text/plain \(session.fixture.folder.path("\(number)"))")
      }
      try eventually(within: .seconds(15)) {
        session.said.count { $0.hasSuffix("in time\")") || $0.hasSuffix("for too long\")") } == 40
      }
      // Nothing is left over that would keep the next read from its turn.
      session.server.send(SIGCONT)
      _ = try session.owner("honest", 1_000, 100)
      #expect(try session.read("text/plain").end == "complete(bytes: 1000)")
    }
  }

  @Test func aStoppedServerIsNotWaitedForAtTheStart() throws {
    try Fixture.run { fixture in
      let server = try XServer(fixture, size: (320, 240))
      server.process.send(SIGSTOP)
      defer { server.process.send(SIGCONT) }
      let program = try XSession.startProgram(fixture, server.display)
      try program.waitForOutput("has not answered within 5000 ms", within: .seconds(10))
    }
  }

  @Test func aServerThatIsNotThereIsNamed() throws {
    try Fixture.run { fixture in
      let nowhere = try XSession.startProgram(fixture, ":4711")
      try nowhere.waitForOutput("failed no X server accepts a connection at “:4711”")
      let nonsense = try XSession.startProgram(fixture, "nonsense")
      try nonsense.waitForOutput(
        "failed DISPLAY is “nonsense”, which does not name an X server as “:0” does")
      let nothing = try XSession.startProgram(fixture, "")
      try nothing.waitForOutput("failed DISPLAY is not set")
    }
  }

  /// A server that refuses clients without the cookie of its XAUTHORITY.
  @Test func aCookieOpensTheServer() throws {
    try Fixture.run { fixture in
      let authority = fixture.folder.path("authority")
      // Family 256 (local), of any host, for any display: see Xau(3).
      let name = Array("MIT-MAGIC-COOKIE-1".utf8)
      let cookie = (0..<16).map { UInt8($0 * 7 + 1) }
      var entry: [UInt8] = [0xff, 0xff, 0, 0, 0, 0, 0, UInt8(name.count)] + name
      entry += [0, UInt8(cookie.count)] + cookie
      try fixture.folder.write("authority", entry)
      let display = try XServer(fixture, size: (320, 240), authority: authority).display
      let path = Built.selectionProgram
      let stranger = try fixture.start(path, environment: ["DISPLAY": display], input: .pipe)
      try stranger.waitForOutput("failed no X server accepts a connection")
      let friend = try fixture.start(
        path, environment: ["DISPLAY": display, "XAUTHORITY": authority], input: .pipe)
      try friend.waitForOutput("connected")
    }
  }

  @Test(.enabled(if: Extent.current != .usual, "in make test-rest"))
  func anIdleProgramSleeps() throws {
    try XSession.run { session in
      let content = try session.file(mebibyte)
      try session.own("text/plain:sized:\(content.path)")
      #expect(try session.requestor("honest", "text/plain").wait().output.hasPrefix("incremental"))
      try session.program.facts.waitForSleep(of: .seconds(5))
    }
  }
}
