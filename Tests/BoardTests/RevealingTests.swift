import BoardModel
import Harness
import Testing

extension OnTheDesktop {
  /// The window scrolls to a card that the user has just made or dropped.
  @Suite struct RevealingTests {
    @Test(arguments: usually(.x11))
    func whatAPersonDropsInTheShellIsInSight(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one"], "Done": (10..<50).map { "card \($0)" }])
        let app = try desktop.start(width: 400)
        try desktop.waitForTargets(3)
        #expect(try !app.isInSight(("list item", "card 10")))
        // Another window has the keyboard.
        let other = try desktop.start(["--editor", "--new-instance"], at: (700, 0))
        try other.focus()
        // It is in sight while it comes, too.
        let late = desktop.fixture.folder.path("late")
        let offer = try desktop.offer(
          "while [ ! -s '\(late)' ]; do sleep 0.05; done; cat '\(late)'", name: "late",
          type: "text/plain")
        let drop = try desktop.startDragctl("drop", offer, "--on", "board/Done")
        try app.waitUntilStill(("list item", "Loading late"))
        try desktop.fixture.folder.write("late", text: "far")
        #expect(try drop.wait().exit == .success)
        try app.waitUntilStill(("list item", "far"))
      }
    }

    @Test(arguments: seldom)
    func aCardDroppedAtTheEndLiesAboveTheMessage(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one"], "In Progress": (10..<50).map { "card \($0)" }])
        let app = try desktop.start(width: 1_000)
        try desktop.waitForTargets(3)
        let start = try app.findAtRest("list item", "card 10")
        try desktop.display.move(to: start)
        try desktop.display.turnWheel(100)
        try app.waitUntilStill(("list item", "card 49"))
        try desktop.drag("one", of: app, to: app, "card 49", below: true)
        try eventually(within: Timeout.long, "the message is below the card") {
          let all = try app.look()
          guard let card = all.first("list item", "one"), let button = all.first("label", "Undo")
          else { return false }
          return card.x > 300 && card.y + card.height < button.y
        }
        // Without the message the list is as high as the others again.
        try app.click("label", "Undo")
        try app.waitUntilStill(("list item", "card 49"))
        try app.expect(["To Do": ["one"]])
      }
    }

    /// The list becomes higher at the same time, because the message goes.
    @Test(arguments: usually(.x11))
    func whatTheButtonOfAMessageBringsBackIsInSight(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": (10..<50).map { "card \($0)" }])
        let app = try desktop.start(width: 1_000)
        try desktop.waitForTargets(3)
        try app.click("list item", "card 11")
        try app.press("Delete")
        // A message stays while the pointer is on it.
        try desktop.display.move(to: app.findAtRest("label", "Undo"))
        try app.press("End")
        try app.waitUntilStill(("list item", "card 49"))
        try app.click()
        try app.waitUntilStill(("list item", "card 11"))
      }
    }

    @Test(arguments: seldom)
    func whatWasDroppedOrMadeIsInSight(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let cards = (10..<50).map { "card \($0)" }
        try desktop.fill(["To Do": cards, "Done": ["now"]])
        let app = try desktop.start(width: 400)
        try desktop.display.move(to: app.middle())
        try desktop.display.turnWheel(100)
        try app.waitUntilStill(("list item", "card 49"))
        try app.press("ctrl+n")
        _ = try app.find("text", "New Card")
        try app.type("new")
        try app.press("Return")
        try app.waitUntilStill(("list item", "new"))
        try app.press("Escape")
        try app.expectFocus(on: "new")
        try app.waitUntilStill(("list item", "new"))
        try desktop.display.turnWheel(-200)
        try app.waitUntilStill(("list item", "card 12"))
        let start = try app.findAtRest("list item", "card 12")
        try desktop.drag(
          from: start, to: app, heldAt: (app.middle(fromRight: 12), until: ("list item", "now")),
          { try app.placeAbove("now") }, sign: ("panel", "Insertion"))
        try app.expect(["Done": ["card 12", "now"]])
        try app.waitUntilStill(("list item", "card 12"))
        try app.press("ctrl+z")
        try app.waitUntilStill(("list item", "card 12"))
        try app.expectFocus(on: "card 12")

        try app.press("ctrl+shift+n")
        try app.expectEditing("New List")
        var all: [Seen] = []
        try eventually(
          within: Timeout.long,
          "its field is in sight: \(all.filter { $0.role == "text" || $0.role == "frame" })"
        ) {
          all = try app.look()
          let width = all.first { $0.role == "frame" }?.width ?? 0
          return all.contains {
            $0.role == "text" && $0.text == "New List" && $0.x >= 0 && $0.x + $0.width <= width
          }
        }
      }
    }
  }
}

extension App {
  /// Waits until a card stays in its place, and returns the place of a drop above it. The card may make room below
  /// itself meanwhile.
  fileprivate func placeAbove(_ card: String) throws -> (x: Int, y: Int) {
    let middle = try findAtRest("list item", card)
    let height = try seen("list item", card)?.height ?? 0
    return (middle.x, middle.y - height / 2 + 8)
  }
}
