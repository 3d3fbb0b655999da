import BoardModel
import Foundation
import Harness
import Testing

extension OnTheDesktop {
  @Suite struct ReminderTests {
    /// A card that has become due while no dragboard ran, so that no test waits for a minute.
    @Test(arguments: [true, false])
    func theDesktopTellsOfACardThatIsDueAndAClickShowsIt(isPressed: Bool) throws {
      try Desktop.run { desktop in
        let script = Built.tool("notifications.py")
        let server = try desktop.startWindow(
          "/usr/bin/python3", [script] + (isPressed ? ["press"] : []))
        try eventually { server.standardOutput == "ready\n" }
        try desktop.fill(["To Do": ["one", "Call Ada"]])
        let data = try desktop.fixture.folder.makeFolder("data")
        let store = try BoardStore(folder: "\(data)/dragboard")
        let card = try store.cards(in: store.lists()[0].id)[1].id
        let due = DueDate.now
        try store.perform(.editDetails(card, CardDetails(due: due)))
        try store.prefer { $0.remindedUntil = DueDate("2020-01-01") }
        let app = try desktop.start([])
        let minute = due.description.suffix(5)
        let words = "Call Ada\ttoday \(minute) · To Do · Board\tdefault\n"
        try eventually(within: Timeout.long, "the desktop tells of it") {
          server.standardOutput == "ready\n" + words
        }
        if isPressed {
          try eventually(within: Timeout.long, "the card is selected") {
            try app.look().first("list item", "Call Ada")?.isSelected == true
          }
        } else {
          try store.perform(.setDone([card], true))
          try eventually(within: Timeout.long, "what is done is withdrawn") {
            server.standardOutput == "ready\n" + words + "withdrawn\n"
          }
        }
      }
    }
  }
}
