import BoardModel
import Harness
import Testing

extension OnTheDesktop {
  /// The search and the boards that are not shown, by keys alone.
  @Suite struct SearchTests {
    /// Regression: the lists were at their top after a search.
    @Test func theListsAreWhereTheyWereAfterASearch() throws {
      try Desktop.run(on: .x11) { desktop in
        let cards = (10..<40).map { "card \($0)" }
        try desktop.fill(["To Do": cards])
        let app = try desktop.start(width: 900)
        try app.click("list item", "card 11")
        try app.press("End")
        try eventually(within: Timeout.long, "the last card is in sight") {
          try app.look().first("list item", "card 39").map(\.isShown) ?? false
        }
        // Nothing stays selected.
        try app.press("ctrl+space")
        let before = try app.findAtRest("list item", "card 39")
        try app.press("ctrl+f")
        try app.type("card 1")
        try eventually(within: Timeout.long, "the first cards are found") {
          try app.look().first("list item", "card 10").map(\.isShown) ?? false
        }
        try app.press("Escape")
        try eventually(within: Timeout.long, "the last card is where it was") {
          try app.findAtRest("list item", "card 39").y == before.y
        }
      }
    }

    @Test(arguments: usually(.wayland))
    func everyKeyAfterTheSearchHasOpenedIsForIt(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["q v w", "qvw", "v w"]])
        let app = try desktop.start(width: 1000)
        let place = try app.findAtRest("list item", "q v w")
        for _ in 0..<2 {
          try app.click("list item", "v w")
          // All keys are there before the window can draw anything.
          try app.stopped {
            try app.press("ctrl+f")
            try app.type("q v ")
          }
          try app.expectShown(["To Do": ["q v w", "qvw"]])
          try app.type("z")
          try app.expectShown(["To Do": []])
          try app.press("Escape")
          try app.expectShown(["To Do": ["q v w", "qvw", "v w"]])
          #expect(try app.findAtRest("list item", "q v w").y == place.y, "the bar has left a gap")
        }
      }
    }

    @Test(arguments: usually(.x11))
    func theFirstCardThatIsFoundIsInSight(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let others = (10..<60).map { "other \($0)" }
        try desktop.fill(["To Do": others + ["lamp"], "Done": others + ["post"]])
        let app = try desktop.start(width: 600)
        try app.press("ctrl+f")
        _ = try app.find("entry", "Search all cards")
        for words in ["other 5", "post", "other 5", "lamp"] {
          try app.press("ctrl+a")
          try app.type(words)
          let first = words == "other 5" ? "other 50" : words
          try eventually(within: Timeout.long, "“\(first)” is in sight") {
            try app.isInSight(("list item", first))
          }
        }
      }
    }

    @Test(arguments: usually(.wayland))
    func whatWasSelectedIsSelectedAgainAfterASearchThatHidesIt(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one", "two", "three"]])
        let app = try desktop.start(width: 1000)
        try app.click("list item", "two")
        try app.press("ctrl+f")
        _ = try app.find("entry", "Search all cards")
        try app.type("three")
        try app.expectShown(["To Do": ["three"]])
        try app.press("Escape")
        try app.expectSelected(["two"])
        try app.expectFocus(on: "two")
        // What the search has found and the person has gone to is selected.
        try app.press("ctrl+f")
        try app.type("three")
        try app.expectShown(["To Do": ["three"]])
        try app.press("Down")
        try app.expectFocus(on: "three")
        try app.press("Escape")
        try app.expectShown(["To Do": ["one", "two", "three"]])
        try app.expectSelected(["three"])
      }
    }

    @Test(arguments: usually(.x11))
    func aSearchTellsOfTheArchiveAndShowsIt(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["milk", "bread"]])
        let app = try desktop.start(width: 360)
        try app.click("list item", "milk")
        try app.press("ctrl+e")
        try app.expect(["To Do": ["bread"]])
        try app.press("ctrl+f")
        _ = try app.find("entry", "Search all cards")
        try app.type("milk")
        _ = try app.find("push button", "Found Elsewhere: 1 card in the archive")
        try app.press("Tab")
        try app.press("Return")
        _ = try app.findAtRest("menu", "Menu")
        try app.press("Return")
        _ = try app.find("dialog", "Archive of “Board”")
        _ = try app.find("label", "milk")
      }
    }

    @Test(arguments: usually(.x11))
    func aSearchTellsOfOtherBoardsAndGoesThere(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["milk", "bread"]])
        let app = try desktop.start(width: 360)
        let store = try BoardStore(folder: "\(app.data)/dragboard")
        let garden = try #require(
          try store.perform(.addBoard(name: "Garden", lists: ["Beds"])).boards.first)
        let beds = try store.lists(on: garden)[0].id
        try store.perform(.addCards([NewCard(title: "milk for the hedgehog")], to: beds, at: .end))

        try app.click("list item", "milk")
        try app.press("ctrl+f")
        _ = try app.find("entry", "Search all cards")
        try app.type("milk")
        try app.expectShown(["To Do": ["milk"]])
        _ = try app.find("push button", "Found Elsewhere: 1 card on another board")

        // What another program adds meanwhile counts too.
        try store.perform(.addCards([NewCard(title: "Milk thistle")], to: beds, at: .end))
        _ = try app.find("push button", "Found Elsewhere: 2 cards on other boards")

        try app.press("Tab")
        try app.press("Return")
        _ = try app.findAtRest("menu", "Menu")
        try app.press("Return")
        try app.expectShown(["Beds": ["milk for the hedgehog", "Milk thistle"]])
        _ = try app.find("push button", "Found Elsewhere: 1 card on another board")
        // The words are selected: others replace them.
        try app.type("hedgehog")
        try app.expectShown(["Beds": ["milk for the hedgehog"]])
        try app.press("Escape")
        try app.expectShown(["Beds": ["milk for the hedgehog", "Milk thistle"]])
      }
    }
  }
}
