import Harness
import Testing

extension OnTheDesktop {
  /// What cards look like, by their pixels.
  @Suite struct AppearanceTests {
    @Test(arguments: usually(.x11))
    func aTitleIsAtTheSideWhereItsLanguageBeginsALine(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["left", "ימין"]])
        let app = try desktop.start(width: 1000)
        for (title, isAtRight) in [("left", false), ("ימין", true)] {
          let middle = try app.findAtRest("list item", title)
          let width = try #require(try app.seen("list item", title)).width
          // Without the card's edge, and without the ring of the one that has the keyboard.
          let half = width / 2 - 16
          let (left, right) = (
            Rectangle(x: middle.x - half, y: middle.y - 8, width: half, height: 16),
            Rectangle(x: middle.x, y: middle.y - 8, width: half, height: 16)
          )
          try eventually(within: Timeout.long, "“\(title)” is at its side") {
            try desktop.hasInk(left) != isAtRight && desktop.hasInk(right) == isAtRight
          }
        }
      }
    }
  }
}

extension Desktop {
  /// Whether a part of the screen has dark pixels.
  fileprivate func hasInk(_ part: Rectangle) throws -> Bool {
    let picture = try display.pixels(of: part)
    let pixels = picture.suffix(part.width * part.height * 3)
    return stride(from: pixels.startIndex, to: pixels.endIndex - 2, by: 3).contains { first in
      pixels[first..<first + 3].allSatisfy { $0 < 110 }
    }
  }
}
