import BoardModel
import Harness
import Testing

extension OnTheDesktop {
  /// New cards, the search, and commands of cards and lists, with keys alone.
  @Suite struct QuickAddTests {
    @Test(arguments: usually(.wayland))
    func cardsAreAddedFoundAndMovedByKeys(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one"], "Done": ["Café"]])
        let app = try desktop.start(width: 1000)
        try app.click("list item", "one")

        // The entry row stays open for the next card.
        try app.press("ctrl+n")
        _ = try app.find("text", "New Card")
        try app.type("two")
        try app.press("Return")
        try app.expect(["To Do": ["one", "two"]])
        // Where nothing is typed Return does nothing: the next one would open a card.
        try app.press("Return", "Return")
        try app.type("three")
        try app.press("Return")
        try app.expect(["To Do": ["one", "two", "three"]])
        try app.press("Escape")
        try app.expectFocus(on: "three")

        // The search finds the text in all lists, regardless of case and accents.
        try app.press("ctrl+f")
        _ = try app.find("entry", "Search all cards")
        try app.type("cafe")
        try app.expectShown(["To Do": [], "Done": ["Café"]])
        try app.press("Down")
        try app.expectFocus(on: "Café")
        try app.press("ctrl+m")
        _ = try app.findAtRest("menu", "Menu")
        try app.press("1")
        try app.expectStored { $0.first { $0.title == "To Do" }?.cards.last == "Café" }
        try app.expectShown(["To Do": ["Café"], "Done": []])
        try app.press("Escape")
        try app.expect(["To Do": ["one", "two", "three", "Café"], "Done": []])
        try app.expectFocus(on: "Café")

        // Commands of lists.
        try app.press("ctrl+shift+Right")
        try app.expectLists(["In Progress", "To Do", "Done"])
        try app.press("shift+F2")
        try app.expectEditing("To Do")
        try app.type("Later")
        try app.press("Return")
        try app.expectLists(["In Progress", "Later", "Done"])
        try app.click("list item", "Café")
        try app.press("ctrl+l")
        _ = try app.findAtRest("menu", "Menu")
        try app.press("d")
        try app.expectLists(["In Progress", "Done"])
        try app.press("ctrl+z")
        try app.expectLists(["In Progress", "Later", "Done"])
        // The list is back, and none of its cards is selected.
        try app.press("Delete")
        try app.press("ctrl+n")
        try app.type("four")
        try app.press("Return")
        try app.press("Escape")
        try app.expectStored {
          $0.first { $0.title == "Later" }?.cards == ["one", "two", "three", "Café", "four"]
        }

        // A list has its number whatever list the cards are in.
        try app.click("list item", "Café")
        try app.press("ctrl+m")
        _ = try app.findAtRest("menu", "Menu")
        try app.press("3")
        try app.expectStored { $0.first { $0.title == "Done" }?.cards.last == "Café" }
      }
    }

