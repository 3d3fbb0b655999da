import BoardModel
import Foundation
import Harness
import Testing

extension AmongPrograms {
  @Suite struct FileManagerTests {
    @Test(arguments: usually(.x11))
    func filesBecomeCards(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let bytes = Sample.noise(100_000)
        let folder = try desktop.fixture.folder.makeFolder("files")
        try desktop.fixture.folder.write("files/note ü.txt", text: "Look up\nand down")
        try desktop.fixture.folder.write("files/track.bin", bytes)
        let app = try desktop.start(width: 620)
        let window = try FolderWindow(folder, on: desktop)
        try window.give("note ü.txt", to: app, "To Do")
        let note = try app.card("Look up", in: "To Do")
        #expect(note.kind == .text)
        let words = try app.content(of: note, "text/plain;charset=utf-8")
        #expect(words == Array("Look up\nand down".utf8))
        try window.give("track.bin", to: app, "In Progress")
        let track = try app.card("track.bin", in: "In Progress")
        #expect(track.kind == .file)
        #expect(try app.content(of: track, "application/octet-stream") == bytes)
        // The board copies the files.
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 2)
      }
    }

    @Test(arguments: usually(.wayland))
    func aFileIsAttachedInTheMiddleOfACard(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one", "two", "three", "four", "five"]])
        let bytes = Sample.noise(100_000)
        let folder = try desktop.fixture.folder.makeFolder("files")
        try desktop.fixture.folder.write("files/track.bin", bytes)
        let app = try desktop.start(width: 620)
        let store = try BoardStore(folder: "\(app.data)/dragboard")
        let cards = try store.cards(in: store.lists()[0].id)
        let window = try FolderWindow(folder, on: desktop)
        let middle = try app.findAtRest("list item", "five")
        try desktop.drag(from: window.find("track.bin"), to: middle) {
          let all = try app.look()
          guard let hint = all.first("label", "Attach"), hint.isShown,
            let card = all.first("list item", "five")
          else { return false }
          return hint.y >= card.y && hint.y + hint.height <= card.y + card.height
        }
        try app.expectMessage("File attached to “five”")
        #expect(try store.card(cards[4].id)?.attachments.map(\.name) == ["track.bin"])
        #expect(try store.attachment(1, of: cards[4].id).bytes() == bytes)
        // The card has grown by the number of its files.
        _ = try app.findAtRest("label", "1")
        // Below the middle of a card it becomes a card.
        try desktop.drag(
          from: window.find("track.bin"), to: app.place(beside: "two", below: true)
        ) { try app.seen("panel", "Insertion")?.isShown == true }
        try app.expect(["To Do": ["one", "two", "track.bin", "three", "four", "five"]])
      }
    }

    @Test(arguments: usually(.wayland))
    func aFolderBecomesACardAndAFolderAgain(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let folder = try desktop.fixture.folder.makeFolder("files")
        try desktop.fixture.folder.write("files/photos/été/a", text: "hello")
        try desktop.fixture.folder.write(
          "files/photos/large", Sample.noise(600_000))
        let app = try desktop.start(width: 620)
        let window = try FolderWindow(folder, on: desktop)
        try window.give("photos", to: app, "To Do")
        let card = try app.card("photos", in: "To Do")
        #expect(card.kind == .file)
        let elsewhere = desktop.fixture.folder.path("elsewhere")
        try FileManager.default.moveItem(atPath: "\(folder)/photos", toPath: elsewhere)
        try window.drag("photos", of: app)
        try eventually(within: Timeout.long, "the folder is there again") {
          FileManager.default.contentsEqual(atPath: "\(folder)/photos", andPath: elsewhere)
        }
        try app.expect(["To Do": ["photos"]])
      }
    }

    @Test(arguments: onlyInTheRest)
    func theEditorTakesFilesOfPicturesAndGeocaches(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let folder = try desktop.fixture.folder.makeFolder("files")
        _ = try desktop.makePicture("files/lake.png")
        try desktop.fixture.folder.write(
          "files/mill.geocache",
          text: #"{"name":"Mill","summary":"Look up","latitude":53.5,"longitude":7}"#)
        let editor = try desktop.start(["--editor"], width: 620)
        let window = try FolderWindow(folder, on: desktop)
        try window.give("mill.geocache", toEditor: editor)
        _ = try editor.find("label", "Drag “Mill”")
        try window.give("lake.png", toEditor: editor)
        _ = try editor.find("push button", "Remove the Picture")
        _ = try editor.find("label", "Drag “Mill”")
      }
    }

    @Test(arguments: usually(.wayland))
    func cardsBecomeFilesAndStay(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let bytes = Sample.noise(100_000)
        let picture = try desktop.makePicture("lake.png")
        try desktop.add(desktop.fixture.folder.write("track ü.bin", bytes))
        try desktop.add(picture.path)
        let folder = try desktop.fixture.folder.makeFolder("files")
        let app = try desktop.start(width: 620)
        let window = try FolderWindow(folder, on: desktop)
        for (name, bytes) in [("track ü.bin", bytes), ("lake.png", picture.bytes)] {
          try window.drag(name, of: app)
          try eventually(within: Timeout.long, "\(name) is in the folder") {
            FileManager.default.contents(atPath: "\(folder)/\(name)") == Data(bytes)
          }
          try app.expectDragOver()
        }
        // Thunar moves files where it may; the board only gives copies.
        try app.expect(["To Do": ["track ü.bin", "lake.png"]])
      }
    }

    /// Regression: Thunar took nothing of a text, a task or a geocache.
    @Test(arguments: usually(.x11))
    func everyCardBecomesAFile(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["Call Ada"]])
        let mill = try desktop.fixture.folder.write(
          "mill", text: #"{"name":"Mill","summary":"Look up","latitude":53.5,"longitude":7}"#)
        try desktop.add(mill)
        try desktop.add(desktop.fixture.folder.write("track.bin", [1, 2, 0]))
        let folder = try desktop.fixture.folder.makeFolder("files")
        let app = try desktop.start(width: 620)
        try app.click("list item", "Call Ada")
        try app.press("ctrl+a")
        try app.expectSelected(["Call Ada", "Mill", "track.bin"])
        let window = try FolderWindow(folder, on: desktop)
        try window.drag("Call Ada", of: app)
        for (name, bytes) in [("track.bin", [1, 2, 0]), ("Call Ada.txt", Array("Call Ada".utf8))] {
          try eventually(within: Timeout.long, "\(name) is in the folder") {
            FileManager.default.contents(atPath: "\(folder)/\(name)") == Data(bytes)
          }
        }
        try eventually(within: Timeout.long, "the geocache is in the folder") {
          FileManager.default.fileExists(atPath: "\(folder)/Mill.gpx")
        }
      }
    }
  }
}

extension FolderWindow {
  /// Drags a file onto an empty list.
  func give(_ file: String, to app: App, _ list: String) throws {
    try desktop.drag(from: find(file), to: list, of: app)
  }
  /// Drags a file onto the geocache editor.
  func give(_ file: String, toEditor editor: App) throws {
    try desktop.drag(from: find(file), to: editor.find("text", "Name")) {
      try editor.look(places: .none).first("panel", "Geocache Editor, hovered") != nil
    }
  }
}
