import Foundation
import Harness
import Testing

extension AmongPrograms {
  /// What the shell makes when a program of GTK 4 pastes.
  @Suite struct LazyCopyTests {
    @Test(arguments: usually(.wayland))
    func eachPasteInAGTK4ProgramMakesTheTextOnce(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let clipboard = try ShellClipboard(on: desktop)
        let text = try TextProgram(on: desktop, at: (0, 0))
        let made = desktop.fixture.folder.path("made")
        let command = "echo >>'\(made)'; printf 'word%s ' $(wc -l <'\(made)')"
        // dragctl stays, because it makes the text.
        _ = try desktop.fixture.start(
          Built.dragctl, ["copy", "--exec", "text/plain;charset=utf-8=\(command)"], on: desktop.bus)
        try clipboard.wait(for: "text/plain;charset=utf-8")
        #expect(!FileManager.default.fileExists(atPath: made))
        for pasted in ["word1 ", "word1 word2 "] {
          try text.program.focus()
          try desktop.display.strike("ctrl+v")
          try text.expect(pasted)
        }
        #expect(try String(contentsOfFile: made, encoding: .utf8) == "\n\n")
        try text.expectNoWarnings()
      }
    }
  }
}
