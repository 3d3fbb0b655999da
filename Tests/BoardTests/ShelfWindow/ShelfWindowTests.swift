import BoardModel
import Foundation
import Harness
import Testing

extension OnTheDesktop {
  /// The shelf without a board, and `dragctl drag`.
  @Suite struct ShelfWindowTests {
    @Test(arguments: usually(.x11))
    func aSecondCallShowsTheOneWindow(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let shelf = try desktop.startShelf()
        let second = try desktop.fixture.run(
          "\(Built.folder)/dragboard", ["shelf"], on: desktop.bus, environment: desktop.variables)
        #expect(second.exit == .success, "\(second.error)")
        #expect(
          try desktop.display.windows(of: shelf.program.processIdentifier) == [shelf.window])
      }
    }

    @Test(arguments: usually(.wayland))
    func laterCallsOfDragctlAddToTheOneWindow(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let folder = desktop.fixture.folder
        let note = try folder.write("note.txt", text: "Look up")
        let (one, two) = (try folder.write("one.bin", [1]), try folder.write("two.bin", [2]))
        let shelf = try desktop.startShelf()
        let first = try desktop.drag(note)
        try shelf.expectTiles(["note.txt"])
        let second = try desktop.drag("--stdin", input: Array("\(one)\n\(two)\n".utf8))
        try shelf.expectTiles(["All 2", "one.bin", "two.bin", "note.txt"])
        try shelf.click("push button", "Remove one.bin")
        try shelf.expectTiles(["two.bin", "note.txt"])
        try shelf.click("push button", "Remove two.bin")
        try shelf.expectTiles(["note.txt"])
        #expect(try second.wait().exit == .success)
        _ = try first.terminate()
        try shelf.expectTiles([])
      }
    }

    @Test func dragctlHasTheBusOpenTheShelf() throws {
      try Desktop.run { desktop in
        let note = try desktop.fixture.folder.write("note.txt", text: "Look up")
        let program = try desktop.drag(note)
        let window = try eventually(within: Timeout.long, "the window is there") {
          // xdotool fails while there is no window.
          (try? desktop.xdotool(["search", "--onlyvisible", "--name", "^Shelf$"]))?
            .split(separator: "\n").first.map { String($0) }
        }
        // Closes the window as a window manager does.
        try desktop.display.focus(window)
        try eventually(within: Timeout.long, "dragctl ends with its tile") {
          try desktop.display.strike("ctrl+w")
          return !program.isRunning
        }
        #expect(try program.wait().exit == .success)
      }
    }

    @Test(arguments: usually(.x11))
    func dragctlCanEndAfterOneDrag(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let note = try desktop.fixture.folder.write("note.txt", text: "Look up")
        let other = try desktop.fixture.folder.write("other.bin", [1, 2, 3])
        let shelf = try desktop.startShelf()
        let program = try desktop.drag("--and-exit", note, other)
        try shelf.expectTiles(["All 2", "note.txt", "other.bin"])
        let text = try TextProgram(on: desktop, at: (640, 0))
        try desktop.drag(from: shelf.findAtRest("list item", "note.txt"), to: text.middle) {
          try text.isHovered()
        }
        try text.expect("Look up")
        #expect(try program.wait().exit == .success)
        try shelf.expectTiles([])
      }
    }

    @Test func keysRemoveSearchAndCopy() throws {
      try Desktop.run { desktop in
        let shelf = try desktop.startShelf()
        for name in ["Mill", "Lake", "Crane"] {
          _ = try desktop.drag("--text", name, "--label", name)
        }
        try eventually(within: Timeout.long, "the tiles are there") {
          try shelf.shelf().tiles.count == 3
        }
        try shelf.press("ctrl+f")
        try shelf.type("lak")
        try shelf.expectTiles(["Lake"])
        try shelf.press("Escape")
        try eventually(within: Timeout.long, "the search is over") {
          try shelf.shelf().tiles.count == 3
        }
        try shelf.focusTile("Lake")
        try shelf.press("ctrl+c")
        try desktop.display.waitUntilCopied("text/plain;charset=utf-8")
        #expect(try desktop.display.paste("text/plain;charset=utf-8") == Array("Lake".utf8))
        try shelf.press("Delete")
        try eventually(within: Timeout.long, "the tile is gone") {
          try shelf.shelf().tiles.sorted() == ["Crane", "Mill"]
        }
      }
    }

    @Test(arguments: usually(.wayland))
    func whatIsCopiedIsPastedOnTheShelf(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let shelf = try desktop.startShelf()
        try desktop.display.copy(Array("from the shell".utf8), as: "text/plain;charset=utf-8")
        try shelf.press("ctrl+v")
        try shelf.expectTiles(["from the shell"])

        // The shelf refuses too many files with the reason, and changes nothing.
        let files = try (0...200).map { number in
          try desktop.fixture.folder.write("file-\(number)", text: "x")
        }
        let list = files.map { "file://\($0)\r\n" }.joined()
        try desktop.display.copy(Array(list.utf8), as: "text/uri-list")
        try shelf.press("ctrl+v")
        try shelf.expectMessage("The shelf has room for 200 things: remove some first")
        #expect(try shelf.shelf().tiles == ["from the shell"])
      }
    }

    @Test(arguments: seldom)
    func tooMuchContentIsRefusedWithTheReason(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let shelf = try desktop.startShelf()
        let large = try desktop.fixture.folder.write("large", [])
        #expect(truncate(large, 257 << 20) == 0)
        let copy =
          server == .x11
          ? "xclip -i -selection clipboard -t image/x-large" : "wl-copy -t image/x-large"
        let copying = try desktop.startWindow(
          "/bin/sh", ["-c", "\(copy) <\(large) >/dev/null 2>&1"])
        _ = try copying.wait()
        // Both tools end before their copy is on the clipboard.
        try desktop.display.waitUntilCopied("image/x-large")
        _ = try shelf.look(places: .none)
        try shelf.press("ctrl+v")
        // It reads all that before.
        try shelf.expectMessage(
          "It has more than 256 MiB, and is not a file", within: .seconds(300))
        #expect(try shelf.shelf().tiles == [])
      }
    }

    @Test(.enabled(if: Sandbox.unavailable == nil, "no private mounts here"))
    func aProgramInASandboxIsRefused() throws {
      try Desktop.run { desktop in
        let shelf = try desktop.startShelf()
        for call in [
          ["Show", "{}"], ["Add", "'/org/dragd/Broker1/offer/aaaaaaaaaaaaaaaaaaaaaaaaaa'", "{}"],
          ["Other"],
        ] {
          let command =
            Sandbox.command() + [
              "gdbus", "call", "--session", "--dest", ShelfService.name, "--object-path",
              "/org/dragd/Shelf1", "--method", "org.dragd.Shelf1.\(call[0])",
            ] + call.dropFirst()
          let result = try desktop.fixture.run(
            command[0], Array(command.dropFirst()), on: desktop.bus)
          #expect(result.error.contains("org.dragd.Error.AccessDenied"), "\(result.error)")
        }
        #expect(try shelf.shelf().tiles == [])
      }
    }

    /// Regression: each copy and each drag of a tile made a file of its own, until the shelf had no room.
    @Test func aTileThatIsCopiedAgainIsTheSameFile() throws {
      try Desktop.run { desktop in
        let shelf = try desktop.startShelf()
        try desktop.display.copy(Sample.noise(100_000), as: "application/x-any")
        try shelf.press("ctrl+v")
        let tile = try eventually(within: Timeout.long, "it is on the shelf") {
          try shelf.shelf().tiles.first
        }
        var lists: [[UInt8]] = []
        for _ in 0..<2 {
          try shelf.focusTile(tile)
          try shelf.press("ctrl+c")
          try desktop.display.waitUntilCopied("text/uri-list")
          lists.append(try desktop.display.paste("text/uri-list"))
          try desktop.display.copy(Array("between".utf8), as: "text/plain;charset=utf-8")
        }
        #expect(lists[0].starts(with: Array("file://".utf8)))
        #expect(lists[0] == lists[1])
      }
    }

    /// Regression: what was on the shelf stayed on the disk until the next shelf.
    @Test func theShelfLeavesNothingOnTheDiskWhenThePersonLogsOut() throws {
      try Desktop.run { desktop in
        let shelf = try desktop.startShelf()
        try desktop.display.copy(Sample.noise(100_000), as: "application/x-any")
        try shelf.press("ctrl+v")
        let folder = desktop.fixture.folder.path("cache/dragboard/shelf")
        try eventually(within: Timeout.long, "it is on the shelf") {
          try shelf.shelf().tiles.count == 1
        }
        #expect(try !FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
        #expect(try shelf.program.terminate(within: Timeout.long) == .exited(0))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
      }
    }

    /// Regression: both lists were only as high as if no title wrapped, with room free below.
    @Test(arguments: usually(.x11))
    func nothingIsCutOffWhereThereIsRoom(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let shelf = try desktop.startShelfWithHistory()
        for number in 1...2 {
          let text = "number \(number) of words that are too long for one line of the window"
          try desktop.display.copy(Array(text.utf8), as: "text/plain;charset=utf-8")
          try eventually(within: Timeout.long, "it is in the history") {
            try shelf.shelf().history.count == number
          }
        }
        let names = (1...2).map { "a file with a name that one line has no room for \($0).txt" }
        let files = try names.map { try desktop.fixture.folder.write($0, text: "x") }
        _ = try desktop.drag("--stdin", input: Array(files.joined(separator: "\n").utf8))
        try shelf.expectTiles(["All 2"] + names)
        for list in ["Shelf", "Clipboard"] {
          try eventually(within: Timeout.long, "all of “\(list)” is in sight") {
            let all = try shelf.look()
            guard let index = all.firstIndex(where: { $0.role == "list" && $0.name == list }),
              let pane = all[..<index].last(where: { $0.role == "scroll pane" })
            else { return false }
            return all[index].isShown
              && all[index].y + all[index].height <= pane.y + pane.height
          }
        }
      }
    }

    @Test(arguments: usually(.x11))
    func aClickInTheHistoryCopiesAgain(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let shelf = try desktop.startShelfWithHistory()
        try desktop.display.copy(Array("first words".utf8), as: "text/plain;charset=utf-8")
        try shelf.expectHistory(["first words"])
        try desktop.display.copy(Array("second words".utf8), as: "text/plain;charset=utf-8")
        try shelf.expectHistory(["second words", "first words"])
        try shelf.click("list item", "first words")
        try eventually(within: Timeout.long, "it is on the clipboard again") {
          try desktop.display.paste("text/plain;charset=utf-8") == Array("first words".utf8)
        }
        try shelf.click("push button", "Forget second words")
        try eventually(within: Timeout.long, "it is forgotten") {
          try !shelf.shelf().history.contains("second words")
        }

        // The history stays in sight below many tiles, and the arrow keys move between the two and no further.
        for number in 1...8 { _ = try desktop.drag("--text", "tile \(number)") }
        try eventually(within: Timeout.long, "the tiles are there") {
          try shelf.shelf().tiles.count == 8
        }
        #expect(try shelf.isInSight(("list item", "first words")))
        let last = try #require(try shelf.shelf().tiles.last)
        try shelf.expectFocus("first words")
        try shelf.press("Up")
        try shelf.expectFocus(last)
        try shelf.press("Down")
        try shelf.expectFocus("first words")
        try shelf.press("Down", "Up")
        try shelf.expectFocus(last)
      }
    }
  }
}

