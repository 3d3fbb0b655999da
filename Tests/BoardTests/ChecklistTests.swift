import BoardModel
import Harness
import Testing

extension OnTheDesktop {
  /// The checklist in a card's dialog.
  @Suite struct ChecklistTests {
    @Test(arguments: usually(.x11))
    func pastedLinesBecomeItemsOfAChecklist(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one"]])
        let app = try desktop.start(width: 1100)
        try desktop.display.copy(Array("- [ ] a\n- [x] b\nc\n".utf8), as: "UTF8_STRING")
        try app.click("list item", "one")
        try app.press("F2")
        _ = try app.find("dialog", "Edit Card")
        try app.clickInDialog("text", "New Checklist Item")
        try app.press("ctrl+v")
        try eventually(within: Timeout.long, "each line is an item") {
          try app.look().count { $0.name == "Checklist Item" && $0.isShown } == 3
        }
        try app.press("ctrl+Return")
        let store = try BoardStore(folder: "\(app.data)/dragboard")
        try eventually(within: Timeout.long, "they are kept") {
          try store.cards(in: store.lists()[0].id)[0].details.checklist == [
            ChecklistItem("a"), ChecklistItem("b", isDone: true), ChecklistItem("c"),
          ]
        }
      }
    }

    /// Regression: the field for new items went out of sight below the items.
    @Test(arguments: seldom)
    func theFieldForNewItemsStaysInSight(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one"]])
        let app = try desktop.start(width: 1100)
        try app.click("list item", "one")
        try app.press("F2")
        _ = try app.find("dialog", "Edit Card")
        try app.clickInDialog("text", "New Checklist Item")
        for number in 1...9 {
          try app.type("item")
          try app.press("Return")
          try eventually(within: Timeout.long, "there are \(number) items, and the field") {
            guard try app.checklist().count == number,
              let field = try app.seen("text", "New Checklist Item")
            else { return false }
            return try field.y + field.height <= app.dialog().height
          }
        }
      }
    }

    /// GTK lets notes that do not scroll keep the steps of a wheel.
    @Test(arguments: seldom)
    func aWheelOverTheNotesScrollsTheDialogAroundThem(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one"]])
        let app = try desktop.start(width: 1100)
        let store = try BoardStore(folder: "\(app.data)/dragboard")
        let card = try store.cards(in: store.lists()[0].id)[0].id
        var details = CardDetails()
        details.checklist = (1...30).map { ChecklistItem("item \($0)") }
        try store.perform(.editDetails(card, details))
        try app.openDialog(of: "one")
        for isPreview in [false, true] {
          _ = try app.findAtRest("label", "Notes")
          let notes = try #require(try app.seen("label", "Notes"))
          if isPreview { try app.press("ctrl+shift+p") }
          let dialog = try app.dialog()
          // Below the heading, where the notes stay while the dialog scrolls a little.
          try desktop.display.move(to: (dialog.x + notes.x + 60, dialog.y + notes.y + 70))
          for (steps, isBack) in [(1, false), (-4, true)] {
            try desktop.display.turnWheel(steps)
            try eventually(within: Timeout.long, isBack ? "it is back" : "it has scrolled") {
              try app.seen("label", "Notes").map { ($0.y == notes.y) == isBack } ?? false
            }
          }
        }
      }
    }

    @Test(arguments: usually(.x11))
    func itemsOfAChecklistAreReordered(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let (app, store, card) = try desktop.openChecklist(["a", "b", "c"])
        // The last item goes up by its key, and then the first to the end by its handle.
        try app.focusDialog()
        _ = try app.findAtRest("text", "New Checklist Item")
        try app.clickInDialog("text", "New Checklist Item")
        try eventually(within: Timeout.long, "the last item has the keyboard") {
          let focused = try app.look(places: .none).first(where: \.isFocused)
          let isItem = focused?.name == "Checklist Item"
          if isItem, focused?.text == "c" { return true }
          try app.press(isItem ? "Tab" : "shift+Tab")
          return false
        }
        try app.press("alt+Up", "alt+Up")
        try app.expectChecklist(["c", "a", "b"])
        let handles = try app.checklistHandles()
        try #require(handles.count == 3)
        try desktop.drag(from: handles[0], to: (handles[2].x + 60, handles[2].y + 14)) {
          try app.checklist() == ["a", "b", "c"]
        }
        try app.press("ctrl+Return")
        try eventually(within: Timeout.long, "the order is kept") {
          try store.card(card)?.details.checklist.map(\.text) == ["a", "b", "c"]
        }
      }
    }

    /// Regression: below the last item, it was shown as the last one and went back at the drop.
    @Test(arguments: seldom)
    func anItemIsWhereItWasShownAtTheDrop(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let (app, store, card) = try desktop.openChecklist(["a", "b"])
        try app.focusDialog()
        _ = try app.findAtRest("text", "New Checklist Item")
        let dialog = try app.dialog()
        let handles = try app.checklistHandles()
        try #require(handles.count == 2)
        let seen = try #require(try app.seen("text", "New Checklist Item"))
        let field = (x: dialog.x + seen.x + 60, y: dialog.y + seen.y + seen.height / 2)
        try desktop.drag(from: handles[0], to: field) { try app.checklist() == ["b", "a"] }
        try app.expectChecklist(["b", "a"])
        // Where it cannot be dropped, it is shown at its old place.
        try desktop.display.move(to: handles[0])
        try desktop.display.pressButton()
        try desktop.startDrag(from: handles[0])
        try desktop.move(from: handles[0], to: (handles[1].x + 60, handles[1].y + 8))
        try app.expectChecklist(["a", "b"])
        try desktop.move(from: handles[1], to: (handles[0].x + 60, handles[0].y - 90))
        try app.expectChecklist(["b", "a"])
        try desktop.display.releaseButton()
        try app.expectChecklist(["b", "a"])
        try app.press("ctrl+Return")
        try eventually(within: Timeout.long, "the order is kept") {
          try store.card(card)?.details.checklist.map(\.text) == ["b", "a"]
        }
      }
    }
  }
}

extension Desktop {
  /// Starts with one card, and opens its dialog.
  fileprivate func openChecklist(
    _ items: [String]
  ) throws -> (app: App, store: BoardStore, card: CardID) {
    try fill(["To Do": ["one"]])
    let app = try start(width: 1100)
    let store = try BoardStore(folder: "\(app.data)/dragboard")
    let card = try store.cards(in: store.lists()[0].id)[0].id
    var details = CardDetails()
    details.checklist = items.map { ChecklistItem($0) }
    try store.perform(.editDetails(card, details))
    try app.click("list item", "one")
    try app.press("F2")
    _ = try app.find("dialog", "Edit Card")
    return (app, store, card)
  }
}

extension App {
  /// Where the items of the open dialog are dragged, from the top.
  fileprivate func checklistHandles() throws -> [(x: Int, y: Int)] {
    let dialog = try dialog()
    return try look().filter { $0.name == "Drag to Reorder" }.sorted { $0.y < $1.y }
      .map { (dialog.x + $0.x + $0.width / 2, dialog.y + $0.y + $0.height / 2) }
  }

  /// The items of the checklist that a dialog shows, from the top.
  fileprivate func checklist() throws -> [String] {
    try look().filter { $0.name == "Checklist Item" }.sorted { $0.y < $1.y }.compactMap(\.text)
  }

  fileprivate func expectChecklist(_ items: [String]) throws {
    try eventually(within: Timeout.long, "the items are \(items)") { try checklist() == items }
  }
}
