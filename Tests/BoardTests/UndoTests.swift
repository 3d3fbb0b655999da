import BoardModel
import Foundation
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

    @Test(arguments: usually(.x11))
    func whatWasBeingWrittenInADialogIsOnItsCardAfterAKill(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one", "two"]])
        let app = try desktop.start(width: 1000)
        try app.openDialog(of: "one")
        try app.press("End")
        try app.type(" more")
        let drafts = "\(app.data)/dragboard/drafts"
        try eventually(within: Timeout.long, "the words are kept") {
          let names = (try? FileManager.default.contentsOfDirectory(atPath: drafts)) ?? []
          return names.contains { name in
            FileManager.default.contents(atPath: "\(drafts)/\(name)")
              .map { String(decoding: $0, as: UTF8.self).contains("one more") } ?? false
          }
        }
        app.program.kill()
        _ = try app.program.wait(within: Timeout.long)
        let next = try desktop.start(width: 1000)
        try next.expect(["To Do": ["one more", "two"]])
        try next.expectMessage("What you were writing is on “one more” now")
        #expect(try FileManager.default.contentsOfDirectory(atPath: drafts) == [])
      }
    }

    /// Regression: the words of a card that was deleted meanwhile became a new one, without its files.
    @Test(arguments: usually(.x11))
    func theNewCardOfADialogHasTheFilesOfTheOneThatIsGone(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one"]])
        let app = try desktop.start(width: 1000)
        let store = try BoardStore(folder: "\(app.data)/dragboard")
        let list = try store.lists()[0].id
        let card = try store.cards(in: list)[0].id
        let plan = NewAttachment(name: "plan.txt", type: "text/plain", content: .bytes([65]))
        try store.perform(.attach([plan], to: card))
        try app.openDialog(of: "one")
        _ = try app.find("label", "plan.txt")
        try store.perform(.deleteCards([card]))
        try app.press("End")
        try app.type(" more")
        try app.press("ctrl+Return")
        try app.expect(["To Do": ["one more"]])
        let new = try #require(try store.cards(in: list).first)
        #expect(new.attachments.map(\.name) == ["plan.txt"])
        #expect(try store.attachment(1, of: new.id).bytes() == [65])
      }
    }

    /// In `make test-rest` alone: a minute has to pass.
    @Test(arguments: onlyInTheRest)
    func aDateIsOverdueWithoutAClick(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one"]])
        let app = try desktop.start(width: 1000)
        let store = try BoardStore(folder: "\(app.data)/dragboard")
        let now = DueDate.now
        try store.perform(.setDue([store.cards(in: store.lists()[0].id)[0].id], now))
        _ = try app.find("label", "today \(now.description.suffix(5))")
        try eventually(within: .seconds(120), "it is overdue") {
          try app.look(places: .none).contains { $0.name.hasPrefix("Overdue, ") }
        }
      }
    }
  }
}
