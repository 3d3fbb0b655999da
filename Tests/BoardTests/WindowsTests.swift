import BoardModel
import Foundation
import Harness
import Testing

extension OnTheDesktop {
  /// Several windows of one process.
  @Suite struct WindowsTests {
    /// Regression: a dialog took the input of all windows.
    @Test(arguments: usually(.x11))
    func aDialogLeavesTheOtherWindowsAlone(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one"]])
        let app = try desktop.start()
        let second = try openSecondWindow(of: app)
        let process = app.program.processIdentifier
        try app.focus()
        try app.openDialog(of: "one")
        try app.press("End")
        try app.type(" more")
        try app.expectField("Title") { $0 == "one more" }
        try desktop.display.focus(second)
        try app.press("ctrl+n")
        _ = try app.find("text", "New Card")
        try app.type("two")
        try app.press("Return")
        try app.expectStored { $0.contains(SeenList(title: "To Do", cards: ["one", "two"])) }
        // The dialog keeps its words, and asks before the window of another board takes all with it.
        let before = try desktop.display.windows(of: process)
        try app.press("Escape")
        try app.press("ctrl+q")
        _ = try app.find("label", "Discard Changes?")
        let question = try newWindow(of: app, besides: before)
        // Regression: another window asked the same once more, and each question had to be answered.
        try desktop.display.focus(second)
        for _ in 0..<2 { try app.press("ctrl+q") }
        _ = try app.look()
        #expect(try desktop.display.windows(of: process).count == before.count + 1)
        try desktop.display.focus(question)
        try app.press("alt+d")
        #expect(try app.program.wait(within: Timeout.long).exit == .exited(0))
      }
    }

    private func openSecondWindow(of app: App) throws -> String {
      try app.press("F10")
      _ = try app.findAtRest("menu", "Menu")
      try app.press("w")
      return try newWindow(of: app, besides: [app.window])
    }

    /// Waits until a new window has the keyboard, which it takes when it appears. A menu has a window, too.
    private func newWindow(of app: App, besides others: [String]) throws -> String {
      let display = app.desktop.display
      return try eventually(within: Timeout.long, "a new window has the keyboard") {
        try display.windows(of: app.program.processIdentifier).first {
          try !others.contains($0) && display.hasFocus($0)
        }
      }
    }

    /// Regression: the preferences appeared over the window that was opened last, and took its input.
    @Test(arguments: usually(.x11))
    func aDialogOfTheApplicationIsOverTheWindowInUse(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let app = try desktop.start()
        let second = try openSecondWindow(of: app)
        try app.focus()
        try app.press("ctrl+comma")
        _ = try newWindow(of: app, besides: [app.window, second])
        _ = try app.find("dialog", "Preferences")
        try desktop.display.focus(second)
        try app.press("ctrl+n")
        _ = try app.find("text", "New Card")
      }
    }

    /// Regression: the card that had moved away stayed on the board until another program used the store.
    @Test func aMoveOfAKilledProgramIsSettledWhenTheWindowIsUsedAgain() throws {
      try Desktop.run { desktop in
        try desktop.fill(["To Do": ["one", "two"]])
        let app = try desktop.start()
        try desktop.waitForTargets(3)
        let store = try BoardStore(folder: "\(app.data)/dragboard")
        func move(_ title: String, to list: String, _ variables: [String: String]) throws {
          let card = try #require(try store.board().flatMap(\.cards).first { $0.title == title })
          _ = try desktop.fixture.run(
            "\(Built.folder)/dragboard",
            ["offer", "--move", card.id.rawValue, "--on", "board/\(list)"], on: desktop.bus,
            environment: desktop.variables.merging(variables) { $1 })
        }
        let steps = desktop.fixture.folder.path("steps")
        try move("two", to: "In Progress", ["DRAGD_FAIL_COUNT": steps])
        let names = try String(contentsOfFile: steps, encoding: .utf8).split(separator: "\n")
        let step = try #require(names.lastIndex(of: "source: Ended received"))
        try move("one", to: "Done", ["DRAGD_FAIL_AT": "\(step + 1)"])
        try app.expectStored { $0.last?.cards == ["one"] }
        try #require(try store.hasDeadSources())
        let other = try desktop.start(["--editor"], data: "editor", at: (800, 0))
        try other.focus()
        try app.focus()
        try app.expect(["To Do": [], "Done": ["one"]])
      }
    }
  }
}
