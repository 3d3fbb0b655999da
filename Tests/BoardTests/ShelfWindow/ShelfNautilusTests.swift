import Foundation
import Harness
import Testing

extension AmongPrograms {
  /// Drags between the shelf and Nautilus, which takes seconds to start.
  @Suite struct ShelfNautilusTests {
    @Test(arguments: onlyInTheRest)
    func filesGoFromOneFolderToAnotherByTheShelf(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let bytes = Sample.noise(100_000)
        let folder = try desktop.fixture.folder.makeFolder("files")
        try desktop.fixture.folder.write("files/track ü.bin", bytes)
        let other = try desktop.fixture.folder.makeFolder("other")
        let shelf = try desktop.startShelf()
        let first = try FilesWindow(folder, on: desktop)
        try desktop.drag(from: first.find("track ü.bin"), to: shelf.dropPlace()) {
          try shelf.isShelfHovered()
        }
        try shelf.expectTiles(["track ü.bin"])
        try first.end()
        let second = try FilesWindow(other, on: desktop)
        try second.drag("track ü.bin", of: shelf, until: "the file is in the other folder") {
          FileManager.default.contents(atPath: "\(other)/track ü.bin") == Data(bytes)
        }
        // The drops copy the file.
        #expect(FileManager.default.contents(atPath: "\(folder)/track ü.bin") == Data(bytes))
        try shelf.expectTiles(["track ü.bin"])
      }
    }
  }

  /// A folder in Nautilus beside the shelf, which is used with the pointer.
  private struct FilesWindow {
    private let manager: OtherProgram
    private let desktop: Desktop

    init(_ folder: String, on desktop: Desktop) throws {
      self.desktop = desktop
      manager = try OtherProgram(
        "/usr/bin/nautilus", [folder], on: desktop, at: (380, 0), size: nil,
        border: desktop.display.border)
    }

    func find(_ file: String) throws -> (x: Int, y: Int) {
      try manager.find("table cell", file).middle
    }

    /// Drags a tile of the shelf onto the free place of the folder until the condition holds: Nautilus does not show
    /// whether it accepts a drop there, and a drop that comes before its answer is none.
    func drag(
      _ tile: String, of shelf: App, until what: String, _ hasCome: () throws -> Bool
    ) throws {
      let start = try shelf.findAtRest("list item", tile)
      try eventually(within: Timeout.long, what) {
        // Nautilus that has just started may not have laid its window out yet.
        let view = try manager.find("table", "GtkGridView")
        try desktop.drag(from: start, to: view.middle) { true }
        return (try? eventually(within: .seconds(3)) { try hasCome() }) != nil
      }
    }

    func end() throws { try manager.end() }
  }
}
