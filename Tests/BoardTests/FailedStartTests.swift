import Harness
import Testing

extension OnTheDesktop {
  /// A board that cannot be opened. A user who starts it from a menu sees only windows.
  @Suite struct FailedStartTests {
    @Test func aStoreThatIsNoneIsSaidInAWindow() throws {
      try Desktop.run { desktop in
        try desktop.fixture.folder.write(
          "data/dragboard/board.sqlite", text: String(repeating: "no <database> ", count: 100))
        let app = try desktop.start()
        _ = try app.find("label", "The Board Cannot Be Opened")
        let reason = try app.look(places: .none).map(\.name).filter {
          $0.contains("file is not a database")
        }
        #expect(reason.contains { $0.contains("\(app.data)/dragboard") })
        try app.press("Escape")
        let result = try app.program.wait(within: Timeout.long)
        #expect(result.exit == .exited(1))
        #expect(result.error.contains("file is not a database"))
      }
    }

    /// Regression: dragboard ended with a trap where it could not write the reason to standard error.
    @Test func aStoreThatIsNoneIsSaidInAWindowWithoutStandardError() throws {
      try Desktop.run { desktop in
        try desktop.fixture.folder.write(
          "data/dragboard/board.sqlite", text: String(repeating: "no <database> ", count: 100))
        let program = try desktop.startWindow(
          "/bin/sh",
          ["-c", "exec \(Built.folder)/dragboard --new-instance 2>/dev/full"])
        try eventually(within: Timeout.long, "the window is there") {
          try desktop.look(at: program.processIdentifier, places: .none)
            .first("label", "The Board Cannot Be Opened") != nil
        }
      }
    }

    /// The store opens, and its rows cannot be read.
    @Test func aBoardThatCannotBeReadIsSaidInAWindow() throws {
      try Desktop.run { desktop in
        try desktop.fill(["To Do": ["one"]])
        let database = desktop.fixture.folder.path("data/dragboard/board.sqlite")
        let rename = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute(sys.argv[2])"
        let result = try desktop.fixture.run(
          "/usr/bin/python3",
          ["-c", rename, database, "ALTER TABLE lists RENAME COLUMN title TO words"])
        #expect(result.exit == .success, "\(result.error)")
        let app = try desktop.start()
        _ = try app.find("label", "The Board Cannot Be Opened")
        try app.press("ctrl+q")
        #expect(try app.program.wait(within: Timeout.long).exit == .exited(1))
      }
    }

    /// The process that has the name leaves the bus before it answers.
    @Test func aStartJustAfterAnotherEndsOpensTheBoard() throws {
      try Desktop.run { desktop in
        let owner = try desktop.startWindow(
          "/usr/bin/python3", [Built.tool("leaving-owner.py"), "org.dragd.Board"])
        try eventually(within: Timeout.long, "it owns the name") {
          owner.standardOutput.contains("owner")
        }
        let app = try desktop.start([])
        _ = try app.find("list", "To Do")
        #expect(!owner.isRunning)
      }
    }
  }
}
