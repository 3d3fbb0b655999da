import Foundation
import Harness
import Testing

extension OnTheDesktop {
  /// What the shelf does not lose.
  @Suite struct ShelfKeptTests {
    private static let text = "text/plain;charset=utf-8"

    /// Regression: a tile's button and “Empty the Shelf” took the only copy of a text at once.
    @Test(arguments: usually(.x11))
    func whatIsRemovedComesBack(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let shelf = try desktop.startShelf()
        for words in ["one", "two"] {
          try desktop.display.copy(Array(words.utf8), as: Self.text)
          try shelf.press("ctrl+v")
          _ = try shelf.find("list item", words)
        }
        try shelf.click("push button", "Remove one")
        try shelf.expectTiles(["two"])
        try shelf.click("push button", "Undo")
        try shelf.expectTiles(["two", "one"])
        try shelf.click("push button", "Remove two")
        try shelf.expectTiles(["one"])
        try shelf.press("ctrl+z")
        try shelf.expectTiles(["two", "one"])
        try shelf.focusTile("two")
        try shelf.press("ctrl+c")
        try desktop.display.waitUntilCopied(Self.text)
        #expect(try desktop.display.paste(Self.text) == Array("two".utf8))
      }
    }

    @Test(arguments: usually(.wayland))
    func aShelfThatIsKilledComesBackWithItsTilesAndWithoutSecrets(
      on server: DisplayServer
    ) throws {
      try Desktop.run(on: server) { desktop in
        let shelf = try desktop.startShelf()
        let file = try desktop.fixture.folder.write("note.txt", text: "Look up")
        let gone = try desktop.fixture.folder.write("gone.txt", text: "Look up")
        func paste(_ bytes: [UInt8], as type: String, count: Int) throws {
          try desktop.display.copy(bytes, as: type)
          try shelf.press("ctrl+v")
          try eventually(within: Timeout.long, "it is on the shelf") {
            try shelf.shelf().tiles.count == count
          }
        }
        try paste(Array("some words".utf8), as: Self.text, count: 1)
        try paste(Sample.noise(100_000), as: "application/x-any", count: 2)
        try paste(Array("file://\(file)\r\n".utf8), as: "text/uri-list", count: 3)
        try paste(Array("file://\(gone)\r\n".utf8), as: "text/uri-list", count: 4)
        try paste(Array("removed".utf8), as: Self.text, count: 5)
        let secret = try desktop.startWindow(
          Built.clipboardOwner,
          [
            "\(Self.text)=correct horse", "x-kde-passwordManagerHint=secret",
            "text/html=\(String(repeating: "key ", count: 20_000))",
          ])
        try secret.waitForOutput("owned")
        try shelf.press("ctrl+v")
        _ = try shelf.find("list item", "correct horse")
        try shelf.click("push button", "Remove removed")
        let before = try shelf.shelf().tiles
        let folder = desktop.fixture.folder.path("cache/dragboard/shelf")
        try eventually(within: Timeout.long, "all but the secret is kept") {
          let records =
            FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String }
            .filter { $0.hasSuffix(".json") } ?? []
          let words = records.compactMap { FileManager.default.contents(atPath: "\(folder)/\($0)") }
          return records.count == 5
            && words.contains { String(decoding: $0, as: UTF8.self).contains(#""shown":[]"#) }
        }
        for file in try FileManager.default.subpathsOfDirectory(atPath: folder) {
          let bytes = FileManager.default.contents(atPath: "\(folder)/\(file)") ?? Data()
          #expect(bytes.range(of: Data("key key".utf8)) == nil, "\(file)")
        }
        shelf.program.kill()
        _ = try shelf.program.wait(within: Timeout.long)
        try FileManager.default.removeItem(atPath: gone)
        let next = try desktop.startShelf()
        try next.expectTiles(before.filter { !["correct horse", "gone.txt"].contains($0) })
        try next.expectMessage("“gone.txt” is not there any more")
        try next.focusTile("some words")
        try next.press("ctrl+c")
        try desktop.display.waitUntilCopied(Self.text)
        #expect(try desktop.display.paste(Self.text) == Array("some words".utf8))
        #expect(try next.program.terminate(within: Timeout.long) == .exited(0))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
      }
    }
  }
}
