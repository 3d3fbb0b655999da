import Foundation
import Harness
import Testing

extension OnTheDesktop {
  /// The shelf's history with pictures, and what the shelf does not do.
  @Suite struct ShelfRulesTests {
    private static let text = "text/plain;charset=utf-8"

    @Test(arguments: onlyInTheRest)
    func theHistoryHasPicturesAndIsSearchedPinnedAndForgotten(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let picture = try desktop.makePicture("lake.png")
        let shelf = try desktop.startShelfWithHistory()
        try desktop.display.copy(picture.bytes, as: "image/png")
        try shelf.expectHistory(["PNG image"])
        let secret = try desktop.startWindow(
          Built.clipboardOwner, ["\(Self.text)=correct horse", "x-kde-passwordManagerHint=secret"])
        try secret.waitForOutput("owned")
        try secret.waitForOutput("asked x-kde-passwordManagerHint")
        try desktop.display.copy(Array("two words".utf8), as: Self.text)
        try shelf.expectHistory(["two words", "PNG image"])
        try shelf.click("list item", "PNG image")
        try eventually(within: Timeout.long, "the picture is on the clipboard again") {
          try (try? desktop.display.paste("image/png")) == picture.bytes
            && !desktop.display.copiedTypes().contains(Self.text)
        }

        try shelf.press("ctrl+f")
        try shelf.type("wor")
        try eventually(within: Timeout.long, "the search has found the text") {
          try shelf.shelf().history == ["two words"]
        }
        try shelf.press("Escape")
        try shelf.click("push button", "Pin two words")
        _ = try shelf.find("push button", "Unpin two words")
        try shelf.click("push button", "Forget All")
        try shelf.focusDialog()
        try shelf.press("alt+p")
        try eventually(within: Timeout.long, "all is forgotten") {
          try shelf.shelf().history.isEmpty
        }
        let left = try desktop.dragctl("paste", "--history", "1")
        #expect(left.exit == .exited(3), "\(left.output)\(left.error)")
      }
    }

    /// In `make test-rest` alone.
    @Test(arguments: onlyInTheRest)
    func keysPinAndForgetAndEachControlHasAName(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let shelf = try desktop.startShelfWithHistory()
        _ = try desktop.drag("--text", "a tile")
        try shelf.expectTiles(["a tile"])
        for (number, text) in ["first words", "second words", "third words"].enumerated() {
          try desktop.display.copy(Array(text.utf8), as: Self.text)
          try eventually(within: Timeout.long, "\(text) is in the history") {
            try shelf.shelf().history.count == number + 1
          }
        }
        let controls = ["push button", "toggle button", "list item", "text", "list", "panel"]
        for seen in try shelf.look() where controls.contains(seen.role) && seen.isShown {
          #expect(seen.role == "panel" || !seen.name.isEmpty, "\(seen)")
        }
        try shelf.press("Tab")
        try shelf.focusTile("second words")
        try shelf.press("Tab")
        try shelf.expectFocus("Pin second words")
        try shelf.press("space")
        _ = try shelf.find("push button", "Unpin second words")
        try shelf.press("shift+Tab")
        try shelf.focusTile("third words")
        try shelf.press("Delete")
        try shelf.expectHistory(["second words", "first words"])
        try shelf.focusTile("first words")
        try shelf.press("Return")
        try eventually(within: Timeout.long, "it is on the clipboard again") {
          try desktop.display.paste(Self.text) == Array("first words".utf8)
        }
        try shelf.press("alt+a")
        try shelf.focusDialog()
        try shelf.press("alt+p")
        try eventually(within: Timeout.long, "all is forgotten") {
          try shelf.shelf().history.isEmpty
        }
      }
    }

    /// No other program finds what is on the shelf: its offers are in no list.
    @Test(arguments: usually(.x11))
    func whatIsOnTheShelfIsPrivate(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let note = try desktop.fixture.folder.write("note.txt", text: "Look up")
        let shelf = try desktop.startShelf()
        try desktop.display.copy(Array("from the shell".utf8), as: Self.text)
        try shelf.press("ctrl+v")
        try shelf.expectTiles(["from the shell"])
        _ = try desktop.drag(note)
        try shelf.expectTiles(["note.txt", "from the shell"])
        let list = try desktop.dragctl("list", "--json")
        #expect(
          !list.output.contains("offer/") && !list.output.contains("note"), "\(list.output)")
        let objects = try desktop.fixture.run(
          "gdbus",
          [
            "call", "--session", "--dest", "org.dragd.Broker1", "--object-path",
            "/org/dragd/Broker1", "--method",
            "org.freedesktop.DBus.ObjectManager.GetManagedObjects",
          ], on: desktop.bus)
        #expect(!objects.output.contains("offer/"), "\(objects.output)\(objects.error)")
        // An offer that is not private is in both.
        _ = try desktop.fixture.run(
          Built.dragctl, ["offer", "--detach", note], on: desktop.bus)
        #expect(try desktop.dragctl("list", "--json").output.contains("note.txt"))
      }
    }

    @Test(arguments: usually(.wayland))
    func theWindowIsSmall(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let shelf = try desktop.start(["shelf"])
        for number in 1...8 { _ = try desktop.drag("--text", "tile \(number)") }
        try eventually(within: Timeout.long, "the tiles are there") {
          try shelf.shelf().tiles.count == 8
        }
        let window = try desktop.display.rectangle(of: shelf.window)
        #expect(window.width <= 360 + 2 * desktop.display.border, "\(window)")
        #expect(window.height <= 480 + 2 * desktop.display.border, "\(window)")
      }
    }

    /// Another program could name a file that it may not read itself.
    @Test(.enabled(if: HangingFileSystem.unavailable == nil, "no FUSE mounts here"))
    func anAddressThatAProgramAddsIsNotOpened() throws {
      try Desktop.run { desktop in
        let files = try desktop.fixture.hangingFileSystem(hanging: [.open])
        let list = "file://\(files.file)\r\n"
        let shelf = try desktop.startShelf()
        _ = try desktop.drag("--type", "text/uri-list", input: Array(list.utf8))
        try shelf.expectTiles(["file"])
        // The preview is made after the tile; a second tile comes after the first one's.
        _ = try desktop.drag("--text", "two words")
        try shelf.expectTiles(["two words", "file"])
        #expect(files.hungCount(.open) == 0)
        // The shelf opens what a person puts there.
        try desktop.display.copy(Array(list.utf8), as: "text/uri-list")
        try shelf.press("ctrl+v")
        try files.waitUntilHung(.open)
        try files.answer(.open)
      }
    }
  }
}
