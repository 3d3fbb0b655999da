import Foundation
import Harness
import Testing

@Suite struct MoveInterruptionTests {
  /// Regression: the source left its note to the next dragctl, which had to settle a move that had never begun.
  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func aSourceThatIsInterruptedBeforeItsOfferLeavesNoNote(_ signal: Int32) throws {
    try Shell.run { shell in
      try shell.makeFolders()
      try shell.folder.write("from/a", text: "stays")
      // The source stops at each of its steps until the test reads the name of the step.
      let steps = shell.folder.path("steps")
      #expect(mkfifo(steps, 0o600) == 0)
      let source = try shell.start(
        "offer", "--operations", "move", "from/a", environment: ["DRAGD_FAIL_COUNT": steps])
      let reader = try Program("/bin/cat", [steps])
      defer { reader.close() }
      try reader.waitForOutput("source: write the note")
      try eventually("the note is written") { try !shell.notes().isEmpty }
      source.send(signal)
      let rest = try Program("/bin/sh", ["-c", "while cat '\(steps)'; do :; done"])
      defer { rest.close() }
      #expect(try source.wait().exit == .signalled(signal))
      #expect(try shell.notes() == [])
      #expect(try shell.files("from", "to") == ["from/a"])
    }
  }
}
