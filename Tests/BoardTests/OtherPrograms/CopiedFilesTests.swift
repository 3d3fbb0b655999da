import BoardModel
import Foundation
import Harness
import Testing

extension AmongPrograms {
  /// Files between the shell and Thunar through the clipboard.
  @Suite struct CopiedFilesTests {
    private static let list = "x-special/gnome-copied-files"

    @Test(arguments: usually(.x11))
    func aFileThatThunarHasCopiedIsPastedInTheShell(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let place = try Place(desktop)
        try place.write("note ü.txt", "Look up\nand down")
        let window = try FolderWindow(place.folder, on: desktop)
        try window.strike("ctrl+c", on: "note ü.txt")
        try place.clipboard.wait(for: Self.list)
        let printed = try place.clipboard.run("paste")
        #expect(printed.output == "\(place.folder)/note ü.txt\n")
        try place.clipboard.run("paste", "--output", place.other)
        #expect(try place.files() == ["note ü.txt"])
        #expect(try place.otherFiles() == ["note ü.txt"])
        #expect(try place.read("note ü.txt", of: place.other) == "Look up\nand down")
      }
    }

    @Test(arguments: usually(.wayland))
    func aFileThatThunarHasCutIsMovedOnce(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let place = try Place(desktop)
        try place.write("moved.txt", "Look up")
        let window = try FolderWindow(place.folder, on: desktop)
        try window.strike("ctrl+x", on: "moved.txt")
        try place.clipboard.wait(for: Self.list)
        #expect(try place.clipboard.isCut())
        try place.clipboard.run("paste", "--move", "--output", place.other)
        #expect(try place.files() == [])
        #expect(try place.otherFiles() == ["moved.txt"])
        #expect(try place.read("moved.txt", of: place.other) == "Look up")
        // The cut file can be pasted only once, by the shell or by Thunar.
        let again = try desktop.dragctl("paste", "--move", "--output", place.other)
        #expect(again.exit == .exited(3), "\(again.error)")
        #expect(try desktop.display.copiedTypes() == [])
        try window.strike("ctrl+v")
        try eventually(within: Timeout.long, "Thunar has nothing to paste") {
          try window.hasNothingToPaste()
        }
        #expect(try place.files() == [])
        #expect(try place.otherFiles() == ["moved.txt"])
      }
    }

    @Test(arguments: onlyInTheRest)
    func whatTheShellHasCopiedIsPastedInThunar(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let place = try Place(desktop)
        let paths = ["one ü.txt", "two.bin"].map { "\(place.other)/\($0)" }
        for path in paths { try Data("Look up".utf8).write(to: URL(fileURLWithPath: path)) }
        let window = try FolderWindow(place.folder, on: desktop)
        try place.clipboard.run("copy", paths[0], paths[1])
        try window.paste(until: "both are there") {
          try place.files() == ["one ü.txt", "two.bin"]
        }
        #expect(try place.otherFiles() == ["one ü.txt", "two.bin"])
        try eventually(within: Timeout.long, "they are whole") {
          try place.read("one ü.txt", of: place.folder) == "Look up"
            && place.read("two.bin", of: place.folder) == "Look up"
        }
      }
    }

    /// Regression: Thunar knows files that were copied by their own type only, and a text never became a file again.
    @Test(arguments: usually(.x11))
    func aCardThatCameFromAFileIsPastedInThunar(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let place = try Place(desktop)
        let path = "\(place.other)/note ü.txt"
        try Data("Look up\nand down".utf8).write(to: URL(fileURLWithPath: path))
        let store = try BoardStore(folder: "\(desktop.fixture.folder.makeFolder("data"))/dragboard")
        try store.perform(
          .addCards(
            CardReader().cards(fromFileAt: path), to: store.lists()[0].id, at: .end))
        let app = try desktop.start(width: 620)
        let window = try FolderWindow(place.folder, on: desktop)
        try app.focus()
        try app.click("list item", "Look up")
        try app.press("ctrl+c")
        try eventually(within: Timeout.long, "the card is copied") {
          try desktop.display.copiedTypes().contains(Self.list)
        }
        try window.paste(until: "it is there") { try place.files() == ["note ü.txt"] }
        try eventually(within: Timeout.long, "it is whole") {
          try place.read("note ü.txt", of: place.folder) == "Look up\nand down"
        }
      }
    }

    @Test(arguments: onlyInTheRest)
    func whatTheShellHasCutIsMovedByThunar(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let place = try Place(desktop)
        let path = "\(place.other)/moved ü.txt"
        try Data("Look up".utf8).write(to: URL(fileURLWithPath: path))
        let window = try FolderWindow(place.folder, on: desktop)
        try place.clipboard.run("copy", "--cut", path)
        try window.paste(until: "it is there, and gone here") {
          try place.files() == ["moved ü.txt"] && place.otherFiles() == []
        }
        #expect(try place.read("moved ü.txt", of: place.folder) == "Look up")
      }
    }
  }
}

extension FolderWindow {
  /// Selects a file and presses keys.
  func strike(_ keys: String, on file: String) throws {
    try desktop.display.move(to: find(file))
    try desktop.display.click()
    try strike(keys)
  }

  func strike(_ keys: String) throws {
    try focus()
    try desktop.display.strike(keys)
  }

  /// Pastes with keys until the condition holds: Thunar pastes nothing before it knows of the copy.
  func paste(until what: String, _ hasCome: () throws -> Bool) throws {
    try eventually(within: Timeout.long, what) {
      try strike("ctrl+v")
      return (try? eventually(within: .seconds(3)) { try hasCome() }) != nil
    }
  }
}
