import Foundation
import Harness
import Testing

/// `dragctl accept --next`
@Suite struct NextTests {
  @Test func whatIsThereIsNotTaken() throws {
    try Shell.run { shell in
      try shell.offer("--text", "old")
      let destination = try shell.start("accept", "--next", "-t", "text/plain")
      try shell.waitForAnswer(from: destination)
      try shell.offer("--text", "no text", "--type", "image/png")
      try shell.offer("--text", "new")
      let result = try destination.wait()
      #expect(result.exit == .success, "\(result.error)")
      #expect(result.output == "new")
    }
  }

  @Test func itWaitsNoLongerThanAsked() throws {
    try Shell.run { shell in
      try shell.offer("--text", "old")
      let result = try shell.dragctl("accept", "--next=300ms")
      #expect(result.status == 3)
      #expect(result.output == "")
      #expect(try shell.dragctl("accept", "--next", "--wait").status == 2)
      #expect(try shell.dragctl("accept", "--next", "5s").error.contains("“--next=5s”"))
    }
  }

  /// By default a call waits 25 s.
  @Test(arguments: [["--next"], ["abcd"]])
  func theTimeIsOverEvenIfDragdDoesNotAnswer(_ arguments: [String]) throws {
    try Shell.run(daemon: []) { shell in
      let dragd = try shell.startDragd()
      dragd.send(SIGSTOP)
      defer { dragd.send(SIGCONT) }
      let result = try shell.fixture.run(
        Built.dragctl, ["accept", "--timeout", "300ms"] + arguments, on: shell.bus)
      #expect(result.status == 5)
      #expect(result.error.contains("gave up after 300 ms"))
    }
  }
}