extension AmongPrograms {
  @Suite struct ShelfHistoryTests {
    @Test(arguments: usually(.x11))
    func aFileThatWasCopiedIsAFileAgainOnABoard(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let shelf = try desktop.startShelfWithHistory()
        try desktop.fill(["To Do": ["one"]])
        let board = try desktop.start(at: (400, 0), width: 600)
        let file = try desktop.fixture.folder.write("data.bin", [1, 2, 3])
        try desktop.display.copy(Array("file://\(file)\r\n".utf8), as: "text/uri-list")
        try shelf.expectHistory(["data.bin"])
        try shelf.expectLabel { $0.hasSuffix(" · 1 file") }
        try desktop.drag(
          from: shelf.findAtRest("list item", "data.bin"), to: board,
          { try board.place(beside: "one", below: true) }, sign: ("panel", "Insertion"))
        try board.expect(["To Do": ["one", "data.bin"]])
        let store = try BoardStore(folder: "\(board.data)/dragboard")
        let card = try #require(try store.board()[0].cards.last)
        #expect(card.kind == .file && card.representations.contains { $0.size == 3 }, "\(card)")
      }
    }

    @Test func theHistorySaysInWordsWhatItHas() throws {
      try Desktop.run { desktop in
        let shelf = try desktop.startShelfWithHistory()
        let card = try desktop.startWindow(
          Built.clipboardOwner,
          [
            "application/x-dragboard-cards=a", "application/vnd.dragd.card+json={}",
            "text/plain;charset=utf-8=Rent chairs",
          ])
        try card.waitForOutput("owned")
        try shelf.expectHistory(["Rent chairs"])
        try shelf.expectLabel(containing: " · Card · ")
        let page = try desktop.startWindow(Built.clipboardOwner, ["text/html=<p>words"])
        try page.waitForOutput("owned")
        try shelf.expectHistory(["Web page", "Rent chairs"])
      }
    }

