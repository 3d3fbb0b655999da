import BoardModel
import Harness
import Testing

extension OnTheDesktop {
  @Suite struct DraggingTests {
    @Test(arguments: usually(.x11))
    func aListIsTintedWhileACardIsHeldOverIt(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one"], "Done": ["old"]])
        let app = try desktop.start(width: 1000)
        let start = try app.findAtRest("list item", "one")
        let end = try app.place(beside: "old", below: true)
        let spot = Rectangle(x: end.x, y: try app.middle(fromBottom: 120).y, width: 4, height: 4)
        let plain = try desktop.display.pixels(of: spot)
        try desktop.display.move(to: start)
        try desktop.display.pressButton()
        try desktop.startDrag(from: start)
        try desktop.move(from: start, to: end)
        try desktop.drop(at: end) {
          let insertion = try app.seen("panel", "Insertion")
          return try insertion?.isShown == true && desktop.display.pixels(of: spot) != plain
        }
        try app.expect(["To Do": [], "Done": ["old", "one"]])
        try eventually(within: Timeout.long, "the list is as it was") {
          try desktop.display.pixels(of: spot) == plain
        }
      }
    }

    /// Regression: GDK drops the keys of a drag on X11, or leaves them to the window with the focus. Wayland's
    /// compositor has them.
    @Test func escapeCancelsADrag() throws {
      try Desktop.run { desktop in
        try desktop.fill(["To Do": ["one", "two"], "Done": ["old"]])
        let app = try desktop.start(width: 1000)
        for keys in ["Escape", "shift+Escape"] {
          let start = try app.findAtRest("list item", "one")
          let end = try app.place(beside: "old", below: true)
          try desktop.display.move(to: start)
          try desktop.display.pressButton()
          try desktop.startDrag(from: start)
          try desktop.move(from: start, to: end)
          try eventually(within: Timeout.long, "the drop has a place") {
            try app.seen("panel", "Insertion")?.isShown == true
          }
          try desktop.display.strike(keys)
          try eventually(within: Timeout.long, "the drag is over") {
            try app.look(places: .none).first("panel", "Delete") == nil
          }
          try desktop.display.releaseButton()
          try app.expect(["To Do": ["one", "two"], "Done": ["old"]])
        }
        try desktop.drag("one", of: app, to: app, "old", below: true)
        try app.expect(["To Do": ["two"], "Done": ["old", "one"]])
      }
    }

    /// Regression: GDK keeps the shapes of windows that drags were over, and does not notice a larger window.
    @Test func aDragReachesAllOfAWindowThatWasMadeLargerAfterADrag() throws {
      try Desktop.run { desktop in
        try desktop.fill(["To Do": ["one", "two"], "In Progress": ["three"], "Done": ["old"]])
        let app = try desktop.start(width: 600)
        try desktop.drag("one", of: app, to: app, "two", below: true)
        try app.expect(["To Do": ["two", "one"], "In Progress": ["three"], "Done": ["old"]])
        // The icon of the drag has a window too.
        try desktop.display.place(app.window, at: (0, 0), size: (1000, 640))
        try eventually(within: Timeout.long, "the last list is in sight") {
          try (app.seen("list item", "old")?.x ?? 0) > 600
        }
        try desktop.drag("two", of: app, to: app, "old", below: true)
        try app.expect(["To Do": ["one"], "In Progress": ["three"], "Done": ["old", "two"]])
      }
    }

