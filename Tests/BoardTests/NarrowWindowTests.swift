import BoardModel
import Harness
import Testing

extension OnTheDesktop {
  /// What a window shows in another way where it is narrow.
  @Suite struct NarrowWindowTests {
    /// Regression: the name of the board was two letters.
    @Test(arguments: usually(.x11))
    func theNameOfTheBoardCanBeReadAndTheMenuStandsForButtons(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one"]])
        let store = try BoardStore(folder: "\(desktop.fixture.folder.path)/data/dragboard")
        try store.perform(.renameBoard(.main, name: "Weekend trip"))
        let app = try desktop.start(width: 360)
        try eventually(within: Timeout.long, "most of the name is there") {
          try app.seen("label", "Weekend trip").map { $0.width > 70 } ?? false
        }
        for (index, name) in ["Search (Ctrl+F)", "From Other Programs (F9)"].enumerated() {
          #expect(try !app.shows(name))
          try app.press("F10")
          _ = try app.findAtRest("menu", "Menu")
          for _ in 0..<index { try app.press("Down") }
          try app.press("Return")
          let (role, shown) = [("entry", "Search all cards"), ("push button", "Close Panel")][index]
          _ = try app.find(role, shown)
          try app.press("Escape")
        }
        try app.place(at: (0, 0), width: 700)
        try eventually(within: Timeout.long, "the button for a search is there") {
          try app.shows("Search (Ctrl+F)")
        }
      }
    }
  }
}

extension App {
  /// Whether something of this name is visible: GTK 4.8 calls a toggle button a push button.
  fileprivate func shows(_ name: String) throws -> Bool {
    try look().contains { $0.name == name && $0.isShown }
  }
}