    @Test(arguments: usually(.wayland))
    func whatWasCopiedIsDraggedIntoAText(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let shelf = try desktop.startShelfWithHistory()
        try desktop.display.copy(Array("Südwärts".utf8), as: "text/plain;charset=utf-8")
        try shelf.expectHistory(["Südwärts"])
        let text = try TextProgram(on: desktop, at: (640, 0))
        try desktop.drag(from: shelf.findAtRest("list item", "Südwärts"), to: text.middle) {
          try text.isHovered()
        }
        try text.expect("Südwärts")
        try text.expectNoWarnings()
      }
    }
  }
}

extension App {
  func expectMessage(_ text: String, within limit: Duration = Timeout.long) throws {
    try eventually(within: limit, "the message “\(text)”") {
      try look(places: .none).contains { $0.role == "label" && $0.name == text }
    }
  }

  func expectLabel(containing text: String) throws {
    var last: [String] = []
    do {
      try eventually(within: Timeout.long) {
        last = try look(places: .none).filter { $0.role == "label" }.map(\.name)
        return last.contains { $0.contains(text) }
      }
    } catch {
      throw HarnessFailure("a label should contain “\(text)”, but they are \(last)")
    }
  }

  func expectFocus(_ name: String) throws {
    try eventually(within: Timeout.long, "\(name) has the focus") {
      try look(places: .none).contains { $0.name == name && $0.isFocused }
    }
  }

  /// Moves the focus to a tile with keys.
  func focusTile(_ name: String) throws {
    try eventually(within: Timeout.long, "\(name) has the focus") {
      let rows = try look(places: .none).filter { $0.role == "list item" }
      if rows.contains(where: { $0.name == name && $0.isFocused }) { return true }
      // Moves into the list, and then through it: back where it went too far, because an earlier key came late.
      let place = rows.firstIndex(where: \.isFocused)
      let wanted = rows.firstIndex { $0.name == name }
      try press(place.map { $0 < wanted ?? .max ? "Down" : "Up" } ?? "Tab")
      return false
    }
  }
}
