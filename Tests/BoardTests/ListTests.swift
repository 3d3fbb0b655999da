import BoardModel
import Harness
import Testing

extension OnTheDesktop {
  @Suite struct ListTests {
    @Test(arguments: usually(.x11))
    func aListIsAddedAndRenamedInItsPlace(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let app = try desktop.start(width: screenSize.width)
        try app.click("push button", "Add List")
        try app.expectEditing("New List")
        try app.type("Ideas")
        try app.press("Return")
        try app.expectLists(["To Do", "In Progress", "Done", "Ideas"])
        // It is the list that gets new cards.
        try app.press("ctrl+n")
        _ = try app.find("text", "New Card")
        try app.type("fly")
        try app.press("Return")
        try app.expectStored { $0.last == SeenList(title: "Ideas", cards: ["fly"]) }
        try app.press("Escape")
        try app.press("ctrl+z")
        try desktop.display.move(to: app.findAtRest("label", "Ideas"))
        try desktop.display.click(times: 2)
        try app.expectEditing("Ideas")
        try app.type("Wishes")
        try app.press("Return")
        try app.expectLists(["To Do", "In Progress", "Done", "Wishes"])
        try app.press("ctrl+z")
        try app.expectLists(["To Do", "In Progress", "Done", "Ideas"])
        // Its title was part of its addition.
        try app.press("ctrl+z")
        try app.expectLists(["To Do", "In Progress", "Done"])
        try app.press("ctrl+shift+n")
        try app.expectEditing("New List")
        try app.press("Escape")
        try app.expectLists(["To Do", "In Progress", "Done"])
      }
    }

