import Foundation
import Harness
import Testing

/// The timer of systemd for reminders. The tests' container has no systemd: a script notes how it is called.
@Suite struct ReminderTests {
  @Test func `a timer of systemd is there only while something becomes due`() throws {
    try BoardShell.run { shell in
      let folder = shell.fixture.folder
      _ = try folder.makeFolder("runtime/systemd")
      _ = try folder.write("runtime/systemd/private", text: "")
      let bin = try folder.makeFolder("bin")
      let script = try folder.write(
        "bin/systemctl", text: "#!/bin/sh\necho \"$*\" >>'\(folder.path("calls"))'\n")
      try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: script)
      let variables = [
        "XDG_RUNTIME_DIR": folder.path("runtime"), "XDG_CONFIG_HOME": folder.path("config"),
        "PATH": "\(bin):/usr/bin:/bin",
      ]
      let timer = folder.path("config/systemd/user/org.dragd.Board.reminder.timer")
      func calls() throws -> [String] {
        defer { try? FileManager.default.removeItem(atPath: folder.path("calls")) }
        return (try? String(contentsOfFile: folder.path("calls"), encoding: .utf8))?
          .split(separator: "\n").map(String.init) ?? []
      }
      func dragboard(_ arguments: String...) throws -> String {
        let result = try shell.fixture.run(
          BoardShell.program, arguments, environment: shell.environment.merging(variables) { $1 })
        #expect(result.exit == .success, "\(result.error)")
        return result.output
      }
      let card = try dragboard("add", "To Do", "--text", "Paint", "--due", "2999-11-25")
        .trimmingCharacters(in: .newlines)
      #expect(
        try calls() == [
          "--user --quiet daemon-reload", "--user --quiet enable org.dragd.Board.reminder.timer",
          "--user --quiet restart org.dragd.Board.reminder.timer",
        ])
      let text = try String(contentsOfFile: timer, encoding: .utf8)
      #expect(text.contains("OnCalendar=2999-11-25 09:00:00\n"))
      // What changes nothing of it, and what comes later, leaves it alone.
      _ = try dragboard("add", "To Do", "--text", "Later", "--due", "2999-12-25T10:00")
      _ = try dragboard("ls")
      #expect(try calls() == [])
      _ = try dragboard("edit", card, "--due", "2999-11-25T14:30")
      #expect(
        try String(contentsOfFile: timer, encoding: .utf8)
          .contains("OnCalendar=2999-11-25 14:30:00\n"))
      _ = try calls()
      _ = try dragboard("done", card, "Later")
      #expect(
        try calls() == [
          "--user --quiet disable --now org.dragd.Board.reminder.timer",
          "--user --quiet daemon-reload",
        ])
      #expect(!FileManager.default.fileExists(atPath: timer))
    }
  }
}
