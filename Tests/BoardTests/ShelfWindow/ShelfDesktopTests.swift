import Foundation
import Harness
import Testing

extension OnTheDesktop {
  /// The shelf's requests to the desktop.
  @Suite struct ShelfDesktopTests {
    @Test func theWindowManagerIsAskedToKeepItAbove() throws {
      try Desktop.run { desktop in
        let requests = try desktop.startWindow(
          "/usr/bin/python3", [Built.tool("stacking-requests.py")])
        try requests.waitForOutput("ready")
        _ = try desktop.startShelf()
        try requests.waitForOutput("add _NET_WM_STATE_ABOVE")
      }
    }

    @Test(arguments: usually(.wayland))
    func filesReachSandboxesByThePortal(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let portal = try desktop.startWindow("/usr/bin/python3", [Built.tool("file-portal.py")])
        try portal.waitForOutput("ready")
        let note = try desktop.fixture.folder.write("note ü.bin", [1, 2, 3])
        let folder = try desktop.fixture.folder.makeFolder("folder")
        let shelf = try desktop.startShelf()
        _ = try desktop.drag(note, folder)
        try shelf.expectTiles(["All 2", "note ü.bin", "folder"])
        try shelf.focusTile("All 2")
        try shelf.press("ctrl+c")
        let type = "application/vnd.portal.filetransfer"
        try desktop.display.waitUntilCopied(type)
        #expect(try desktop.display.paste(type) == Array("key\0".utf8))
        try portal.waitForOutput("\(note)\n\(folder)\n")
        let list = "file://\(note.replacing(" ", with: "%20").replacing("ü", with: "%C3%BC"))\r\n"
        #expect(
          try desktop.display.paste("text/uri-list") == Array("\(list)file://\(folder)\r\n".utf8))
      }
    }

    @Test(arguments: usually(.x11))
    func aDeletedFileIsGivenFromDragd(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let note = try desktop.fixture.folder.write("note.bin", [1, 2, 3])
        let shelf = try desktop.startShelf()
        _ = try desktop.drag(note)
        try shelf.expectTiles(["note.bin"])
        try FileManager.default.removeItem(atPath: note)
        try shelf.focusTile("note.bin")
        try shelf.press("ctrl+c")
        try desktop.display.waitUntilCopied("text/uri-list")
        let list = try String(decoding: desktop.display.paste("text/uri-list"), as: UTF8.self)
        let path = try #require(
          list.split(separator: "\r\n").first.flatMap { URL(string: String($0))?.path })
        #expect(path.hasSuffix("/note.bin"))
        #expect(path != note)
        #expect(FileManager.default.contents(atPath: path) == Data([1, 2, 3]))
      }
    }

    /// Regression: nothing was given, and nothing said why.
    @Test(arguments: usually(.x11))
    func theShelfSaysThatAFolderIsGone(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let note = try desktop.fixture.folder.write("note.bin", [1, 2, 3])
        let folder = try desktop.fixture.folder.makeFolder("folder")
        let shelf = try desktop.startShelf()
        _ = try desktop.drag(note, folder)
        try shelf.expectTiles(["All 2", "note.bin", "folder"])
        try shelf.focusTile("All 2")
        try shelf.press("ctrl+c")
        try desktop.display.waitUntilCopied("text/uri-list")
        try FileManager.default.removeItem(atPath: folder)
        // What is there is given still.
        let list = try desktop.display.paste("text/uri-list")
        #expect(list == Array("file://\(note)\r\n".utf8))
        try shelf.expectMessage("“folder” is not there any more")
        try shelf.press("Escape")
        try eventually(within: Timeout.long, "the message is gone") {
          try shelf.seen("label", "“folder” is not there any more") == nil
        }
        try shelf.focusTile("folder")
        try shelf.press("Return")
        try shelf.expectMessage("“folder” is not there any more")
      }
    }

    @Test func whatWasPastedIsThereWhenDragdStartsAgain() throws {
      try Desktop.run { desktop in
        let shelf = try desktop.startShelf()
        try desktop.display.copy(Array("from the shell".utf8), as: "text/plain;charset=utf-8")
        try shelf.press("ctrl+v")
        try shelf.expectTiles(["from the shell"])
        try desktop.killDragd()
        try shelf.focusTile("from the shell")
        try shelf.press("ctrl+c")
        // The program that copied the text has nothing of this type.
        try eventually(within: Timeout.long, "the shelf has copied it") {
          try desktop.display.copiedTypes().contains("application/vnd.dragd.offer")
        }
        let text = try desktop.display.paste("text/plain;charset=utf-8")
        #expect(text == Array("from the shell".utf8))
      }
    }

    @Test func tilesOfDragctlComeBackWithDragd() throws {
      try Desktop.run { desktop in
        let shelf = try desktop.startShelf()
        let dragctl = try desktop.drag("--text", "words")
        try shelf.expectTiles(["words"])
        let former = try desktop.killDragd()
        // The bus starts another one for dragctl.
        try eventually(within: Timeout.long, "another dragd runs") {
          try desktop.dragdProcess().map { $0 != former } ?? false
        }
        try shelf.expectTiles(["words"])
        try shelf.focusTile("words")
        try shelf.press("Delete")
        #expect(try dragctl.wait().exit == .success)
      }
    }

    @Test(arguments: usually(.x11))
    func theHistoryComesWithDragd(on server: DisplayServer) throws {
      try Desktop.run(on: server, dragd: false) { desktop in
        _ = try desktop.fixture.start(
          Built.dragclip, [], on: desktop.bus, environment: desktop.variables)
        try desktop.display.copy(Array("words".utf8), as: "text/plain;charset=utf-8")
        // dragclip reads the text before the shelf is there, and cannot offer it.
        let shelf = try desktop.startShelf()
        try shelf.expectHistory([])
        _ = try desktop.fixture.start(Built.dragd, ["--idle-exit", "never"], on: desktop.bus)
        try shelf.expectHistory(["words"])
      }
    }

    @Test(arguments: usually(.wayland))
    func aPictureBecomesAFileThatGoesWithItsTile(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let picture = try desktop.makePicture("lake.png")
        let shelf = try desktop.startShelf()
        _ = try desktop.drag("--type", "image/png", input: picture.bytes)
        try shelf.expectTiles(["PNG image"])
        try shelf.focusTile("PNG image")
        try shelf.press("ctrl+c")
        try desktop.display.waitUntilCopied("text/uri-list")
        let list = try String(decoding: desktop.display.paste("text/uri-list"), as: UTF8.self)
        let path = try #require(
          list.split(separator: "\r\n").first.flatMap { URL(string: String($0))?.path })
        #expect(path.hasSuffix(".png"))
        #expect(FileManager.default.contents(atPath: path) == Data(picture.bytes))
        try shelf.press("Delete")
        try eventually(within: Timeout.long, "the file has gone") {
          !FileManager.default.fileExists(atPath: path)
        }
      }
    }
  }
}

extension Desktop {
  /// Kills dragd; the bus starts it again when a program calls it.
  @discardableResult
  func killDragd() throws -> Int32 {
    guard let number = try dragdProcess(), kill(number, SIGKILL) == 0 else {
      throw HarnessFailure("dragd cannot be killed")
    }
    return number
  }

  /// Nil while no dragd is on the bus.
  func dragdProcess() throws -> Int32? {
    let reply = try fixture.run(
      "/usr/bin/gdbus",
      [
        "call", "--session", "--dest", "org.freedesktop.DBus", "--object-path",
        "/org/freedesktop/DBus", "--method",
        "org.freedesktop.DBus.GetConnectionUnixProcessID", "org.dragd.Broker1",
      ], on: bus)
    return reply.exit == .success
      ? reply.output.split { !$0.isNumber }.last.flatMap { Int32($0) } : nil
  }
}
