import BoardModel
import Harness
import Testing

extension OnTheDesktop {
  /// What is planned with cards, and several boards, by keys alone.
  @Suite struct PlanningTests {
    @Test(arguments: usually(.x11))
    func aCardIsPlannedDoneAndArchivedAndAnotherBoardTakesDrops(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one", "two"]])
        let app = try desktop.start(width: 1000)
        try app.click("list item", "one")
        try app.press("F2")
        _ = try app.find("text", "Due Date")
        try app.focusDialog()
        // From the title, past its button, to the date; past the calendar to the labels.
        try app.press("Tab")
        try app.type("tomorrow")
        try app.press("ctrl+Return")
        try app.expectMessage("tomorrow")
        try app.focus()
        try app.click("list item", "one")
        try app.press("ctrl+d")
        try app.expectMessage("Done")
        try app.press("ctrl+e")
        try app.expect(["To Do": ["two"]])
        try app.press("ctrl+z")
        try app.expect(["To Do": ["one", "two"]])

        let store = try BoardStore(folder: "\(app.data)/dragboard")
        try store.perform(.addBoard(name: "Garden", lists: ["Beds"]))
        _ = try eventually(within: Timeout.long, "the board takes drops") {
          try desktop.dragctl("drop", "--text", "dig", "--on", "Garden/Beds").exit == .success
        }
        try app.press("ctrl+2")
        try eventually(within: Timeout.long, "the other board is shown") {
          // A drop that failed late on a busy machine was tried again, so the list may have several such cards.
          let lists = try app.look(places: .none).lists
          return lists.map(\.title) == ["Beds"] && lists[0].cards.contains("dig")
        }
        try eventually(within: Timeout.long, "the window has its name") {
          try app.look(places: .none).contains { $0.role == "frame" && $0.name == "Garden" }
        }
        try app.press("ctrl+1")
        try app.expect(["To Do": ["one", "two"]])

        // What the user writes on a card that another process deletes meanwhile becomes a new card.
        let two = try store.cards(in: store.lists()[0].id)[1].id
        try app.click("list item", "two")
        try app.press("F2")
        _ = try app.find("text", "Due Date")
        try app.focusDialog()
        try store.perform(.deleteCards([two]))
        try app.press("End")
        try app.type(" more")
        try app.press("ctrl+Return")
        try app.expect(["To Do": ["one", "two more"]])
      }
    }
  }
}
