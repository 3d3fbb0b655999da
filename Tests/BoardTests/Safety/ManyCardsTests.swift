import BoardModel
import Foundation
import Harness
import Testing

/// Content that becomes very many cards.
extension OnTheDesktop {
  @Suite struct ManyCardsTests {
    /// Regression: 16 MB of GPX became 300,000 cards without a question.
    @Test(arguments: usually(.x11))
    func thePersonIsAskedBeforeADropBecomesVeryManyCards(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let app = try desktop.start(width: 1000)
        try desktop.waitForTargets(3)
        let file = try desktop.fixture.folder.write(
          "many.gpx", text: Self.gpx(NewCard.mostUnasked + 100))
        // Nobody can be asked by a program.
        let drop = try desktop.dragctl("drop", file, "--on", "board/To Do")
        #expect(drop.exit != .success && drop.error.contains("1100 cards"), "\(drop.error)")
        #expect(try desktop.dragctl("offer", file).exit == .success)
        try app.press("F9")
        for isWanted in [false, true] {
          try app.click("push button", "Add to “To Do”")
          _ = try app.findAtRest("dialog", "Add 1100 Cards?")
          try app.press(isWanted ? "Return" : "Escape")
        }
        try eventually(within: Timeout.long, "all are there") {
          try app.stored().first?.cards.count == NewCard.mostUnasked + 100
        }
        #expect(try app.stored().first?.cards == (0..<NewCard.mostUnasked + 100).map { "w\($0)" })
        // They are one step.
        let store = try BoardStore(folder: "\(app.data)/dragboard")
        try store.undo()
        #expect(try store.cards(in: try store.lists()[0].id).isEmpty)
      }
    }

    private static func gpx(_ count: Int) -> String {
      let waypoints = (0..<count).map { "<wpt lat='1' lon='2'><name>w\($0)</name></wpt>" }
      return "<gpx>\(waypoints.joined())</gpx>"
    }
  }
}
