import DragProtocol
import Foundation
import Harness
import Testing

/// The clipboard of a session without a display, as one over ssh.
@Suite struct MemoryTests {
  private static let text = "text/plain;charset=utf-8"

  /// dragctl in such a session.
  private struct Shell {
    let session: ClipboardSession

    @discardableResult
    func callAsFunction(
      _ words: String..., input: Program.Input = .empty
    ) throws -> Program.Result {
      try session.fixture.run(
        Built.dragctl, words, on: session.bus, environment: session.variables, input: input,
        workingFolder: session.fixture.folder.path)
    }
  }

  @Test func `what is copied is pasted, and joins the history`() throws {
    try ClipboardSession.run(.memory) { session in
      let dragctl = Shell(session: session)
      try dragctl("copy", input: .text("two words"))
      #expect(try dragctl("paste").output == "two words")
      #expect(try dragctl("paste", "-t", "UTF8_STRING").output == "two words")
      #expect(try dragctl("paste", "-p").exit == .exited(3))
      let picture = [0x89] + Array("PNG\r\n\u{1A}\n".utf8) + Sample.noise(3_000_000)
      _ = try session.waitForHistory(1)
      try session.fixture.folder.write("picture.png", picture)
      try dragctl("copy", "picture.png")
      #expect(try dragctl("paste", "-t", "image/png").outputBytes == picture)
      #expect(try dragctl("paste", "-l").output.contains("image/png\n"))
      _ = try session.waitForHistory(2)
      #expect(try dragctl("paste", "--history", "2").output == "two words")
      #expect(try dragctl("clipboard", "copy", "2").exit == .success)
      #expect(try dragctl("paste").output == "two words")
      #expect(try dragctl("clipboard", "pin", "1").exit == .success)
      #expect(try dragctl("clipboard", "pause").exit == .success)
      try dragctl("copy", "--primary", "--text", "marked")
      #expect(try dragctl("paste", "-p").output == "marked")
      #expect(try dragctl("clipboard").output.contains("pinned"))
      #expect(try dragctl("clipboard", "forget", "--all").exit == .success)
      #expect(try session.history().isEmpty)
      try dragctl("copy", "--clear")
      #expect(try dragctl("paste").exit == .exited(3))
    }
  }

  @Test func `a secret is in no log, no history and no file`() throws {
    try ClipboardSession.run(.memory) { session in
      let dragctl = Shell(session: session)
      try dragctl("copy", "--sensitive", input: .text("correct horse"))
      #expect(try dragctl("paste").output == "correct horse")
      try dragctl("copy", "--once", "--text", "one paste")
      #expect(try dragctl("paste").output == "one paste")
      #expect(try dragctl("paste").exit == .exited(3))
      try dragctl("copy", "--text", "last")
      #expect(try session.waitForHistory(1).count == 1)
      try session.expectNothingOnDisk("correct horse")
      #expect(!session.dragclip.standardError.contains("horse"))
    }
  }

  @Test func `a dragclip that starts again has the history and the content`() throws {
    try ClipboardSession.run(.memory) { session in
      let dragctl = Shell(session: session)
      try dragctl("copy", "--text", "two words")
      _ = try session.waitForHistory(1)
      try session.replaceDragclip()
      #expect(try dragctl("paste").output == "two words")
      #expect(try session.history().count == 1)
    }
  }

  @Test func `a dragclip with a display takes over what was copied without one`() throws {
    try ClipboardSession.run(.memory) { session in
      let dragctl = Shell(session: session)
      try dragctl("copy", "--text", "two words")
      _ = try session.waitForHistory(1)
      try dragctl("copy", "--primary", "--exec", "text/plain=date")
      let watch = try session.fixture.start(
        Built.dragctl, ["copy", "--primary", "--foreground", "--exec", "text/plain=date"],
        on: session.bus)
      try eventually("it is copied") { try dragctl("paste", "-p").exit == .success }
      // A second one without a display has nothing to do.
      let second = try session.startDragclip()
      #expect(try second.wait(within: Timeout.long).exit == .success)
      let former = session.dragclip
      let server = try XServer(session.fixture, size: (640, 480))
      let variables = ["DISPLAY": server.display]
      let next = try session.fixture.start(
        Built.dragclip, ["--verbose"], on: session.bus, environment: variables)
      #expect(try former.wait(within: Timeout.long).exit == .success)
      // What ends with it is named, and what has served it ends too.
      #expect(former.standardError.contains("primary without a display is gone"))
      #expect(!former.standardError.contains("clipboard without a display is gone"))
      #expect(try watch.wait(within: Timeout.long).exit == .success)
      try eventually("programs paste it: \(next.standardError)") {
        try session.fixture.run(
          "xclip", ["-selection", "clipboard", "-o"], environment: variables
        ).output == "two words"
      }
      #expect(try session.history().count == 1)
      #expect(try dragctl("paste").output == "two words")
      // None without a display takes it back.
      let third = try session.startDragclip()
      #expect(try third.wait(within: Timeout.long).exit == .success)
      #expect(next.isRunning)
    }
  }

  @Test func `it ends some time after its last content, and not while it is watched`() throws {
    try ClipboardSession.run(.memory, ["--linger", "100ms"], startsServices: true) { session in
      #expect(try session.dragclip.wait(within: Timeout.long).exit == .success)
      // The bus starts the next one; see that one with the time that the test can wait for.
      let dragctl = Shell(session: session)
      _ = try session.fixture.run(
        "dbus-update-activation-environment", ["DISPLAY=", "WAYLAND_DISPLAY="], on: session.bus)
      try dragctl("copy", "--text", "two words")
      #expect(try dragctl("paste").output == "two words")
    }
    try ClipboardSession.run(.memory, ["--linger", "2s"]) { session in
      let dragctl = Shell(session: session)
      try dragctl("copy", "--text", "two words")
      let watch = try session.fixture.start(
        Built.dragctl, ["paste", "--watch", "cat; echo"], on: session.bus)
      try watch.waitForOutput("two words")
      _ = try session.waitForHistory(1)
      try dragctl("clipboard", "forget", "--all")
      try dragctl("copy", "--clear")
      #expect(session.dragclip.isRunning)
      _ = try watch.terminate()
      #expect(try session.dragclip.wait(within: Timeout.long).exit == .success)
    }
  }

  @Test func `a kind of display that a person names and that is not there is no memory`() throws {
    try Fixture.run { fixture in
      let bus = try fixture.bus(.dbusDaemon)
      let result = try fixture.run(
        Built.dragclip, ["--display", "x11"], on: bus, environment: ["DISPLAY": ""])
      #expect(result.exit == .exited(1))
      #expect(result.error.contains("no clipboard can be used: DISPLAY is not set"))
    }
  }
}
