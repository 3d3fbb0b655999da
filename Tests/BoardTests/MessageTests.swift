import BoardModel
import Harness
import Testing

extension OnTheDesktop {
  /// The messages that lie over the board.
  @Suite struct MessageTests {
    /// Regression: a message lay over the last cards of the lists, and took the clicks that were meant for them.
    @Test(arguments: usually(.x11))
    func noListReachesBelowAMessage(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let cards = (10..<40).map { "card \($0)" }
        try desktop.fill(["To Do": cards, "In Progress": ["one"], "Done": cards])
        let app = try desktop.start(width: 900)
        try desktop.waitForTargets(3)
        try app.click("list item", "card 11")
        let first = try app.look().first("list item", "card 10")
        let height = try app.look().list("In Progress")?.height
        try app.press("Delete")
        try eventually(within: Timeout.long, "the long lists end above the message") {
          let all = try app.look()
          guard let button = all.first("label", "Undo") else { return false }
          return ["To Do", "Done"].allSatisfy { name in
            all.list(name).map { $0.y + $0.height < button.y } ?? false
          }
        }
        // Nothing moves at the top, and a short list is as high as before.
        let all = try app.look()
        #expect(all.first("list item", "card 10") == first)
        #expect(all.list("In Progress")?.height == height)
        try app.click("label", "Undo")
        try eventually(within: Timeout.long, "the lists are as high as before") {
          let all = try app.look()
          return all.list("To Do")?.height == height && all.list("Done")?.height == height
        }
      }
    }

    /// Regression: it still offered to undo what was undone in a shell.
    @Test func aMessageGoesWhenItsChangeIsUndoneElsewhere() throws {
      try Desktop.run { desktop in
        try desktop.fill(["To Do": ["one", "two"]])
        let app = try desktop.start(width: 900)
        try app.click("list item", "one")
        try app.press("Delete")
        let button = try app.findAtRest("label", "Undo")
        // Messages stay while the pointer is on them.
        try desktop.display.move(to: button)
        try BoardStore(folder: "\(app.data)/dragboard").undo()
        try eventually(within: Timeout.long, "the message is gone") {
          let all = try app.look()
          return all.first("list item", "one") != nil && all.first("label", "Undo") == nil
        }
      }
    }

    @Test(arguments: seldom)
    func aListStaysWhereItWasScrolledToWhileMessagesComeAndGo(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let cards = (10..<60).map { "card \($0)" }
        try desktop.fill(["To Do": (1...9).map { "task \($0)" }, "Done": cards])
        let app = try desktop.start(width: 1_000)
        try desktop.display.move(to: app.find("list item", "card 12"))
        try desktop.display.turnWheel(3)
        try app.waitUntilStill(("list item", "card 20"))
        let before = try app.look().first("list item", "card 20")
        #expect(before?.isShown == true)
        let store = try BoardStore(folder: "\(app.data)/dragboard")
        try app.click("list item", "task 2")
        try app.press("Delete")
        _ = try app.findAtRest("label", "Undo")
        #expect(try app.look().first("list item", "card 20") == before)
        try store.undo()
        try app.expectNoMessage()
        #expect(try app.look().first("list item", "card 20") == before)
        // One message replaces another.
        for task in ["task 3", "task 4"] {
          try app.click("list item", task)
          try app.press("Delete")
          try app.expectMessage("“\(task)” deleted")
          _ = try app.findAtRest("label", "Undo")
          #expect(try app.look().first("list item", "card 20") == before)
        }
        try app.click("label", "Undo")
        try app.expectNoMessage()
        #expect(try app.look().first("list item", "card 20") == before)
      }
    }

    /// Regression: a message kept the lines that it had in a wider window; those of one with a button are two at most.
    @Test(arguments: usually(.x11))
    func aMessageWrapsAsTheWindowIsMadeNarrower(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let title = "Fetch the tables and chairs for the party"
        try desktop.fill(["To Do": [title, "two"]])
        let app = try desktop.start(width: 900)
        try app.click("list item", title)
        try app.press("Delete")
        // Messages stay while the pointer is on them.
        let button = try app.findAtRest("label", "Undo")
        try desktop.display.move(to: (300, button.y))
        let height = try #require(try app.messageHeight(of: title))
        try app.place(at: (0, 0), width: 420)
        try eventually(within: Timeout.long, "it has two lines") {
          let lines = try Double(app.messageHeight(of: title) ?? 0) / Double(height)
          return lines > 1.5 && lines < 2.5
        }
      }
    }
  }
}

extension App {
  fileprivate func expectNoMessage() throws {
    try eventually(within: Timeout.long, "the message is gone") {
      try look(places: .none).first("label", "Undo") == nil
    }
  }

  /// The height of a message's words about a card, of which the title may be cut off.
  fileprivate func messageHeight(of title: String) throws -> Int? {
    try look().first { $0.role == "label" && $0.name.hasPrefix("“\(title.prefix(20))") }?.height
  }
}

extension [Seen] {
  fileprivate func list(_ name: String) -> Seen? { first("list", name) }
}
