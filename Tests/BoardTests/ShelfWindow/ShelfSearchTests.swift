import Foundation
import Harness
import Testing

extension OnTheDesktop {
  /// The shelf's search and its keys, and the order of the history.
  @Suite struct ShelfSearchTests {
    private static let text = "text/plain;charset=utf-8"

    /// Regression: Return copied nothing, and Down went to the button that forgets everything.
    @Test(arguments: usually(.x11))
    func keysGoFromTheSearchToItsFirstHit(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let shelf = try desktop.startShelfWithHistory()
        try copy(["land survey", "lake"], on: desktop, shelf)
        try shelf.press("ctrl+f")
        try shelf.type("surv")
        try shelf.press("Return")
        try expectCopied("land survey", on: desktop)
        try shelf.expectHistory(["land survey"])
        #expect(try shelf.seen("push button", "Forget All")?.isShown != true)
        try shelf.press("Down")
        try shelf.expectFocus("land survey")

        // A tile comes before the history.
        _ = try desktop.drag("--text", "survey mark")
        try shelf.expectTiles(["survey mark"])
        try shelf.press("ctrl+f")
        try shelf.press("Down")
        try shelf.expectFocus("survey mark")
        try shelf.press("Return")
        try expectCopied("survey mark", on: desktop)
        // In the list, Escape would first dismiss the message.
        try shelf.press("ctrl+f", "Escape")
        try eventually(within: Timeout.long, "the search is over") {
          try shelf.seen("push button", "Forget All")?.isShown == true
        }
      }
    }

    /// Regression: Down focused something that shows no focus and copies nothing.
    @Test(arguments: usually(.wayland))
    func downGoesFromEachButtonToARow(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let shelf = try desktop.startShelfWithHistory()
        try copy(["land survey", "lake"], on: desktop, shelf)
        _ = try desktop.drag("--text", "survey mark")
        try shelf.expectTiles(["survey mark"])
        try goByTab(to: "Forget All", in: shelf)
        try shelf.press("Down")
        try shelf.expectFocus("lake")
        try goByTab(to: "Main Menu", in: shelf)
        try shelf.press("Down")
        try shelf.expectFocus("survey mark")
      }
    }

    /// Regression: the word for the type of a text, which its title replaces, was a hit for every text.
    @Test func aSearchFindsNamesAndTextsAlone() throws {
      try Desktop.run { desktop in
        let shelf = try desktop.startShelfWithHistory()
        try copy(["a box", "lake"], on: desktop, shelf)
        for words in ["mill", "six mills"] {
          _ = try desktop.drag("--text", words)
          try eventually(within: Timeout.long, "the tile is there") {
            try shelf.shelf().tiles.contains(words)
          }
        }
        try shelf.press("ctrl+f")
        try shelf.type("x")
        try shelf.expectTiles(["six mills"])
        try shelf.expectHistory(["a box"])
      }
    }

    /// Regression: rows that the list had already never changed their places.
    @Test(arguments: usually(.x11))
    func theHistoryHasTheOrderOfDragclip(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let shelf = try desktop.startShelfWithHistory()
        try copy(["one", "two", "three"], on: desktop, shelf)
        let copied = try desktop.dragctl("clipboard", "copy", "3")
        #expect(copied.exit == .success, "\(copied.error)")
        try shelf.expectHistory(["one", "three", "two"])
        // A row that changes its place keeps the focus.
        try shelf.focusTile("two")
        try shelf.press("Return")
        try shelf.expectHistory(["two", "one", "three"])
        try shelf.expectFocus("two")
      }
    }

    /// Copies texts, so that the last one is the first of the history.
    private func copy(_ texts: [String], on desktop: Desktop, _ shelf: App) throws {
      for (index, text) in texts.enumerated() {
        try desktop.display.copy(Array(text.utf8), as: Self.text)
        try shelf.expectHistory(Array(texts[...index].reversed()))
      }
    }

    private func expectCopied(_ text: String, on desktop: Desktop) throws {
      try eventually(within: Timeout.long, "“\(text)” is on the clipboard") {
        (try? desktop.display.paste(Self.text)) == Array(text.utf8)
      }
    }

    private func goByTab(to name: String, in shelf: App) throws {
      try eventually(within: Timeout.long, "\(name) has the focus") {
        let focused = try shelf.look(places: .none).filter(\.isFocused)
        if focused.contains(where: { $0.name == name }) { return true }
        try shelf.press("Tab")
        return false
      }
    }
  }
}
