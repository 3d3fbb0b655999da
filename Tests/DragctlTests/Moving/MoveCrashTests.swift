import Foundation
import Harness
import Testing

/// Each of the three processes is killed at each of its steps; then all are started again and complete or undo the
/// move.
@Suite struct MoveCrashTests {
  /// A content too large for the reply to Accept.
  private static let content = String(repeating: "all of it\n", count: 30_000)

  /// Checks that the item is in exactly one place, whole, and that no move is left open.
  private func check(
    _ shell: Shell, _ step: String, isAtDestination: Bool? = nil,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let files = try shell.files("from", "to")
    #expect(files.count == 1, "\(step)", sourceLocation: location)
    if let isAtDestination {
      let place = isAtDestination ? "to/a" : "from/a"
      #expect(files == [place], "\(step)", sourceLocation: location)
    }
    for file in files {
      #expect(try shell.content(file) == Self.content, "\(step)", sourceLocation: location)
    }
    #expect(try shell.notes() == [], "\(step)", sourceLocation: location)
  }

  private func prepare(_ shell: Shell) throws {
    try shell.makeFolders()
    try shell.folder.write("from/a", text: Self.content)
  }

  @Test func aSourceThatIsKilledAtAnyStepLosesAndDoublesNothing() throws {
    for (index, step) in MoveSteps.part(of: try MoveSteps.source.get()) {
      try Shell.run { shell in
        try prepare(shell)
        let source = try shell.start(
          "offer", "--operations", "move", "from/a",
          environment: ["DRAGD_FAIL_AT": "\(index + 1)"])
        // The source prints nothing if it dies before its offer.
        let id = try? source.firstLine()
        let accepted = try id.map { try shell.dragctl("accept", $0, "--move", "-o", "to") }
        #expect(try source.wait().exit == .signalled(SIGKILL), "\(step)")
        let recovery = try shell.dragctl("recover")
        #expect(recovery.exit == .success, "\(step): \(recovery.error)")
        try check(shell, step, isAtDestination: accepted?.exit == .success)
      }
    }
  }

  @Test func aDestinationThatIsKilledAtAnyStepLosesAndDoublesNothing() throws {
    for (index, step) in MoveSteps.part(of: try MoveSteps.destination.get()) {
      try Shell.run { shell in
        try prepare(shell)
        let (source, id) = try shell.stayToMove("from/a")
        let killed = try shell.dragctl(
          "accept", id, "--move", "-o", "to", environment: ["DRAGD_FAIL_AT": "\(index + 1)"])
        #expect(killed.exit == .signalled(SIGKILL), "\(step)")
        let recovery = try shell.dragctl("recover")
        #expect(recovery.exit == .success, "\(step): \(recovery.error)")
        // The source ends by itself when all its items are gone.
        if shell.exists("from/a") { try source.terminate() } else { try source.wait() }
        try check(shell, step)
      }
    }
  }

  @Test func aDragdThatIsKilledAtAnyStepLosesAndDoublesNothing() throws {
    for (index, step) in MoveSteps.part(of: try MoveSteps.dragd.get()) {
      let scripts = try TemporaryFolder()
      defer { scripts.remove() }
      // Only the first dragd that the bus starts is killed.
      let script = try scripts.write(
        "dragd",
        text: """
          mkdir '\(scripts.path)/first' 2>/dev/null && export DRAGD_FAIL_AT=\(index + 1)
          exec '\(Built.dragd)'
          """)
      try Shell.run(daemon: ["/bin/sh", script]) { shell in
        try prepare(shell)
        let source = try shell.start("offer", "--operations", "move", "from/a")
        let id = try? source.firstLine()
        let accepted = try id.map { try shell.dragctl("accept", $0, "--move", "-o", "to") }
        let recovery = try shell.dragctl("recover")
        #expect(recovery.exit == .success, "\(step): \(recovery.error)")
        if accepted?.exit == .success { try source.wait() } else { try source.terminate() }
        let second = try shell.dragctl("recover")
        #expect(second.exit == .success, "\(step): \(second.error)")
        try check(shell, step, isAtDestination: accepted?.exit == .success ? true : nil)
      }
    }
  }

  @Test func theNextStartOfAnyVerbSettlesAndSaysSo() throws {
    try Shell.run { shell in
      try prepare(shell)
      let killed = try crash(shell, at: "source: delete the file")
      #expect(killed.exit == .success)
      #expect(try shell.files("from", "to") == ["from/a", "to/a"])
      let list = try shell.dragctl("list")
      #expect(list.exit == .success)
      #expect(list.error.hasPrefix("dragctl: after a crash: "))
      #expect(list.error.contains("from/a: moved away, and deleted here\n"))
      try check(shell, "list", isAtDestination: true)
      #expect(try !shell.dragctl("list").error.contains("crash"))
    }
  }

  /// Moves with a source that dies at a step; returns the result of `accept`.
  private func crash(_ shell: Shell, at step: String) throws -> Program.Result {
    let number = try MoveSteps.number(of: step, in: MoveSteps.source)
    let (source, id) = try shell.stayToMove(
      "from/a", environment: ["DRAGD_FAIL_AT": "\(number)"])
    let result = try shell.dragctl("accept", id, "--move", "-o", "to")
    #expect(try source.wait().exit == .signalled(SIGKILL))
    return result
  }
}