    /// Regression: the board went to its end, and the keyboard to the button for a new list.
    @Test(arguments: usually(.wayland))
    func theKeyboardGoesToTheListBesideTheArchivedOne(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one"], "In Progress": ["two"]])
        let app = try desktop.start(width: 1000)
        try app.click("list item", "one")
        try app.press("ctrl+l")
        _ = try app.findAtRest("menu", "Menu")
        try app.press("a")
        try app.expectLists(["In Progress", "Done"])
        try app.press("ctrl+n")
        _ = try app.find("text", "New Card")
        try app.type("three")
        try app.press("Return")
        try app.expect(["In Progress": ["two", "three"], "Done": []])
      }
    }

    @Test(arguments: usually(.wayland))
    func aTitleThatIsRefusedCanBeChanged(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let app = try desktop.start(width: 1100)
        try app.press("ctrl+shift+n")
        try app.expectEditing("New List")
        try app.type("done")
        try app.press("Return")
        try app.expectMessage(
          """
          Title: there is a list “Done” already; each list needs a title of its own, and capital \
          letters make no difference
          """)
        try app.expectEditing("done")
        try app.press("End")
        try app.type(" twice")
        try app.press("Return")
        try app.expectLists(["To Do", "In Progress", "Done", "done twice"])
      }
    }

    /// Regression: the list came to the default board, and the next key went to a card.
    @Test(arguments: usually(.wayland))
    func aListIsAddedToTheBoardThatIsShown(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let data = try desktop.fixture.folder.makeFolder("data")
        let store = try BoardStore(folder: "\(data)/dragboard")
        try store.perform(.addBoard(name: "Garden", lists: ["Beds"]))
        try store.perform(.addBoard(name: "Shed", lists: []))
        let app = try desktop.start(width: screenSize.width)
        try app.press("ctrl+2")
        _ = try app.findAtRest("list", "Beds")
        try app.press("ctrl+shift+n")
        try app.expectEditing("New List")
        try app.type("Paths")
        try app.press("Return")
        let garden = try store.boards()[1].id
        try eventually("the board has the list") {
          try store.lists(on: garden).map(\.title) == ["Beds", "Paths"]
        }
        // A board without lists takes keys, too.
        try app.press("ctrl+3")
        _ = try app.findAtRest(
          "label", "The board has no list yet. Ctrl+N adds one with your first card.")
        try app.press("ctrl+n")
        _ = try app.find("text", "New Card")
        try app.type("rake")
        try app.press("Return")
        let shed = try store.boards()[2].id
        try eventually("the board has a list with the card") {
          let lists = try store.lists(on: shed)
          return try lists.map(\.title) == ["New List"]
            && store.cards(in: lists[0].id).map(\.title) == ["rake"]
        }
        #expect(try store.lists(on: .main).map(\.title) == ["To Do", "In Progress", "Done"])
      }
    }

    /// Another process deletes the list, and then the board, while a person types a card there.
    @Test(arguments: usually(.wayland))
    func whatIsTypedOutlivesItsListAndItsBoard(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let data = try desktop.fixture.folder.makeFolder("data")
        let store = try BoardStore(folder: "\(data)/dragboard")
        try store.perform(.addBoard(name: "Garden", lists: ["Beds", "Paths"]))
        let garden = try store.boards()[1].id
        let lists = try store.lists(on: garden)
        let app = try desktop.start(width: 1000)
        try app.press("ctrl+2")
        _ = try app.findAtRest("list", "Beds")
        try app.press("ctrl+n")
        _ = try app.find("text", "New Card")
        try app.type("seeds")
        try app.expectEditing("seeds")
        try store.perform(.deleteList(lists[0].id))
        _ = try app.findAtRest("list item", "seeds")
        #expect(try store.cards(in: lists[1].id).map(\.title) == ["seeds"])
        try app.press("ctrl+n")
        try app.type("rake")
        try app.expectEditing("rake")
        try store.perform(.deleteBoard(garden))
        try app.expect(["To Do": ["rake"], "In Progress": [], "Done": []])
        _ = try app.findAtRest("list item", "rake")
      }
    }

    /// What Escape leaves in the row is there again, also after another board was shown.
    @Test(arguments: usually(.x11))
    func aDraftStaysWithItsList(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let data = try desktop.fixture.folder.makeFolder("data")
        let store = try BoardStore(folder: "\(data)/dragboard")
        try store.perform(.addBoard(name: "Garden", lists: ["Beds"]))
        let app = try desktop.start(width: 1000)
        try app.press("ctrl+n")
        _ = try app.find("text", "New Card")
        try app.type("draft")
        try app.press("Escape", "ctrl+2")
        _ = try app.findAtRest("list", "Beds")
        try app.press("ctrl+1")
        _ = try app.findAtRest("list", "To Do")
        try app.press("ctrl+n")
        try app.expectEditing("draft")
        #expect(try store.lists().allSatisfy { try store.cardCount(in: $0.id) == 0 })
      }
    }

    /// Regression: the next list had the keyboard then, and got the new card.
    @Test(arguments: usually(.x11))
    func aListWhoseLastCardGoesStaysTheCurrentOne(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one"], "In Progress": ["now"]])
        let app = try desktop.start(width: 1000)
        try app.expectFocus(on: "one")
        let store = try BoardStore(folder: "\(app.data)/dragboard")
        let list = try store.lists()[0].id
        try store.perform(.deleteCards(try store.cards(in: list).map(\.id)))
        try eventually(within: Timeout.long, "the card is gone") {
          try app.seen("list item", "one") == nil
        }
        try app.press("ctrl+n")
        _ = try app.find("text", "New Card")
        try app.type("two")
        try app.press("Return")
        try app.expect(["To Do": ["two"], "In Progress": ["now"]])
      }
    }

    @Test(arguments: usually(.wayland))
    func aListIsDeletedByItsMenuAndComesBackWithItsCards(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one", "two"]])
        let app = try desktop.start(width: 1000)
        try app.click("push button", "List Menu")
        _ = try app.findAtRest("menu", "Menu")
        try app.press("d")
        try app.expectLists(["In Progress", "Done"])
        try app.click("label", "Undo")
        try app.expectLists(["To Do", "In Progress", "Done"])
        try app.expect(["To Do": ["one", "two"]])
      }
    }
  }
}

extension App {
  /// Waits until there is a field with this text.
  func expectEditing(_ text: String) throws {
    var last: [String] = []
    do {
      try eventually(within: Timeout.long) {
        let fields = try look().filter { $0.role == "text" && $0.isShown }
        last = fields.map { "\($0.name): \($0.text ?? "")\($0.isFocused ? ", focused" : "")" }
        return fields.contains { $0.text == text }
      }
    } catch {
      throw HarnessFailure("expected a field with “\(text)”, but there are \(last)")
    }
  }

  /// Waits until the screen and the store have these lists.
  func expectLists(_ titles: [String]) throws {
    var last = "nothing"
    do {
      try eventually(within: Timeout.long) {
        let (seen, stored) = (try look(places: .none).lists.map(\.title), try stored().map(\.title))
        last = "\(seen) on the screen and \(stored) in the store"
        return seen == titles && stored == titles
      }
    } catch {
      throw HarnessFailure("expected the lists \(titles), but there are \(last)")
    }
  }
}
