import BoardModel
import Harness
import Testing

extension OnTheDesktop {
  /// A drag that is held near an edge scrolls the hidden part into sight.
  @Suite struct ScrollingTests {
    @Test(arguments: usually(.wayland))
    func aCardIsDraggedToOneThatWasBelowTheEdge(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let cards = (10..<50).map { "card \($0)" }
        try desktop.fill(["To Do": cards])
        let app = try desktop.start(width: 1000)
        let edge = (
          x: try app.find("list item", "card 10").x, y: try app.middle(fromBottom: 20).y
        )
        #expect(try !app.isInSight(("list item", "card 49")))
        try desktop.drag(
          from: app.findAtRest("list item", "card 10"), to: app,
          heldAt: (edge, until: ("list item", "card 49")),
          { try app.stillPlace(beside: "card 45") }, sign: ("panel", "Insertion"))
        try app.expect(["To Do": cards[1...35] + ["card 10"] + cards[36...]])
      }
    }

    /// Regression: all rows between its old place and the new one were replaced, and the list jumped by a page.
    @Test(arguments: seldom)
    func aCardStaysWhereItWasDroppedInItsOwnList(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let cards = (10..<70).map { "card \($0)" }
        try desktop.fill(["To Do": cards])
        let app = try desktop.start(width: 1000)
        let edge = (
          x: try app.find("list item", "card 10").x, y: try app.middle(fromBottom: 20).y
        )
        var dropped = (x: 0, y: 0)
        try desktop.drag(
          from: app.findAtRest("list item", "card 10"), to: app,
          heldAt: (edge, until: ("list item", "card 40")),
          {
            // In the middle of the list, where nothing scrolls any more.
            _ = try app.findAtRest("list item", "card 38")
            dropped = (edge.x, try app.middle().y)
            return dropped
          }, sign: ("panel", "Insertion"))
        try eventually(within: Timeout.long, "the card is on its new place") {
          try app.stored()[0].cards.firstIndex(of: "card 10") ?? 0 > 20
        }
        let place = try app.findAtRest("list item", "card 10")
        #expect(abs(place.y - dropped.y) < 80, "\(place) is not where the drop was, at \(dropped)")
      }
    }

    /// Several steps of the wheel within one frame scroll by that many steps, not to the end of the list.
    @Test(arguments: usually(.x11))
    func aWheelTakesALongListDownAndUpAgain(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": (0..<1000).map { "card \($0)" }])
        let app = try desktop.start(width: 1000)
        let start = try app.findAtRest("list item", "card 3")
        /// Assistive technology reports a hidden row at its last place, or nowhere.
        func isAtStart(_ all: [Seen]) -> Bool {
          all.first("list item", "card 3").map { app.middle(of: $0) == start } ?? false
        }
        try desktop.display.move(to: start)
        try desktop.display.turnWheel(80)
        let below = try eventually(within: Timeout.long, "the list has moved") { () -> [Seen]? in
          let all = try app.look()
          return all.isEmpty || isAtStart(all) ? nil : all
        }
        #expect(below.first("list item", "card 999") == nil)
        try desktop.display.turnWheel(-80)
        try eventually(within: Timeout.long, "the list is back") { try isAtStart(app.look()) }
      }
    }

    /// The visible rows stay in their places, and the board prints nothing.
    @Test(arguments: usually(.wayland))
    func cardsThatComeAboveWhatIsInSightAreShown(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let cards = (10..<70).map { "card \($0)" }
        try desktop.fill(["To Do": cards])
        let app = try desktop.start(width: 1000)
        try desktop.display.move(to: app.findAtRest("list item", "card 12"))
        try desktop.display.turnWheel(100)
        try eventually(within: Timeout.long, "the last cards are in sight") {
          try app.isInSight(("list item", "card 69"))
        }
        try desktop.fill(["To Do": ["new 1", "new 2", "new 3"]], at: .index(0))
        try eventually(within: Timeout.long, "the new cards are there") {
          try app.look(places: .none).first("label", "63") != nil
        }
        #expect(try app.isInSight(("list item", "card 69")))
        try desktop.display.turnWheel(-100)
        try eventually(within: Timeout.long, "the new cards are in sight") {
          try app.isInSight(("list item", "new 1"))
        }
      }
    }

    /// GTK's lists consume the wheel's steps to the side, and do nothing with them.
    @Test(arguments: usually(.x11))
    func aWheelWithShiftTakesTheBoardToTheSideOverACard(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one"], "Done": ["old"]])
        let app = try desktop.start(width: 400)
        try desktop.display.move(to: app.findAtRest("list item", "one"))
        #expect(try !app.isInSight(("list item", "old")))
        try desktop.display.hold("shift")
        try desktop.display.turnWheel(20)
        try eventually(within: Timeout.long, "the last list is in sight") {
          try app.isInSight(("list item", "old"))
        }
        try desktop.display.turnWheel(-20)
        try desktop.display.letGo("shift")
        try eventually(within: Timeout.long, "the first list is in sight again") {
          try app.isInSight(("list item", "one"))
        }
      }
    }

    @Test(arguments: seldom)
    func aCardIsDraggedToAListThatWasBeyondTheEdge(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one", "two"], "Done": ["old"]])
        let app = try desktop.start(width: 400)
        let edge = try app.middle(fromRight: 12)
        #expect(try !app.isInSight(("list item", "old")))
        try desktop.drag(
          from: app.findAtRest("list item", "one"), to: app,
          heldAt: (edge, until: ("list item", "old")),
          { try app.stillPlace(beside: "old") }, sign: ("panel", "Insertion"))
        try app.expect(["To Do": ["two"], "Done": ["old", "one"]])
      }
    }

    /// The pointer rests while the lists scroll below it, and still rests at the release.
    @Test(arguments: seldom)
    func aCardIsDroppedOnWhatHasScrolledBelowAPointerAtRest(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let cards = (10..<50).map { "card \($0)" }
        try desktop.fill(["To Do": cards, "Done": ["old"]])
        let app = try desktop.start(width: 400)
        let start = try app.findAtRest("list item", "card 10")
        // A place beside the area that deletes.
        try desktop.carry(from: start, to: (start.x - 100, app.middle(fromBottom: 30).y))
        try app.waitUntilStill(("list item", "card 49"))
        try desktop.display.releaseButton()
        try app.expect(["To Do": cards[1...] + ["card 10"]])
        // The list stops scrolling: the wheel scrolls it back.
        try desktop.display.move(to: app.middle())
        try desktop.display.turnWheel(-200)
        try app.waitUntilStill(("list item", "card 11"))

        try desktop.carry(
          from: app.findAtRest("list item", "card 11"), to: app.middle(fromRight: 12))
        try app.waitUntilStill(("list item", "old"))
        try desktop.display.releaseButton()
        try app.expect(["To Do": cards[2...] + ["card 10"], "Done": ["old", "card 11"]])
        try app.expectDragOver()
      }
    }

    /// The gap between two lists is at the edge of the window.
    @Test(arguments: usually(.x11))
    func aBoardScrollsWhileACardIsHeldBetweenTwoLists(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one"], "Done": ["old"]])
        let app = try desktop.start(width: 360)
        let title = try #require(try app.look().first { $0.role == "list" && $0.name == "To Do" })
        let gap = desktop.display.border + title.x + title.width + 6
        try desktop.carry(
          from: app.findAtRest("list item", "one"), to: (gap, app.middle().y))
        try app.waitUntilStill(("list item", "old"))
        try desktop.display.releaseButton()
        try app.expect(["To Do": [], "Done": ["old", "one"]])
      }
    }
  }
}

extension Desktop {
  /// Drags something to a place and holds it there.
  func carry(from start: (x: Int, y: Int), to end: (x: Int, y: Int)) throws {
    try display.move(to: start)
    try display.pressButton()
    try startDrag(from: start)
    try move(from: start, to: end)
  }
}

extension App {
  /// Waits until something is in sight and stays in its place.
  func waitUntilStill(_ sight: Sight) throws {
    var last: (x: Int, y: Int)?
    try eventually(within: Timeout.long, "\(sight.name) comes to rest in sight") {
      guard try isInSight(sight), let seen = try seen(sight.role, sight.name) else { return false }
      defer { last = (seen.x, seen.y) }
      return last.map { $0 == (seen.x, seen.y) } ?? false
    }
  }

  /// Waits until a card stays in its place, and returns the place of a drop below it.
  func stillPlace(beside card: String) throws -> (x: Int, y: Int) {
    _ = try findAtRest("list item", card)
    return try place(beside: card, below: true)
  }
}
