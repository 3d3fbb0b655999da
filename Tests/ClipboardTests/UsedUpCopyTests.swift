import DragProtocol
import Harness
import Testing

/// A lazy copy for one paste, right after that paste.
@Suite struct UsedUpCopyTests {
  @Test func `nothing is on the clipboard, and the history is shown`() throws {
    try ClipboardSession.run(.x11) { session in
      func dragctl(_ arguments: String...) throws -> Program.Result {
        try session.fixture.run(
          Built.dragctl, arguments, on: session.bus, environment: session.variables)
      }
      #expect(try dragctl("copy", "--text", "before").exit == .success)
      _ = try session.waitForHistory(1)
      func use() throws {
        #expect(try dragctl("copy", "-1", "--exec", "text/plain=echo lazy").exit == .success)
        #expect(try session.paste("text/plain").output == "lazy\n")
      }
      try use()
      let shown = try dragctl("clipboard")
      #expect(shown.exit == .success, "\(shown.error)")
      #expect(shown.error.contains("Nothing is on the clipboard"), "\(shown.error)")
      #expect(shown.output.contains("before"))
      try use()
      let json = try dragctl("clipboard", "--json")
      #expect(json.exit == .success, "\(json.error)")
      #expect(json.output.contains("\"current\":null"), "\(json.output)")
      try use()
      let types = try dragctl("paste", "--list-types")
      #expect(types.exit == .exited(3))
      #expect(types.error.contains("nothing is on the clipboard"), "\(types.error)")
    }
  }

  /// The program has all promised bytes before dragd has seen the end of their source.
  @Test(arguments: [DisplayServer.x11, .wayland])
  func `a large paste uses the copy up although its command has not ended`(
    _ kind: DisplayServer
  ) throws {
    try ClipboardSession.run(kind) { session in
      let size = 9_000_000
      let fifo = session.fixture.folder.path("fifo")
      try #require(try session.fixture.run("/usr/bin/mkfifo", [fifo]).exit == .success)
      let copy = try session.fixture.start(
        Built.dragctl,
        [
          "copy", "-1", "--foreground", "--size", "\(size)", "--exec",
          "application/x-large=head -c \(size) /dev/zero; read line < '\(fifo)'",
        ], on: session.bus, environment: session.variables)
      try session.current("the copy is there") { $0.targets.contains("application/x-large") }
      #expect(try session.paste("application/x-large").outputBytes.count == size)
      #expect(try session.fixture.run("/bin/sh", ["-c", "echo > '\(fifo)'"]).exit == .success)
      let end = try copy.wait()
      #expect(end.exit == .success, "\(end.error)")
      #expect(end.error.isEmpty, "\(end.error)")
      #expect(try session.hasNothingToPaste("application/x-large"))
    }
  }
}
