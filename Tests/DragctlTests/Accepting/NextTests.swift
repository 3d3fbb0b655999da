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
}
