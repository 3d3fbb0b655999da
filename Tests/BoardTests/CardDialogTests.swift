import BoardModel
import Harness
import Testing

extension OnTheDesktop {
  /// What a person does with a card in its dialog beside writing on it.
  @Suite struct CardDialogTests {
    @Test(arguments: usually(.x11))
    func aCardIsDoneMovedArchivedAndDeletedInItsDialog(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one", "two"], "Done": []])
        let app = try desktop.start(width: 1100)
        let store = try BoardStore(folder: "\(app.data)/dragboard")
        try app.openDialog(of: "one")
        try app.press("ctrl+d", "ctrl+Return")
        try eventually(within: Timeout.long, "it is done") {
          try store.cards(in: store.lists()[0].id)[0].details.isDone
        }
        try app.expectNoDialog()

        // What is written is saved, and the card goes to the list.
        try app.focus()
        try app.openDialog(of: "one")
        try app.press("End")
        try app.type(" more")
        try app.openCardMenu()
        try app.press("m")
        _ = try app.findAtRest("menu item", "3  Done")
        try app.press("3")
        try app.expect(["To Do": ["two"], "Done": ["one more"]])
        try app.expectMessage("“one more” moved to “Done”")

        try app.focus()
        try app.openDialog(of: "one more")
        try app.openCardMenu()
        try app.press("d")
        try app.expect(["To Do": ["two"], "Done": []])
        try app.expectMessage("“one more” deleted")
        try app.focus()
        try app.openDialog(of: "two")
        try app.press("ctrl+a")
        try app.type("three")
        try app.press("ctrl+e")
        try app.expect(["To Do": [], "Done": []])
        try app.expectMessage("“three” archived")
      }
    }

    @Test(arguments: usually(.wayland))
    func labelsAreChosenMadeAndManaged(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one", "two"]])
        let app = try desktop.start(width: 1100)
        let store = try BoardStore(folder: "\(app.data)/dragboard")
        let cards = try store.cards(in: store.lists()[0].id)
        try store.perform(.setLabel([cards[1].id], CardLabel("urgent", .red), true))
        try app.openDialog(of: "one")
        try app.clickInDialog("push button", "Choose Labels")
        try app.expectFocus("Find or Make a Label")
        try app.type("urg")
        try app.press("Return")
        try app.type("quiet")
        _ = try app.findAtRest("push button", "Make “quiet”")
        // The fourth colour is orange.
        try app.press("Tab", "Tab", "Tab", "Tab", "Tab", "space")
        try app.press("shift+Tab", "shift+Tab", "shift+Tab", "shift+Tab", "space")
        try app.expectFocus("Find or Make a Label")
        try app.press("Escape")
        try app.expectFocus("Choose Labels")
        try app.press("ctrl+Return")
        try eventually(within: Timeout.long, "it has both labels") {
          try store.card(cards[0].id)?.details.labels == [
            CardLabel("urgent", .red), CardLabel("quiet", .orange),
          ]
        }
        try app.expectNoDialog()
        try app.focus()
        try app.click("push button", "Boards: Board")
        _ = try app.findAtRest("menu", "Menu")
        try app.press("l")
        _ = try app.find("dialog", "Labels of “Board”")
        try app.focusDialog()
        try app.clickInDialog("push button", "Delete “quiet”")
        _ = try app.find("label", "“quiet” deleted")
        try app.clickInDialog("push button", "Rename “urgent”")
        _ = try app.find("text", "Name")
        try app.focusDialog()
        try app.press("ctrl+a")
        try app.type("now")
        try app.press("Return")
        try eventually(within: Timeout.long, "the label has its name on all cards") {
          try store.labels(on: .main).map(\.label) == [CardLabel("now", .red)]
            && store.labels(on: .main)[0].cards == 2
        }
      }
    }

    @Test(arguments: usually(.x11))
    func aCardHasCommentsSeveralChecklistsAndACover(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one"]])
        let app = try desktop.start(width: 1100)
        let store = try BoardStore(folder: "\(app.data)/dragboard")
        let card = try store.cards(in: store.lists()[0].id)[0].id
        let png = NewAttachment(
          name: "sea.png", type: "image/png", content: .bytes([1, 2, 3]))
        try store.perform(.attach([png], to: card))
        try app.openDialog(of: "one")
        // The row of the file, and its menu.
        for _ in 0..<11 { try app.press("Tab") }
        try app.press("space")
        _ = try app.findAtRest("menu", "Menu")
        try app.press("u")
        try eventually(within: Timeout.long, "it is the cover") {
          try store.card(card)?.cover?.name == "sea.png"
        }
        try app.clickInDialog("text", "New Checklist Item")
        try app.type("first")
        try app.clickInDialog("push button", "Add Checklist")
        try app.expectFocus("Name of the Checklist")
        try app.type("Things")
        try app.press("Tab")
        try app.type("paint")
        try app.press("Return")
        try eventually(within: Timeout.long, "Tab goes to the field") {
          let isThere = try app.look(places: .none).contains {
            $0.name == "New Comment" && $0.isFocused
          }
          if !isThere { try app.press("Tab") }
          return isThere
        }
        try app.type("well said")
        try app.press("ctrl+Return")
        try app.expectNoDialog()
        let details = try store.card(card)?.details
        #expect(details?.comments.map(\.text) == ["well said"] && details?.cover == 1)
        #expect(details?.comments.first?.time != nil)
        #expect(
          details?.checklist == [
            ChecklistItem("first"), ChecklistItem("paint", in: "Things"),
          ])
        try app.expectNoWarnings()
      }
    }

    @Test(arguments: usually(.x11))
    func longItemsOfAChecklistWrap(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one"]])
        let app = try desktop.start(width: 360)
        let store = try BoardStore(folder: "\(app.data)/dragboard")
        let card = try store.cards(in: store.lists()[0].id)[0].id
        let long = String(repeating: "word ", count: 30).trimmed
        try store.perform(
          .editDetails(card, CardDetails(checklist: [ChecklistItem(long), ChecklistItem("b")])))
        try app.openDialog(of: "one")
        let items = try eventually(within: Timeout.long, "both items have their heights") {
          () -> [Seen]? in
          let items = try app.look().filter { $0.name == "Checklist Item" }.sorted { $0.y < $1.y }
          return items.count == 2 && items[0].height > 2 * items[1].height ? items : nil
        }
        #expect(items[0].text == long)
        #expect(items[0].y + items[0].height <= items[1].y)
        try app.expectNoWarnings()
      }
    }
  }
}

extension App {
  fileprivate func openCardMenu() throws {
    try clickInDialog("push button", "Card Menu")
    _ = try findAtRest("menu", "Menu")
  }
}
