import Harness
import Testing

extension OnTheDesktop {
  /// What a person sees while a card is dragged.
  @Suite struct DragAppearanceTests {
    /// On Wayland, where the compositor blends what is dragged with what is below.
    @Test func whatIsBelowADraggedCardShowsThrough() throws {
      try Desktop.run(on: .wayland) { desktop in
        try desktop.fill(["To Do": ["x"]])
        let app = try desktop.start(width: 1000)
        let middle = try app.findAtRest("label", "In Progress")
        let width = try #require(try app.seen("label", "In Progress")).width
        let title = Rectangle(x: middle.x - width / 2, y: middle.y - 8, width: width, height: 16)
        let before = try desktop.colours(of: title)
        let ink = before.indices.filter { before[$0] < 90 }
        try #require(ink.count > 50)
        let start = try app.findAtRest("list item", "x")
        try desktop.display.move(to: start)
        try desktop.display.pressButton()
        try desktop.startDrag(from: start)
        // The card comes to the right of the pointer and below it, its blank part over the title.
        let place = (x: title.x - 40, y: title.y - 20)
        try desktop.move(from: start, to: place)
        var offset = 0
        try eventually(within: Timeout.long, "the title is pale below the card") {
          offset = 1 - offset
          try desktop.display.move(to: (place.x + offset, place.y))
          let now = try desktop.colours(of: title)
          return ink.count { (170...235).contains(now[$0]) } > ink.count * 3 / 4
        }
        try desktop.display.releaseButton()
      }
    }

    /// On X11, where GTK's own file has the setting; on Wayland a desktop's settings have it.
    @Test func cardsMakeRoomAtOnceWithoutAnimations() throws {
      try Desktop.run(on: .x11) { desktop in
        _ = try desktop.fixture.folder.write(
          "config/gtk-4.0/settings.ini", text: "[Settings]\ngtk-enable-animations=0\n")
        try desktop.fill(["To Do": ["one"], "Done": ["old", "older"]])
        let app = try desktop.start()
        let start = try app.findAtRest("list item", "one")
        let (first, second) = (
          try #require(try app.seen("list item", "old")),
          try #require(try app.seen("list item", "older"))
        )
        var heights = [second.height]
        try desktop.drag(
          from: start, to: app, { try app.place(beside: "old", below: true) },
          sign: ("panel", "Insertion"),
          once: {
            guard let height = try app.seen("list item", "older")?.height else { return false }
            if !heights.contains(height) { heights.append(height) }
            return heights.count > 1
          })
        try app.expect(["To Do": [], "Done": ["old", "one", "older"]])
        // As much as a card, and in GTK 4.18 the space beside it.
        let room = try #require(heights.count == 2 ? heights[1] - heights[0] : nil, "\(heights)")
        #expect([first.height, second.y - first.y].contains(room))
      }
    }
  }
}

extension Desktop {
  /// The red, green and blue of each pixel.
  func colours(of part: Rectangle) throws -> [UInt8] {
    Array(try display.pixels(of: part).suffix(part.width * part.height * 3))
  }
}
