import Foundation
import Harness
import Testing

extension AmongPrograms {
  /// Drops between the shelf and programs of GTK 4 that know nothing of dragd.
  @Suite struct ShelfPlainProgramTests {
    @Test(arguments: onlyInTheRest)
    func aTextGoesToTheShelfAndFromItToAnotherProgram(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let bytes = Array("Nordwärts".utf8)
        let taken = try pass(bytes, "text/plain;charset=utf-8", on: desktop)
        #expect(taken.text == "Nordwärts")
      }
    }

    @Test(arguments: onlyInTheRest)
    func aPictureGoesToTheShelfAndFromItToAnotherProgram(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let picture = try desktop.makePicture("lake.png")
        let taken = try pass(picture.bytes, "image/png", on: desktop)
        let compared = try desktop.fixture.run(
          "/usr/bin/compare", ["-metric", "AE", picture.path, taken.file, "null:"])
        #expect(compared.error == "0")
      }
    }

    /// The shelf has the file itself, and gives the other program its address.
    @Test(arguments: usually(.wayland))
    func aFileGoesToTheShelfAndFromItToAnotherProgram(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let path = try desktop.fixture.folder.write("track.bin", Sample.noise(1_000))
        let list = Array("file://\(path)\r\n".utf8)
        let taken = try pass(list, "text/uri-list", on: desktop, as: "track.bin")
        #expect(taken.text == path)
      }
    }

    /// Drags content of a program onto the shelf, ends the program, and drags the content onto another program.
    ///
    /// - Parameter title: the title of the tile; nil for any.
    /// - Returns: what that program says, and the file for a picture.
    private func pass(
      _ bytes: [UInt8], _ type: String, on desktop: Desktop, as title: String? = nil
    ) throws -> (text: String, file: String) {
      let given = try desktop.fixture.folder.write("given", bytes)
      let shelf = try desktop.startShelf()
      let corner = Rectangle(x: 900, y: 260, width: 20, height: 20)
      let empty = try desktop.display.pixels(of: corner)
      let source = try OtherProgram(
        "/usr/bin/python3", [Built.tool("drag-source.py"), type, "all", given], on: desktop,
        at: (640, 0), size: (300, 300))
      // Until the program has drawn its window as large as that, sway takes a press for one on the window's border.
      try eventually(within: Timeout.long, "the source has drawn its window") {
        try desktop.display.pixels(of: corner) != empty
      }
      try desktop.drag(from: (790, 170), to: shelf.dropPlace()) { try shelf.isShelfHovered() }
      let tile = try eventually(within: Timeout.long, "there is a tile") {
        try shelf.shelf().tiles.first
      }
      #expect(title == nil || tile == title)
      try source.end()
      let file = desktop.fixture.folder.path("taken.png")
      let target = try DropProgram("copies", file, on: desktop)
      try desktop.drag(from: shelf.findAtRest("list item", tile), to: target.middle) {
        target.isHovered
      }
      let printed = try target.program.waitForOutput(within: Timeout.usual, "read") {
        $0.contains("\nread ") && $0.hasSuffix("\n")
      }
      let line = printed.split(separator: "\n").first { $0.hasPrefix("read ") } ?? ""
      return (String(line.dropFirst("read ".count)), file)
    }
  }
}
