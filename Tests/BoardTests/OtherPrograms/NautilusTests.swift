import Foundation
import Harness
import Testing

extension AmongPrograms {
  /// Files between the shell and Nautilus through the clipboard. Nautilus takes seconds to start, so each test does all
  /// that begins in the shell, or all that begins in Nautilus.
  @Suite struct NautilusTests {
    private static let list = "x-special/gnome-copied-files"

    @Test(arguments: usually(.x11))
    func filesThatNautilusHasCopiedAndCutComeToTheShell(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let place = try Place(desktop)
        try place.write("note ü.txt", "Look up\nand down")
        let window = try NautilusWindow(["--select", "\(place.folder)/note ü.txt"], on: desktop)
        try window.strike("ctrl+c", until: "the file is copied") {
          try place.clipboard.types().contains(Self.list)
        }
        #expect(try !place.clipboard.isCut())
        #expect(try place.clipboard.run("paste").output == "\(place.folder)/note ü.txt\n")
        try place.clipboard.run("paste", "--output", place.other)
        #expect(try place.files() == ["note ü.txt"])
        #expect(try place.read("note ü.txt", of: place.other) == "Look up\nand down")
        try FileManager.default.removeItem(atPath: "\(place.other)/note ü.txt")
        try window.strike("ctrl+x", until: "the file is cut") { try place.clipboard.isCut() }
        try place.clipboard.run("paste", "--move", "--output", place.other)
        #expect(try place.files() == [])
        #expect(try place.read("note ü.txt", of: place.other) == "Look up\nand down")
        let again = try desktop.dragctl("paste", "--move", "--output", place.other)
        #expect(again.exit == .exited(3), "\(again.error)")
      }
    }

    @Test(arguments: onlyInTheRest)
    func filesThatTheShellHasCopiedAndCutComeToNautilus(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let place = try Place(desktop)
        let paths = ["one ü.txt", "two.bin"].map { "\(place.other)/\($0)" }
        for path in paths { try Data(path.utf8).write(to: URL(fileURLWithPath: path)) }
        let window = try NautilusWindow([place.folder], on: desktop)
        try place.clipboard.run("copy", paths[0], paths[1])
        try window.paste(until: "both are there, and whole") {
          try place.files() == ["one ü.txt", "two.bin"]
            && place.read("one ü.txt", of: place.folder) == paths[0]
            && place.read("two.bin", of: place.folder) == paths[1]
        }
        #expect(try place.otherFiles() == ["one ü.txt", "two.bin"])
        for name in try place.files() {
          try FileManager.default.removeItem(atPath: "\(place.folder)/\(name)")
        }
        // Another file: the keys are pressed until the files are there, and may bring them twice.
        let cut = "\(place.other)/three.bin"
        try Data(cut.utf8).write(to: URL(fileURLWithPath: cut))
        try place.clipboard.run("copy", "--cut", cut)
        try window.paste(until: "it is there, and gone here") {
          try place.files().contains("three.bin")
            && place.otherFiles() == ["one ü.txt", "two.bin"]
        }
        #expect(try place.read("three.bin", of: place.folder) == cut)
      }
    }
  }

  /// A folder in Nautilus, which is used with keys alone.
  struct NautilusWindow {
    private let manager: OtherProgram
    private let desktop: Desktop

    init(_ arguments: [String], on desktop: Desktop) throws {
      self.desktop = desktop
      manager = try OtherProgram(
        "/usr/bin/nautilus", arguments, on: desktop, at: (0, 0), size: nil,
        border: desktop.display.border)
    }

    /// Presses keys until the condition holds: Nautilus has selected nothing before it has read the folder.
    func strike(_ keys: String, until what: String, _ holds: () throws -> Bool) throws {
      try eventually(within: Timeout.long, what) {
        try manager.focus()
        try desktop.display.strike(keys)
        return (try? eventually(within: .seconds(2)) { try holds() }) != nil
      }
    }

    /// Pastes with keys until the condition holds: Nautilus pastes nothing before it knows of the copy.
    func paste(until what: String, _ hasCome: () throws -> Bool) throws {
      try eventually(within: Timeout.long, what) {
        try manager.focus()
        // A paste that came twice may have Nautilus ask what to do with the same file.
        try desktop.display.strike("Escape")
        try desktop.display.strike("ctrl+v")
        return (try? eventually(within: .seconds(3)) { try hasCome() }) != nil
      }
    }
  }
}
