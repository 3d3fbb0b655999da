import Harness
import Testing

/// The offer that `dragctl accept` takes where nobody names one.
@Suite struct NewestTests {
  @Test func `an offer that does not allow the operation is passed over`() throws {
    try Shell.run { shell in
      try shell.folder.write("file", text: "moved")
      try shell.offer("--text", "older")
      let source = try shell.stayToMove("file").program
      #expect(try shell.dragctl("accept").output == "older")
      try shell.offer("--text", "newer")
      let result = try shell.dragctl("accept", "--move", "-o", "place")
      #expect(result.status == 0, "\(result.error)")
      #expect(try shell.content("place") == "moved")
      source.kill()
    }
  }

  @Test func `without another offer the newest one's refusal is told`() throws {
    try Shell.run { shell in
      try shell.offer("--text", "content")
      let result = try shell.dragctl("accept", "--move", "-o", "place")
      #expect(result.status == 6)
      #expect(result.error.contains("does not allow “move”"), "\(result.error)")
      #expect(try shell.dragctl("accept", "--move", "-o", "place", "--wait=300ms").status == 3)
    }
  }

  /// Regression: one changed file stood in the way of everything on offer.
  @Test func anOfferOfAChangedFileIsPassedOver() throws {
    try Shell.run { shell in
      try shell.offer("--text", "older")
      try shell.folder.write("build.log", text: "1")
      let dead = try shell.offer("build.log")
      try shell.folder.write("build.log", text: "12")
      #expect(try shell.dragctl("accept").output == "older")
      let named = try shell.dragctl("accept", dead)
      #expect(named.status == 5)
      #expect(named.error.contains("build.log has changed since it was offered"))
    }
  }

  /// Regression: whoever waited got the failure of a file that had changed, and no later offer.
  @Test func whoWaitsPassesOverAChangedFile() throws {
    try Shell.run { shell in
      try shell.folder.write("build.log", text: "1")
      try shell.offer("build.log")
      try shell.folder.write("build.log", text: "12")
      let destination = try shell.start("accept", "--wait", "-t", "text/plain")
      try shell.waitForAnswer(from: destination)
      try shell.offer("--text", "newer")
      let result = try destination.wait()
      #expect(result.output == "newer", "\(result.error)")
    }
  }
}
