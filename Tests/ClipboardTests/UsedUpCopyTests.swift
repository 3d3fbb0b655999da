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
}