    /// Regression: the area to delete cards lay over the end of a long list.
    @Test(arguments: usually(.x11))
    func nothingCoversTheListsDuringADrag(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": (1...30).map { "card \($0)" }])
        let app = try desktop.start(width: 1000)
        let start = try app.findAtRest("list item", "card 2")
        try desktop.display.move(to: start)
        try desktop.display.pressButton()
        try desktop.startDrag(from: start)
        try eventually(within: Timeout.long, "the list ends above the area") {
          let all = try app.look()
          guard let area = all.first("panel", "Delete"), area.isShown,
            let list = all.first("list", "To Do")
          else { return false }
          return list.y + list.height <= area.y
        }
        try desktop.display.releaseButton()
      }
    }

    @Test(arguments: everyDisplay)
    func aCardIsDraggedToAnotherList(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one", "two", "three"], "Done": ["old", "older"]])
        let app = try desktop.start()
        try app.expect(["To Do": ["one", "two", "three"], "Done": ["old", "older"]])
        try desktop.drag("two", of: app, to: app, "old", below: true)
        try app.expect(["To Do": ["one", "three"], "Done": ["old", "two", "older"]])
        try app.press("ctrl+z")
        try app.expect(["To Do": ["one", "two", "three"], "Done": ["old", "older"]])
        try app.press("ctrl+shift+z")
        try app.expect(["To Do": ["one", "three"], "Done": ["old", "two", "older"]])
      }
    }

    @Test(arguments: usually(.wayland))
    func aCardIsDraggedWithinItsList(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one", "two", "three"]])
        let app = try desktop.start()
        try desktop.drag("three", of: app, to: app, "one", below: false)
        try app.expect(["To Do": ["three", "one", "two"]])
        try desktop.drag("three", of: app, to: app, "two", below: true)
        try app.expect(["To Do": ["one", "two", "three"]])
      }
    }

    @Test(arguments: usually(.x11))
    func selectedCardsAreDraggedTogether(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one", "two", "three", "four"], "Done": ["old", "older"]])
        let app = try desktop.start()
        try app.click("list item", "one")
        try desktop.display.hold("ctrl")
        for card in ["three", "four"] { try app.click("list item", card) }
        try desktop.display.letGo("ctrl")
        try eventually(within: Timeout.long, "three cards are selected") {
          try app.look(places: .none).filter(\.isSelected).map(\.name) == ["one", "three", "four"]
        }
        try desktop.drag("three", of: app, to: app, "old", below: true)
        try app.expect(["To Do": ["two"], "Done": ["old", "one", "three", "four", "older"]])
        try app.press("ctrl+z")
        try app.expect(["To Do": ["one", "two", "three", "four"], "Done": ["old", "older"]])
      }
    }

    @Test(arguments: seldom)
    func selectedCardsAreDraggedToAnotherProcess(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let (first, second) = try desktop.startTwoBoards()
        try first.click("list item", "one")
        try first.press("ctrl+a")
        try desktop.drag("two", of: first, to: second, "theirs", below: true)
        try second.expect(["To Do": ["theirs", "one", "two"]])
        try second.expectSelected(["one", "two"])
        try first.expect(["To Do": ["one", "two"]])
      }
    }

    @Test(arguments: usually(.x11))
    func controlCopiesACard(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one", "two"], "Done": ["old"]])
        let app = try desktop.start()
        try desktop.drag("one", of: app, holding: "ctrl", to: app, "old", below: true)
        try app.expect(["To Do": ["one", "two"], "Done": ["old", "one"]])
      }
    }

    /// Runs only with X11, where the dragged picture is a window that can be examined.
    @Test func aDraggedCardIsAsLargeAsInItsList() throws {
      try Desktop.run { desktop in
        let title = Array(repeating: "harbour", count: 20).joined(separator: " ")
        try desktop.addPicture(title)
        let app = try desktop.start()
        let start = try app.findAtRest("list item", title)
        let row = try #require(try app.look().first("list item", title))
        var size: [Int] = []
        try desktop.drag(
          from: start, to: app,
          {
            size = try app.sizeOfWhatIsDragged()
            return try app.find("list", "Done")
          }, sign: ("label", "Drop here"))
        try app.expect(["To Do": [], "Done": [title]])
        #expect(size == [row.width, row.height])
      }
    }

    @Test(arguments: usually(.wayland))
    func aCardIsDroppedOnDelete(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one", "two"]])
        let app = try desktop.start()
        // Its message would lie where the area for deletion comes.
        try app.click("list item", "two")
        try app.press("alt+Up")
        _ = try app.findAtRest("label", "Undo")
        let start = try app.findAtRest("list item", "one")
        try desktop.drag(
          from: start, to: app, { try app.findAtRest("panel", "Delete") },
          sign: ("panel", "Delete, hovered"))
        try app.expect(["To Do": ["two"]])
        try app.click("label", "Undo")
        try app.expect(["To Do": ["two", "one"]])
      }
    }

    @Test(arguments: usually(.x11))
    func aCardIsDraggedToAnotherProcessWithTheSameBoard(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one", "two"], "In Progress": ["now"]])
        let first = try desktop.start(width: 620)
        let second = try desktop.start(at: (640, 0), width: 620)
        try first.focus()
        try desktop.drag("two", of: first, to: second, "now", below: true)
        for app in [first, second] {
          try app.expect(["To Do": ["one"], "In Progress": ["now", "two"]])
        }
      }
    }
  }
}

extension Desktop {
  /// Adds cards to the board of the first data folder.
  func fill(
    _ lists: [String: [String]], data: String = "data", at position: Position = .end
  ) throws {
    let store = try BoardStore(folder: "\(fixture.folder.makeFolder(data))/dragboard")
    for list in try store.lists() {
      let cards = (lists[list.title] ?? []).map { NewCard(title: $0) }
      if !cards.isEmpty { try store.perform(.addCards(cards, to: list.id, at: position)) }
    }
  }

  /// Adds a picture to the first list of the board of the first data folder.
  func addPicture(_ title: String) throws {
    let file = fixture.folder.path("picture.png")
    _ = try fixture.run("/usr/bin/convert", ["-size", "800x400", "gradient:red-blue", file])
    var cards = try CardReader().cards(fromFileAt: file)
    cards[0].title = title
    let store = try BoardStore(folder: "\(fixture.folder.makeFolder("data"))/dragboard")
    if let list = try store.lists().first {
      try store.perform(.addCards(cards, to: list.id, at: .end))
    }
  }

  /// Adds a geocache to the first list of the board of the first data folder.
  @discardableResult
  func addGeocache(_ json: String) throws -> BoardStore {
    let store = try BoardStore(folder: "\(fixture.folder.makeFolder("data"))/dragboard")
    let cards = try CardReader().cards(
      from: IncomingItem(representations: [(Geocache.type, .bytes(Array(json.utf8)))]))
    if let list = try store.lists().first {
      try store.perform(.addCards(cards, to: list.id, at: .end))
    }
    return store
  }
}

extension App {
  /// The size of the window that follows the pointer.
  func sizeOfWhatIsDragged() throws -> [Int] {
    try eventually(within: Timeout.long, "something is at the pointer") {
      let others = try desktop.display.windows(of: program.processIdentifier).filter {
        $0 != window
      }
      // Windows without content have one pixel.
      return try others.map { try desktop.display.rectangle(of: $0) }.map { [$0.width, $0.height] }
        .first { !$0.contains(1) }
    }
  }
}
