import DragProtocol
import Foundation
import Harness
import Testing

/// What `dragctl copy --exec` makes when a program pastes. BoardTests has it pasted by a program with a window.
@Suite struct LazyCopyTests {
  /// The first paste of each program gives 1, the second 2.
  private static func copy(_ type: String, _ session: ClipboardSession) throws -> String {
    let made = session.fixture.folder.path("made")
    _ = try session.fixture.start(
      Built.dragctl,
      ["copy", "--exec", "\(type)=echo >>'\(made)'; printf 'made %s' $(wc -l <'\(made)')"],
      on: session.bus)
    try session.current("the copy is there") { $0.targets.contains(type) }
    #expect(!FileManager.default.fileExists(atPath: made))
    return made
  }

  @Test(arguments: DisplayServer.usual)
  func `each paste of a command-line tool makes the content once`(_ kind: DisplayServer) throws {
    try ClipboardSession.run(kind) { session in
      let made = try Self.copy("text/html", session)
      #expect(try session.paste("text/html").output == "made 1")
      #expect(try session.paste("text/html").output == "made 2")
      #expect(try String(contentsOfFile: made, encoding: .utf8) == "\n\n")
    }
  }

  @Test func `each paste of xsel makes the text once`() throws {
    try ClipboardSession.run(.x11) { session in
      let made = try Self.copy(OutTests.text, session)
      for number in 1...2 {
        let pasted = try session.fixture.run(
          "xsel", ["--clipboard", "--output"], environment: session.variables)
        #expect(pasted.output == "made \(number)")
      }
      #expect(try String(contentsOfFile: made, encoding: .utf8) == "\n\n")
    }
  }

  @Test(arguments: ["3", "4"])
  func `each paste of a program of GTK makes the content once`(_ version: String) throws {
    try ClipboardSession.run(.x11) { session in
      let made = try Self.copy("text/html", session)
      for number in 1...2 {
        let pasted = session.fixture.folder.path("pasted")
        let result = try session.fixture.run(
          "/usr/bin/python3",
          [Built.tool("gtk-clipboard.py"), version, "read", "text/html=\(pasted)"],
          environment: session.variables.merging(["GDK_BACKEND": "x11"]) { $1 })
        #expect(result.exit == .success, "\(result.error)")
        #expect(try String(contentsOfFile: pasted, encoding: .utf8) == "made \(number)")
      }
      #expect(try String(contentsOfFile: made, encoding: .utf8) == "\n\n")
    }
  }
}
