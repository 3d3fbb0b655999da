import BoardModel
import Harness
import Testing

extension OnTheDesktop {
  /// Keys that move the focus from list to list, and keys of the whole board.
  @Suite struct GoingByKeysTests {
    @Test(arguments: usually(.wayland))
    func arrowsGoToTheListBesideAndTakeCardsThere(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one", "two"], "In Progress": ["now", "soon", "late"]])
        let app = try desktop.start()
        try app.click("list item", "one")
        try app.press("Right")
        try app.expectFocus(on: "now")
        try app.press("Delete")
        try app.expect(["To Do": ["one", "two"], "In Progress": ["soon", "late"]])
        try app.expectFocus(on: "soon")
        try app.press("alt+Left")
        try app.expect(["To Do": ["soon", "one", "two"], "In Progress": ["late"]])
        try app.expectFocus(on: "soon")
        try app.press("Right")
        try app.expectFocus(on: "late")
        try app.press("Left")
        try app.expectFocus(on: "soon")
        try app.press("Delete")
        try app.expect(["To Do": ["one", "two"], "In Progress": ["late"]])
      }
    }

    @Test(arguments: usually(.x11))
    func aBoardIsShownAgainWhereItWasLeft(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let cards = (10..<70).map { "card \($0)" }
        try desktop.fill(["To Do": ["one"], "Done": cards])
        let store = try BoardStore(folder: "\(desktop.fixture.folder.makeFolder("data"))/dragboard")
        try store.perform(.addBoard(name: "Garden", lists: ["Beds"]))
        let app = try desktop.start(width: 600)
        try app.press("Right", "Right")
        try app.expectFocus(on: "card 10")
        try app.press("End")
        try app.expectFocus(on: "card 69")
        try app.press("ctrl+2")
        _ = try app.findAtRest("list", "Beds")
        try app.press("ctrl+1")
        try app.expectFocus(on: "card 69")
        try eventually(within: Timeout.long, "the card is in sight") {
          try app.isInSight(("list item", "card 69"))
        }
      }
    }

    /// A window begins with a card that has the keyboard and is not selected.
    @Test(arguments: usually(.wayland))
    func keysActOnTheFirstCardAtOnce(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one", "two"]])
        let app = try desktop.start()
        try app.expectFocus(on: "one")
        try app.press("alt+Right")
        try app.expect(["To Do": ["two"], "In Progress": ["one"]])
      }
    }

    @Test(arguments: usually(.x11))
    func aMoveByKeysIsUndoneByItsToastAndDoneAgain(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one", "two"]])
        let app = try desktop.start()
        try app.click("list item", "two")
        try app.press("alt+Up")
        try app.expect(["To Do": ["two", "one"]])
        try app.click("label", "Undo")
        try app.expect(["To Do": ["one", "two"]])
        try app.press("ctrl+y")
        try app.expect(["To Do": ["two", "one"]])
      }
    }

    /// Tab goes to the button of a list that has no cards.
    @Test(arguments: usually(.x11))
    func aListWhoseButtonHasTheKeyboardGetsTheNewCard(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one"]])
        let app = try desktop.start()
        try app.click("list item", "one")
        try app.press("Tab")
        try eventually(within: Timeout.long, "the button of the next list has the keyboard") {
          try app.look(places: .none).first { $0.isFocused }?.name == "Add Card"
        }
        try app.press("ctrl+n")
        try app.type("two")
        try app.press("Return")
        try app.expect(["To Do": ["one"], "In Progress": ["two"]])
      }
    }

    @Test(arguments: usually(.x11))
    func theEditorGetsTheKeyboardAndGivesItBack(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.addGeocache(
          #"{"name":"Mill","summary":"Look up","latitude":53.5,"longitude":7}"#)
        let app = try desktop.start()
        try app.click("list item", "Mill")
        // All keys are there before the window can draw anything.
        try app.stopped {
          try app.press("F2", "ctrl+a")
          try app.type("Lake")
        }
        _ = try app.find("label", "Drag “Lake”")
        try app.press("shift+F9")
        try app.expectFocus(on: "Mill")
        try app.stopped {
          try app.press("shift+F9", "ctrl+a")
          try app.type("Pond")
        }
        _ = try app.find("label", "Drag “Pond”")
      }
    }

    /// Regression: a card that had the keyboard, but was not selected, had none of the keys.
    @Test(arguments: usually(.x11))
    func keysAreForTheCardThatIsSeenToHaveTheKeyboard(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one", "two"]])
        let app = try desktop.start()
        try app.press("ctrl+1", "F2")
        _ = try app.find("dialog", "Edit Card")
        try app.expectEditing("one")
      }
    }

    /// All keys are there before the window can draw what the first of them has left.
    @Test(arguments: usually(.wayland), ["Delete", "alt+Up"])
    func keysThatFollowACommandAtOnceAreNotLost(on server: DisplayServer, command: String) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one", "two", "zebra"]])
        let app = try desktop.start()
        try app.click("list item", "two")
        try app.stopped {
          try app.press(command, "ctrl+f")
          try app.type("z")
        }
        try app.expectShown(["To Do": ["zebra"]])
      }
    }

    @Test(arguments: usually(.wayland))
    func aListIsAddedAndNamedByKeys(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one"]])
        let app = try desktop.start()
        try app.click("list item", "one")
        try app.press("ctrl+shift+n")
        try app.expectEditing("New List")
        try app.type("Ideas")
        try app.press("Return")
        try app.expectLists(["To Do", "In Progress", "Done", "Ideas"])
      }
    }
  }
}

extension App {
  /// Waits until a card has the focus.
  func expectFocus(on card: String) throws {
    var last: [String] = []
    do {
      try eventually(within: Timeout.long) {
        last = try look(places: .none).filter(\.isFocused).map(\.name)
        return last.contains(card)
      }
    } catch {
      throw HarnessFailure("“\(card)” should have the keyboard, but \(last) have it")
    }
  }
}
