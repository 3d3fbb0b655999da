import Foundation
import Harness
import Testing

extension AmongPrograms {
  /// Programs of GTK 3 and GTK 4 that know nothing of dragd.
  @Suite struct EntryTests {
    private static let text = "text/plain;charset=utf-8"

    @Test(arguments: usually(.wayland), ["3", "4"])
    func aCopiedTextStaysSelectedAndOutlivesItsProgram(
      on server: DisplayServer, version: String
    ) throws {
      try Desktop.run(on: server) { desktop in
        let clipboard = try ShellClipboard(on: desktop)
        let entry = try Entry(version, "Nordwärts geht es", on: desktop)
        try entry.press("ctrl+a", until: "Nordwärts geht es|0|17")
        try entry.press("ctrl+c")
        try clipboard.waitUntilHeld()
        #expect(try clipboard.run("paste").output == "Nordwärts geht es")
        // dragclip takes neither selection from the program; GTK would show that.
        #expect(try entry.last() == "Nordwärts geht es|0|17")
        try entry.program.end()
        try eventually(within: Timeout.long, "dragclip owns the text") {
          try clipboard.isOwn()
        }
        #expect(try desktop.display.paste(Self.text) == Array("Nordwärts geht es".utf8))
      }
    }

    @Test(arguments: onlyInTheRest, ["3", "4"])
    func eachPasteMakesTheTextOnce(on server: DisplayServer, version: String) throws {
      try Desktop.run(on: server) { desktop in
        let clipboard = try ShellClipboard(on: desktop)
        let entry = try Entry(version, "", on: desktop)
        let made = desktop.fixture.folder.path("made")
        let command = "echo >>'\(made)'; printf 'word%s ' $(wc -l <'\(made)')"
        // dragctl stays, because it makes the text.
        _ = try desktop.fixture.start(
          Built.dragctl, ["copy", "--exec", "\(Self.text)=\(command)"], on: desktop.bus)
        try clipboard.wait(for: Self.text)
        #expect(!FileManager.default.fileExists(atPath: made))
        try entry.press("ctrl+v", until: "word1 ||")
        // On Wayland GTK 3 keeps what it has pasted until another program copies.
        let isKept = server == .wayland && version == "3"
        try entry.press("ctrl+v", until: isKept ? "word1 word1 ||" : "word1 word2 ||")
        #expect(try String(contentsOfFile: made, encoding: .utf8) == (isKept ? "\n" : "\n\n"))
      }
    }
  }
}

/// A window with an entry: gtk-entry.py.
struct Entry {
  let program: OtherProgram
  private let desktop: Desktop

  init(_ version: String, _ text: String, on desktop: Desktop) throws {
    self.desktop = desktop
    program = try OtherProgram(
      "/usr/bin/python3", [Built.tool("gtk-entry.py"), version, text], on: desktop, at: (640, 0),
      size: (300, 100))
  }

  func press(_ keys: String) throws {
    try program.focus()
    try desktop.display.strike(keys)
  }

  /// Presses keys, and waits until the entry has this text and selection.
  func press(_ keys: String, until wanted: String) throws {
    try press(keys)
    do {
      try eventually(within: Timeout.long) { try last() == wanted }
    } catch {
      throw HarnessFailure("the entry should have “\(wanted)”, but has “\(try last())”")
    }
  }

  /// The text with the start and the end of the selection.
  func last() throws -> String {
    program.program.standardOutput.split(separator: "\n").last.map(String.init) ?? ""
  }
}
