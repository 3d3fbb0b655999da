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

  /// Regression: a signal between the creation of the hidden file and the note of what to remove left the file.
  @Test func `a destination that is interrupted at any step leaves the file in one place`() throws {
    let steps = try MoveSteps.destination.get()
    let critical = "destination: the hidden file is there"
    #expect(steps.contains(critical))
    let part = Set(MoveSteps.part(of: steps).map(\.offset))
    for (index, step) in steps.enumerated() where part.contains(index) || step == critical {
      try Shell.run { shell in
        try shell.makeFolders()
        try shell.folder.write("from/a", text: "mine")
        let (source, id) = try shell.stayToMove("from/a")
        let interrupted = try shell.dragctl(
          "accept", id, "--move", "-o", "to",
          environment: ["DRAGD_FAIL_AT": "\(index + 1)", "DRAGD_FAIL_SIGNAL": "\(SIGTERM)"])
        #expect(interrupted.exit == .signalled(SIGTERM), "\(step)")
        #expect(try shell.dragctl("recover").exit == .success, "\(step)")
        if shell.exists("from/a") { try source.terminate() } else { try source.wait() }
        #expect(try shell.files("from", "to").count == 1, "\(step)")
        #expect(try shell.content(try shell.files("from", "to")[0]) == "mine", "\(step)")
        #expect(try shell.notes() == [], "\(step)")
      }
    }
  }

  /// Regression: a file that replaces another one has a hidden name for a moment, and a folder until it is complete.
  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `an interrupted copy leaves no hidden name`(_ signal: Int32) throws {
    try Shell.run { shell in
      try shell.makeFolders()
      try shell.folder.write("to/a", text: "theirs")
      let environment = ["DRAGD_FAIL_AT": "1", "DRAGD_FAIL_SIGNAL": "\(signal)"]
      try shell.folder.write("from/a", text: "mine")
      let file = try shell.offer("from/a")
      let replaced = try shell.dragctl(
        "accept", file, "-o", "to/a", "--force", environment: environment)
      #expect(replaced.exit == .signalled(signal), "\(replaced.error)")
      let (folder, id) = try shell.stay("from")
      let unpacked = try shell.dragctl("accept", id, "-o", "to", environment: environment)
      #expect(unpacked.exit == .signalled(signal), "\(unpacked.error)")
      #expect(try shell.files("to") == ["to/a"])
      #expect(try shell.content("to/a") == "theirs")
      try folder.terminate()
    }
  }
}
