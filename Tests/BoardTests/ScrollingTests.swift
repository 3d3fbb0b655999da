import BoardModel
import Harness
import Testing

extension OnTheDesktop {
  /// What is held near an edge scrolls what is beyond it into sight.
  @Suite struct ScrollingTests {
    @Test(arguments: DisplayServer.allCases)
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
          { try app.restingPlace(beside: "card 45") }, sign: ("panel", "Insertion"))
        try app.expect(["To Do": cards[1...35] + ["card 10"] + cards[36...]])
      }
    }

    /// Several steps within a frame are as many steps, and not one to the end of the list.
    @Test(arguments: DisplayServer.allCases)
    func aWheelTakesALongListDownAndUpAgain(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": (0..<1000).map { "card \($0)" }])
        let app = try desktop.start(width: 1000)
        let start = try app.findAtRest("list item", "card 3")
        /// A row that is out of sight is said to be where it was last, or nowhere.
        func isAtStart(_ all: [Seen]) -> Bool {
          all.first("list item", "card 3").map { app.middle(of: $0) == start } ?? false
        }
        try desktop.display.move(to: start)
        try desktop.display.turnWheel(80)
        let below = try eventually(within: calm, "the list has moved") { () -> [Seen]? in
          let all = try app.look()
          return all.isEmpty || isAtStart(all) ? nil : all
        }
        #expect(below.first("list item", "card 999") == nil)
        try desktop.display.turnWheel(-80)
        try eventually(within: calm, "the list is back") { try isAtStart(app.look()) }
      }
    }

    /// The rows that are in sight stay where they are, and nothing is said on the terminal.
    @Test(arguments: DisplayServer.allCases)
    func cardsThatComeAboveWhatIsInSightAreShown(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let cards = (10..<70).map { "card \($0)" }
        try desktop.fill(["To Do": cards])
        let app = try desktop.start(width: 1000)
        try desktop.display.move(to: app.findAtRest("list item", "card 12"))
        try desktop.display.turnWheel(100)
        try eventually(within: calm, "the last cards are in sight") {
          try app.isInSight(("list item", "card 69"))
        }
        try desktop.fill(["To Do": ["new 1", "new 2", "new 3"]], at: .index(0))
        try eventually(within: calm, "the new cards are there") {
          try app.look(places: .none).first("list item", "new 1") != nil
        }
        #expect(try app.isInSight(("list item", "card 69")))
        try desktop.display.turnWheel(-100)
        try eventually(within: calm, "the new cards are in sight") {
          try app.isInSight(("list item", "new 1"))
        }
      }
    }

    @Test(arguments: DisplayServer.allCases)
    func aCardIsDraggedToAListThatWasBeyondTheEdge(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one", "two"], "Done": ["old"]])
        let app = try desktop.start(width: 400)
        let edge = try app.middle(fromRight: 12)
        #expect(try !app.isInSight(("list item", "old")))
        try desktop.drag(
          from: app.findAtRest("list item", "one"), to: app,
          heldAt: (edge, until: ("list item", "old")),
          { try app.restingPlace(beside: "old") }, sign: ("panel", "Insertion"))
        try app.expect(["To Do": ["two"], "Done": ["old", "one"]])
      }
    }
  }
}

extension App {
  /// Where something falls below a card, once that stays where it is.
  func restingPlace(beside card: String) throws -> (x: Int, y: Int) {
    _ = try findAtRest("list item", card)
    return try place(beside: card, below: true)
  }
}
