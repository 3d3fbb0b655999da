import Foundation
import Harness
import Testing

extension AmongPrograms {
  /// Drags of a page in Chromium that ends before they are used.
  @Suite struct ShelfPageTests {
    @Test(arguments: onlyInTheRest)
    func aLinkOfAPageOutlivesTheBrowser(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let address = "https://example.org/caches?near=M%C3%BChle"
        let (shelf, tile) = try give("link", on: desktop)
        #expect(try drop(tile, of: shelf, on: desktop) == address)
        // It is a link still, not its text alone.
        try shelf.focus()
        try shelf.focusTile(tile)
        try shelf.press("ctrl+c")
        try desktop.display.waitUntilCopied("text/x-moz-url")
        let link = try desktop.display.paste("text/x-moz-url")
        // Chromium writes it as Firefox does on X11 alone.
        let words = String(bytes: link, encoding: server == .x11 ? .utf16LittleEndian : .utf8)
        #expect(words == "\(address)\nAll the caches")
      }
    }

    @Test(arguments: onlyInTheRest)
    func selectedTextOfAPageOutlivesTheBrowser(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let (shelf, tile) = try give("text", on: desktop)
        #expect(try drop(tile, of: shelf, on: desktop) == "Take the path by the mill – 3 km")
      }
    }

    /// Drags something from the page onto the shelf and ends the browser.
    private func give(_ id: String, on desktop: Desktop) throws -> (App, tile: String) {
      let shelf = try desktop.startShelf()
      let page = try Page(on: desktop)
      try page.give(id, to: shelf)
      // A tile has the name of its type until the shelf has read its words.
      let tile = try eventually(within: Timeout.long, "there is a tile with a name of its own") {
        try shelf.shelf().tiles.first { $0 != "Text" }
      }
      try page.end()
      return (shelf, tile)
    }

    /// Drags a tile onto a program that reads text, and returns what it has read.
    private func drop(_ tile: String, of shelf: App, on desktop: Desktop) throws -> String {
      let target = try DropProgram("waits", on: desktop)
      try desktop.drag(from: shelf.findAtRest("list item", tile), to: target.middle) {
        target.isHovered
      }
      let printed = try target.program.waitForOutput(within: Timeout.usual, "read") {
        $0.contains("\nread ") && $0.hasSuffix("\n")
      }
      target.program.send(SIGUSR1)
      let line = printed.split(separator: "\n").first { $0.hasPrefix("read ") } ?? ""
      return String(line.dropFirst("read ".count))
    }
  }
}
