import DragModel
import Foundation
import Harness
import Testing

extension AmongPrograms {
  /// What real programs copy, pasted onto the shelf, and copied from there.
  @Suite struct ShelfRecordedTests {
    /// One of each kind, for `make test`; `make test-rest` has the others.
    private static let usual: Set = [
      "gtk3-view", "calc-cells", "firefox-picture", "caja-cut-two", "qt5-link", "swing-area",
      "wayland-writer-text", "wayland-qt6-picture",
    ]

    @Test(arguments: [DisplayServer.x11, .wayland])
    func aTileIsWhatWasMeantAndGivesItAgain(on server: DisplayServer) throws {
      let all = try Recording.all().filter { $0.isOfWayland == (server == .wayland) }
      try Desktop.run(on: server) { desktop in
        let shelf = try desktop.startShelf()
        for recording in Extent.part(of: all, usual: { Self.usual.contains($0.name) }) {
          do {
            try expect(recording.name, on: desktop, shelf)
          } catch {
            throw HarnessFailure("\(recording.name): \(error)")
          }
        }
      }
    }

    private func expect(_ name: String, on desktop: Desktop, _ shelf: App) throws {
      let folder = try desktop.fixture.folder.makeFolder(name)
      let recording = try #require(try Recording.all(in: folder).first { $0.name == name })
      try recording.makeFiles(in: folder)
      let owner = try desktop.startWindow(
        Built.clipboardOwner, try recording.ownerArguments(in: folder))
      defer { owner.kill() }
      try owner.waitForOutput("owned")
      try shelf.press("ctrl+v")
      switch recording.meaning {
      case .text, .secret, .address:
        let words = try #require(recording.text).split(whereSeparator: \.isWhitespace)
        try shelf.expectTiles([words.joined(separator: " ")])
      case .picture: try shelf.expectTiles(["PNG image"])
      case .files, .cutFiles:
        let names = recording.files.map { URL(filePath: $0).lastPathComponent }
        try shelf.expectTiles((names.count > 1 ? ["All \(names.count)"] : []) + names)
      case .anything:
        try eventually(within: Timeout.long, "there is a tile") { try !shelf.shelf().tiles.isEmpty }
      }
      let tile = try #require(try shelf.shelf().tiles.first)
      #expect(!tile.contains("application/"), "\(name): \(tile)")
      try shelf.focusTile(tile)
      try shelf.press("ctrl+c")
      try owner.waitForOutput("lost")
      switch recording.meaning {
      case .text, .secret, .address:
        let text = try desktop.display.paste("text/plain;charset=utf-8")
        #expect(String(decoding: text, as: UTF8.self) == recording.text, "\(name)")
      case .picture:
        let picture = try desktop.display.paste("image/png")
        #expect(picture == recording.content(of: "image/png"), "\(name)")
      case .files, .cutFiles:
        let list = FileURI.uris(inList: try desktop.display.paste("text/uri-list"))
        let paths = list.compactMap { FileURI.path(of: $0) }
          .map { String(decoding: $0, as: UTF8.self) }
        #expect(paths == recording.files.map { "\(folder)/\($0)" }, "\(name)")
      case .anything: #expect(try !desktop.display.copiedTypes().isEmpty, "\(name)")
      }
      try shelf.press("Delete")
      try shelf.expectTiles([])
    }
  }
}
