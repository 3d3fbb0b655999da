import Foundation
import Harness
import Testing

extension AmongPrograms {
  /// Drops between the shelf and other programs.
  @Suite struct ShelfDropTests {
    @Test(arguments: usually(.x11))
    func aFileGoesFromOneFolderToAnotherByTheShelf(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let bytes = Sample.noise(100_000)
        let folder = try desktop.fixture.folder.makeFolder("files")
        try desktop.fixture.folder.write("files/track ü.bin", bytes)
        let other = try desktop.fixture.folder.makeFolder("other")
        let shelf = try desktop.startShelf()
        let window = try FolderWindow(folder, on: desktop)
        try desktop.drag(from: window.find("track ü.bin"), to: shelf.dropPlace()) {
          try shelf.isShelfHovered()
        }
        try shelf.expectTiles(["track ü.bin"])
        try window.end()
        let second = try FolderWindow(other, on: desktop)
        try second.drag("track ü.bin", of: shelf)
        try eventually(within: Timeout.long, "the file is in the other folder") {
          FileManager.default.contents(atPath: "\(other)/track ü.bin") == Data(bytes)
        }
        // The drop copies the file.
        #expect(FileManager.default.fileExists(atPath: "\(folder)/track ü.bin"))
        try shelf.expectTiles(["track ü.bin"])
      }
    }

    @Test(arguments: usually(.wayland))
    func aTextOutlivesTheProgramThatItCameFrom(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let shelf = try desktop.startShelf()
        let first = try TextProgram(on: desktop, at: (640, 0))
        try first.type("Northwards it goes")
        try first.selectFirstWord()
        try desktop.drag(from: first.start, to: shelf.dropPlace()) { try shelf.isShelfHovered() }
        try shelf.expectTiles(["Northwards.txt"])
        try first.expectNoWarnings()
        try first.end()
        let second = try TextProgram(on: desktop, at: (640, 0))
        try desktop.drag(from: shelf.findAtRest("list item", "Northwards.txt"), to: second.middle) {
          try second.isHovered()
        }
        try second.expect("Northwards")
        try second.expectNoWarnings()
      }
    }

    @Test(arguments: usually(.x11))
    func aPictureOfAPageBecomesAFile(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let picture = try desktop.makePicture("lake.png")
        let folder = try desktop.fixture.folder.makeFolder("files")
        let shelf = try desktop.startShelf()
        let page = try Page(on: desktop, picture: picture.bytes)
        try page.give("image", to: shelf)
        let tile = try eventually(within: Timeout.long, "there is a tile") {
          try shelf.shelf().tiles.first
        }
        try page.end()
        let window = try FolderWindow(folder, on: desktop)
        try window.drag(tile, of: shelf)
        try eventually(within: Timeout.long, "the picture is in the folder") {
          try FileManager.default.contentsOfDirectory(atPath: folder).contains {
            FileManager.default.contents(atPath: "\(folder)/\($0)") == Data(picture.bytes)
          }
        }
      }
    }

    @Test(arguments: usually(.wayland))
    func aPageGetsTextAndFilesOfTheShelf(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let picture = try desktop.makePicture("lake.png")
        let shelf = try desktop.startShelf()
        _ = try desktop.drag("--text", "Fünf Äpfel")
        try shelf.expectTiles(["Fünf Äpfel"])
        _ = try desktop.drag(picture.path)
        try shelf.expectTiles(["lake.png", "Fünf Äpfel"])
        let page = try Page(on: desktop)
        let text = try page.drag("Fünf Äpfel", of: shelf)
        #expect(text == Page.Dropped(texts: ["text/plain": "Fünf Äpfel"], files: []))
        let file = Page.Dropped.File(
          name: "lake.png", type: "image/png", size: picture.bytes.count,
          sha256: try desktop.sha256(of: picture.bytes))
        #expect(try page.drag("lake.png", of: shelf).files == [file])
      }
    }
  }
}

extension FolderWindow {
  func end() throws { try manager.end() }
}

extension TextProgram {
  func end() throws { try program.end() }
}

extension Page {
  func end() throws { try browser.end() }

  /// Drags something from the page onto the shelf.
  func give(_ id: String, to shelf: App) throws {
    guard let place = places[id] else { throw HarnessFailure("the page has no “\(id)”") }
    try desktop.drag(
      from: place, to: shelf.dropPlace(),
      begun: {
        let title = try browser.title()
        return title.hasPrefix("dragging ") || title.hasPrefix("over ")
      },
      until: { try shelf.isShelfHovered() })
  }
}

extension OtherProgram {
  /// Kills the program, because none of its offers may outlive it.
  func end() throws {
    program.kill()
    try eventually(within: Timeout.long, "it has ended") { !program.isRunning }
  }
}
