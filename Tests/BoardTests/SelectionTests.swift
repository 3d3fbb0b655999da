import Harness
import Testing

extension OnTheDesktop {
  /// All lists share one selection, and every command acts on the cards that are shown as selected.
  @Suite struct SelectionTests {
    @Test(arguments: usually(.wayland))
    func cardsOfSeveralListsAreSelectedDraggedAndDeletedTogether(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one", "two"], "Done": ["old", "older"]])
        let app = try desktop.start(width: 1000)
        try app.click("list item", "two")
        try app.click("list item", "old")
        try app.expectSelected(["old"])
        try desktop.display.hold("ctrl")
        try app.click("list item", "one")
        try desktop.display.letGo("ctrl")
        try app.expectSelected(["one", "old"])
        // The message of this move is still shown when the cards are dragged to the area that it would cover.
        try app.press("alt+Right")
        try app.expect(["To Do": ["two"], "In Progress": ["one", "old"], "Done": ["older"]])
        try app.expectSelected(["one", "old"])
        try desktop.drag(
          from: app.findAtRest("list item", "old"), to: app,
          { try app.findAtRest("panel", "Delete") }, sign: ("panel", "Delete, hovered"))
        try app.expect(["To Do": ["two"], "In Progress": [], "Done": ["older"]])
        try app.click("label", "Undo")
        try app.expect(["To Do": ["two"], "In Progress": ["one", "old"], "Done": ["older"]])
        try app.expectSelected(["one", "old"])
        try app.expectFocus(on: "one")
        // A click on a selected card clears the selection of the other lists.
        try app.click("list item", "older")
        try desktop.display.hold("ctrl")
        try app.click("list item", "two")
        try desktop.display.letGo("ctrl")
        try app.click("list item", "two")
        try app.expectSelected(["two"])
        try app.press("Delete")
        try app.expect(["To Do": [], "In Progress": ["one", "old"], "Done": ["older"]])
      }
    }

    @Test(arguments: usually(.x11))
    func anEmptyBoardTakesKeysAndAClickMakesItsListTheOneThatIsPastedInto(
      on server: DisplayServer
    ) throws {
      try Desktop.run(on: server) { desktop in
        let app = try desktop.start(width: 1000)
        try app.press("ctrl+n")
        _ = try app.find("text", "New Card")
        try app.type("two")
        try app.press("Return")
        try app.expect(["To Do": ["two"]])
        try app.press("Escape")
        try app.copy("two")
        try desktop.display.move(to: app.find("list", "In Progress"))
        try app.click()
        try app.expectSelected([])
        _ = try desktop.display.copiedTypes()
        try app.press("ctrl+v")
        try app.expect(["To Do": ["two"], "In Progress": ["two"], "Done": []])
      }
    }

    @Test func eachItemOfACardsMenuCanBeClicked() throws {
      try Desktop.run { desktop in
        try desktop.fill(["To Do": ["one", "two"]])
        let app = try desktop.start()
        try desktop.display.move(to: app.findAtRest("list item", "one"))
        try desktop.xdotool(["click", "3"])
        _ = try app.findAtRest("menu item", "Delete")
        let all = try app.look()
        let (menu, last) = (
          try #require(all.first("menu", "Menu")),
          try #require(all.first("menu item", "Delete"))
        )
        #expect(last.y + last.height <= menu.y + menu.height)
      }
    }
  }
}

extension App {
  /// Waits until these cards are shown as selected, in the order of the lists.
  func expectSelected(_ cards: [String]) throws {
    var last: [String] = []
    do {
      try eventually(within: Timeout.long) {
        last = try look(places: .none).filter(\.isSelected).map(\.name)
        return last == cards
      }
    } catch {
      throw HarnessFailure("\(cards) should be selected, but \(last) are")
    }
  }
}
