import DragConnection
import DragProtocol
import Harness
import Testing

/// The first use of the clipboard in a session: the bus starts dragclip for it, and dragd for dragclip.
@Suite struct FirstCallTests {
  @Test(arguments: DisplayServer.usual + [.mutter])
  func `the first paste of a session gets what was copied before it`(
    _ kind: DisplayServer
  ) throws {
    try ClipboardSession.run(kind, startsServices: true) { session in
      try session.endServices()
      _ = try session.copies(["text/plain;charset=utf-8=two words"])
      let paste = try session.fixture.run(
        Built.dragctl, ["paste", "--type", "text/plain"], on: session.bus,
        environment: session.variables)
      #expect(paste.exit == .success && paste.output == "two words", "\(paste.error)")
    }
  }

  @Test(arguments: DisplayServer.usual + [.mutter])
  func `the first call of a session can be that clears the clipboard`(
    _ kind: DisplayServer
  ) throws {
    try ClipboardSession.run(kind, startsServices: true) { session in
      try session.endServices()
      _ = try session.copies(["text/plain;charset=utf-8=two words"])
      let clear = try session.fixture.run(
        Built.dragctl, ["copy", "--clear"], on: session.bus, environment: session.variables)
      #expect(clear.exit == .success, "\(clear.error)")
      #expect(try session.hasNothingToPaste("text/plain;charset=utf-8"))
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
