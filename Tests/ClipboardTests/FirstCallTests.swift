import DragConnection
import DragProtocol
import Harness
import Testing

/// The first use of the clipboard in a session: the bus starts dragclip for it, and dragd for dragclip.
@Suite struct FirstCallTests {
  /// Calls dragctl, after a program has copied, while neither dragclip nor dragd runs.
  private func callFirst(
    _ arguments: [String], on kind: DisplayServer,
    _ check: (ClipboardSession, Program.Result) throws -> Void
  ) throws {
    try ClipboardSession.run(kind, startsServices: true) { session in
      try session.endServices()
      _ = try session.copies(["text/plain;charset=utf-8=two words"])
      let result = try session.fixture.run(
        Built.dragctl, arguments, on: session.bus, environment: session.variables)
      #expect(result.exit == .success, "\(result.error)")
      try check(session, result)
    }
  }

  @Test(arguments: DisplayServer.usual + [.mutter])
  func `the first paste of a session gets what was copied before it`(
    _ kind: DisplayServer
  ) throws {
    try callFirst(["paste", "--type", "text/plain"], on: kind) { _, paste in
      #expect(paste.output == "two words")
    }
  }

  @Test(arguments: DisplayServer.usual + [.mutter])
  func `the first call of a session can be that clears the clipboard`(
    _ kind: DisplayServer
  ) throws {
    try callFirst(["copy", "--clear"], on: kind) { session, _ in
      let hasNothing = try session.hasNothingToPaste("text/plain;charset=utf-8")
      #expect(hasNothing)
    }
  }

  @Test func `an owner that has not told its targets yet hides what was copied before`() throws {
    try ClipboardSession.run(.x11) { session in
      _ = try session.copies(["text/plain=before"])
      try session.current("the copy is there") { $0.targets.contains("text/plain") }
      let slow = try session.fixture.start(
        "/usr/bin/python3", [Built.tool("x-owner.py"), "slow", "10"],
        environment: session.variables, input: .pipe)
      try slow.waitForOutput("asked")
      do {
        let found = try session.connection.perform(
          .currentClipboard(CurrentCall()), timeout: 300)
        Issue.record("\(found) is told, which is not there any more")
      } catch let error as RequestError {
        #expect(error.code == .noReply, "\(error)")
      }
      // The program that copied before asks it, too.
      slow.closeInput()
      let paste = try session.fixture.run(
        Built.dragctl, ["paste", "--type", "text/plain"], on: session.bus,
        environment: session.variables)
      #expect(paste.outputBytes == Array(0..<10), "\(paste.error)")
    }
  }

  /// dragclip asks it for two seconds.
  @Test func `an owner that never tells its targets keeps no program waiting for ever`() throws {
    try ClipboardSession.run(.x11) { session in
      let mute = try session.fixture.start(
        "/usr/bin/python3", [Built.tool("x-owner.py"), "mute"], environment: session.variables)
      try mute.waitForOutput("owns")
      try session.expectNothing()
    }
  }
}
