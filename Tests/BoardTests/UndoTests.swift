import BoardModel
import Harness
import Testing

extension OnTheDesktop {
  /// What undo takes back, and what it leaves alone.
  @Suite struct UndoTests {
    /// Regression: undo took back what a script had just done, and selected all of it for the next key.
    @Test(arguments: usually(.x11))
    func whatAnotherProgramHasDoneIsNamedBeforeItIsUndoneAndIsNotSelected(
      on server: DisplayServer
    ) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["c", "a", "b"]])
        let app = try desktop.start(width: 1000)
        let store = try BoardStore(folder: "\(app.data)/dragboard")
        try app.click("list item", "a")
        try store.perform(.sortList(store.lists()[0].id, by: .title))
        try app.expect(["To Do": ["a", "b", "c"]])
        try app.press("ctrl+z")
        try app.expectMessage("“Sort List” was not done in this window")
        #expect(try app.stored()[0].cards == ["a", "b", "c"])
        try app.press("ctrl+z")
        try app.expect(["To Do": ["c", "a", "b"]])
        try app.expectSelected(["a"])
        try app.press("Delete")
        try app.expect(["To Do": ["c", "b"]])
      }
    }

    /// Regression: Ctrl+Z undid what a script had done to another board, and showed that board.
    @Test(arguments: usually(.wayland))
    func aWindowUndoesWhatWasDoneToItsBoard(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one", "two"]])
        let app = try desktop.start(width: 1000)
        let store = try BoardStore(folder: "\(app.data)/dragboard")
        try app.click("list item", "one")
        try app.press("Delete")
        try app.expect(["To Do": ["two"]])
        let garden = try store.perform(.addBoard(name: "Garden", lists: ["Beds"])).boards[0]
        let beds = try store.lists(on: garden)[0].id
        try store.perform(.addCards([NewCard(title: "dig")], to: beds, at: .end))
        try app.press("ctrl+z")
        try app.expect(["To Do": ["one", "two"]])
        // It was selected when it was deleted.
        try app.expectSelected(["one"])
        #expect(try store.cards(in: beds).map(\.title) == ["dig"])
      }
    }
  }
}