    @Test(arguments: usually(.wayland))
    func whatIsTypedIsKeptAndADateThatIsNoneIsTold(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one"]])
        let app = try desktop.start(width: 1000)
        try app.click("list item", "one")
        try app.press("ctrl+n")
        _ = try app.find("text", "New Card")
        try app.type("pay due:tomorow")
        try app.press("Escape")
        try app.expectFocus(on: "one")
        try app.press("ctrl+n")
        try app.expectEditing("pay due:tomorow")
        try app.press("Return")
        try app.expectMessage("“due:tomorow” is not a date, and stays in the title")
        try app.expect(["To Do": ["one", "pay due:tomorow"]])
      }
    }

    /// Regression: the dialog closed, and its words were gone.
    @Test(arguments: usually(.x11))
    func whatIsWrittenForABoardThatIsDeletedMeanwhileIsKept(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let app = try desktop.start(width: 1000)
        let store = try BoardStore(folder: "\(app.data)/dragboard")
        let garden = try store.perform(.addBoard(name: "Garden", lists: ["Beds"])).boards[0]
        try eventually(within: Timeout.long, "the window shows the board") {
          try app.press("ctrl+2")
          return try app.seen("list", "Beds") != nil
        }
        try app.openNewCard()
        try app.type("Dig")
        try app.expectField("Title") { $0 == "Dig" }
        try store.perform(.deleteBoard(garden))
        _ = try app.find("list", "To Do")
        try app.press("ctrl+Return")
        try app.expectStored { $0.first { $0.title == "To Do" }?.cards == ["Dig"] }
      }
    }

    @Test(arguments: usually(.x11))
    func undoInTheRowTakesTheLastCardBack(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one"]])
        let app = try desktop.start(width: 1000)
        try app.click("list item", "one")
        try app.press("ctrl+n")
        _ = try app.find("text", "New Card")
        try app.type("two")
        try app.press("Return")
        try app.expect(["To Do": ["one", "two"]])
        try app.press("ctrl+z")
        try app.expect(["To Do": ["one"]])
        try app.expectEditing("")
      }
    }

    @Test(arguments: usually(.x11))
    func theRowOfAnEmptyListIsAtItsTop(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let app = try desktop.start(width: 1000)
        try app.press("ctrl+n")
        try eventually(within: Timeout.long, "the row is below the heading") {
          let all = try app.look()
          guard let heading = all.first("label", "To Do"), let row = all.first("text", "New Card"),
            heading.isShown, row.isShown
          else { return false }
          return row.y - heading.y - heading.height < row.height
        }
      }
    }

    /// Regression: the list stayed as low as it was, and all but the last two cards were above its top.
    @Test(arguments: usually(.x11))
    func allPastedLinesAreInSight(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one"]])
        let app = try desktop.start(width: 1000)
        try desktop.display.copy(Array("two\nthree\nfour\nfive\n".utf8), as: "UTF8_STRING")
        try app.click("push button", "Add Card")
        _ = try app.find("text", "New Card")
        try app.press("ctrl+v")
        _ = try app.find("label", "Add 4 Cards?")
        try app.focusDialog()
        try app.press("alt+4")
        try app.expect(["To Do": ["one", "two", "three", "four", "five"]])
        try eventually(within: Timeout.long, "all cards are below the heading") {
          let all = try app.look()
          guard let heading = all.first("label", "To Do"), let row = all.first("text", "New Card")
          else { return false }
          return ["one", "two", "three", "four", "five"].allSatisfy { title in
            guard let card = all.first("list item", title), card.isShown else { return false }
            return card.y >= heading.y + heading.height && card.y + card.height <= row.y
          }
        }
      }
    }

    @Test(arguments: usually(.x11))
    func aListPastedInTheRowKeepsWhatIsNested(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one"]])
        let app = try desktop.start(width: 1000)
        let pasted = "- [ ] Pack boxes\n  - [ ] kitchen\n  - [x] books\n- [ ] Rent van\n"
        try desktop.display.copy(Array(pasted.utf8), as: "UTF8_STRING")
        try app.click("push button", "Add Card")
        _ = try app.find("text", "New Card")
        try app.press("ctrl+v")
        _ = try app.find("label", "Add 2 Cards?")
        try app.focusDialog()
        try app.press("Return")
        try app.expect(["To Do": ["one", "Pack boxes", "Rent van"]])
        let store = try BoardStore(folder: "\(app.data)/dragboard")
        let list = try #require(try store.lists().first)
        #expect(
          try store.cards(in: list.id)[1].details.checklist == [
            ChecklistItem("kitchen"), ChecklistItem("books", isDone: true),
          ])
      }
    }

    @Test func pastedLinesBecomeCardsOrOneCard() throws {
      try Desktop.run { desktop in
        try desktop.fill(["To Do": ["one"]])
        let app = try desktop.start(width: 1000)
        try desktop.display.copy(Array("two\n  three\n".utf8), as: "UTF8_STRING")
        for (key, cards) in [
          ("2", ["one", "two", "three"]), ("o", ["one", "two", "three", "two"]),
        ] {
          try app.click("push button", "Add Card")
          _ = try app.find("text", "New Card")
          try app.press("ctrl+v")
          _ = try app.find("label", "Add 2 Cards?")
          try app.focusDialog()
          try app.press("alt+\(key)")
          try app.expect(["To Do": cards])
          try app.focus()
          try app.press("Escape")
        }
      }
    }
  }
}

extension OnTheDesktop.QuickAddTests {
  @Test(arguments: seldom)
  func whatIsLeftInTheRowIsThereAfterARestart(on server: DisplayServer) throws {
    try Desktop.run(on: server) { desktop in
      try desktop.fill(["To Do": ["one"]])
      for isFirst in [true, false] {
        let app = try desktop.start(width: 1000)
        try app.click("push button", "Add Card")
        _ = try app.find("text", "New Card")
        if isFirst { try app.type("paint") }
        try app.expectField("New Card") { $0 == "paint" }
        try app.press("Escape")
        try app.press("ctrl+q")
        #expect(try app.program.wait(within: Timeout.long).exit == .exited(0))
        #expect(try app.stored().flatMap(\.cards) == ["one"])
      }
    }
  }
}

extension App {
  /// Waits until the window shows only these cards of these lists.
  func expectShown(_ lists: [String: [String]]) throws {
    var last: [SeenList] = []
    do {
      try eventually(within: Timeout.long) {
        last = try look(places: .none).lists
        return lists.allSatisfy { last.contains(SeenList(title: $0, cards: $1)) }
      }
    } catch {
      throw HarnessFailure("expected \(lists) on the screen, but there are \(last)")
    }
  }
}
