import BoardModel
import Harness
import Testing

extension OnTheDesktop {
  @Suite struct KeyboardTests {
    @Test(arguments: usually(.x11))
    func cardsAreMovedAndDeletedByKeys(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one", "two", "three"], "In Progress": ["now"]])
        let app = try desktop.start()
        try app.click("list item", "one")
        try app.press("alt+Down")
        try app.expect(["To Do": ["two", "one", "three"]])
        try app.press("alt+Right")
        try app.expect(["To Do": ["two", "three"]])
        try app.expectStored {
          $0.first { $0.title == "In Progress" }?.cards.contains("one") == true
        }
        try app.press("Delete")
        try app.expect(["In Progress": ["now"]])
        try app.press("ctrl+z")
        try app.expectStored { $0.first { $0.title == "In Progress" }?.cards.count == 2 }
      }
    }

    /// The board makes the popover of the menu when the menu is first opened.
    @Test(arguments: seldom)
    func theMenuIsOpenedAgainAndAgainByItsKey(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one", "two"]])
        let app = try desktop.start()
        for card in ["one", "two"] {
          try app.click("list item", card)
          try app.press("Delete")
          try app.expect(["To Do": card == "one" ? ["two"] : ["one"]])
          try app.press("F10")
          _ = try app.findAtRest("menu", "Menu")
          // Undo is the third item.
          try app.press("Down", "Down", "Return")
          try app.expect(["To Do": ["one", "two"]])
        }
      }
    }

    @Test(arguments: usually(.x11))
    func aCardIsWrittenAndChangedByKeys(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one"]])
        let app = try desktop.start()
        try app.click("list item", "one")
        try app.openNewCard()
        try app.type("tw")
        try app.expectField("Title") { $0 == "tw" }
        // Neither Escape nor Cancel discards typed text.
        for leave in [
          { try app.press("Escape") }, { try app.clickInDialog("push button", "Cancel") },
        ] {
          try leave()
          try app.answer("Escape")
          try eventually(within: Timeout.long, "the question is answered") {
            try app.look(places: .none).first("label", "Discard Changes?") == nil
          }
          try app.focusDialog()
        }
        try app.clickInDialog("text", "Title")
        try app.press("End")
        try app.type("o")
        try app.press("Return")
        try app.expect(["To Do": ["one", "two"]])
        try app.focus()
        try app.openDialog(of: "one")
        try app.press("ctrl+a")
        try app.type("first")
        try app.press("Return")
        try app.expect(["To Do": ["first", "two"]])
      }
    }

    @Test(arguments: usually(.wayland))
    func cardsAreCutAndPastedByKeys(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one", "two"], "Done": ["old"]])
        let app = try desktop.start()
        try app.click("list item", "one")
        try app.press("ctrl+x")
        try app.click("list item", "old")
        try app.press("ctrl+v")
        try app.expect(["To Do": ["two"], "Done": ["old", "one"]])
        try app.click("list item", "two")
        try app.press("ctrl+c")
        try app.click("list item", "old")
        try app.press("ctrl+v")
        try app.expect(["To Do": ["two"], "Done": ["old", "two", "one"]])
      }
    }

    @Test func theFirstStartHasThreeEmptyListsAndAHint() throws {
      try Desktop.run { desktop in
        let app = try desktop.start()
        try app.expect(["To Do": [], "In Progress": [], "Done": []])
        try eventually(within: Timeout.long, "one list says what to do") {
          try app.look(places: .none).count { $0.role == "label" && $0.name.hasPrefix("Press +") }
            == 1
        }
      }
    }
  }
}
