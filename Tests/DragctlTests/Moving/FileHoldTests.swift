import Foundation
import Harness
import Testing

/// Several programs that would move one file.
@Suite struct FileHoldTests {
  private func kill(
    _ shell: Shell, at step: String, _ body: (String) throws -> Void
  ) throws {
    try shell.makeFolders()
    try shell.folder.makeFolder("other")
    try shell.folder.write("from/a", text: "mine")
    let number = try MoveSteps.number(of: step, in: MoveSteps.source)
    let (killed, id) = try shell.stayToMove("from/a", environment: ["DRAGD_FAIL_AT": "\(number)"])
    let (second, secondID) = try shell.stayToMove("from/a")
    _ = try shell.dragctl("accept", id, "--move", "-o", "to")
    #expect(try killed.wait().exit == .signalled(SIGKILL))
    try body(secondID)
    if second.isRunning { try second.terminate() }
  }

  /// Moves an item with a dragctl that does not settle the killed one's moves first.
  private func acceptAlone(_ shell: Shell, _ id: String) throws -> Program.Result {
    try shell.dragctl(
      "accept", id, "--move", "-o", "other",
      environment: ["XDG_STATE_HOME": shell.folder.path("elsewhere")])
  }

  private func holds(_ shell: Shell) throws -> [String] { try shell.names("state/dragd/holds") }

  /// Regression: half of the files were at both destinations.
  @Test(arguments: [PrivateBus.Kind.dbusDaemon, .dbusBroker])
  func `a file that two programs offer moves once`(_ kind: PrivateBus.Kind) throws {
    try Shell.run(kind) { shell in
      try shell.makeFolders()
      try shell.folder.makeFolder("other")
      let names = (10..<30).map { "\($0)" }
      for name in names { try shell.folder.write("from/\(name)", text: name) }
      let paths = names.map { "from/\($0)" }
      let sources = try (0..<2).map { _ in
        try shell.fixture.start(
          Built.dragctl, ["offer", "--operations", "move"] + paths, on: shell.bus)
      }
      let ids = try sources.map { try $0.firstLine() }
      var taken: [Program] = []
      for (id, folder) in zip(ids, ["to", "other"]) {
        taken += try names.indices.map { index in
          try shell.start("accept", id, "--item", "\(index)", "--move", "-o", folder)
        }
      }
      for program in taken { try program.wait() }
      for source in sources where source.isRunning { source.send(SIGTERM) }
      for source in sources { try source.wait() }
      #expect(try shell.dragctl("recover").exit == .success)
      let all = try shell.files("from", "to", "other").map { $0.suffix(2) }.sorted()
      #expect(all.map(String.init) == names)
      #expect(try holds(shell) == [] && shell.notes() == [])
    }
  }

  @Test func `what a program held that was killed before the commit may move`() throws {
    try Shell.run { shell in
      try kill(shell, at: "source: the file is held") { second in
        let taken = try acceptAlone(shell, second)
        #expect(taken.exit == .success, "\(taken.error)")
      }
      #expect(try shell.dragctl("recover").exit == .success)
      #expect(try shell.files("from", "to", "other") == ["other/a"])
      #expect(try holds(shell) == [] && shell.notes() == [])
    }
  }

  @Test func `what a killed program has moved away moves no second time`() throws {
    try Shell.run { shell in
      try kill(shell, at: "source: delete the file") { second in
        let result = try acceptAlone(shell, second)
        #expect(result.status == 5 && result.error.contains("has moved away"), "\(result.error)")
        #expect(try shell.files("from", "to", "other") == ["from/a", "to/a"])
      }
      #expect(try shell.dragctl("recover").exit == .success)
      #expect(try shell.files("from", "to", "other") == ["to/a"])
      #expect(try holds(shell) == [] && shell.notes() == [])
    }
  }

  /// Regression: what cannot be looked at, as on a disk that is not mounted, counted as gone, and moved once more.
  @Test(arguments: ["mv from away", "mv from away; mkdir from"])
  func `what has moved away stays held while its folder is away`(_ command: String) throws {
    try Shell.run { shell in
      try kill(shell, at: "source: delete the file") { second in
        _ = try shell.sh(command)
        let result = try shell.dragctl("recover")
        #expect(result.status == 1, "\(result.error)")
        #expect(try holds(shell).count == 1)
        _ = try shell.sh("rmdir from; mv away from")
        let taken = try acceptAlone(shell, second)
        #expect(taken.status == 5 && taken.error.contains("has moved away"), "\(taken.error)")
      }
      #expect(try shell.dragctl("recover").exit == .success)
      #expect(try shell.files("from", "to", "other") == ["to/a"])
      #expect(try holds(shell) == [] && shell.notes() == [])
    }
  }

  @Test func `a hold that nobody can read is named`() throws {
    try Shell.run { shell in
      try kill(shell, at: "source: the file is held") { _ in }
      let hold = try #require(try holds(shell).first)
      try shell.folder.write("state/dragd/holds/\(hold)", text: "junk")
      let result = try shell.dragctl("recover")
      #expect(result.status == 1 && result.error.contains(hold), "\(result.error)")
      #expect(try holds(shell) == [hold])
    }
  }

  @Test(arguments: [("--drop", ["to/a"]), ("--keep", ["from/a", "to/a"])])
  func `without its records the person says what becomes of a file that may have moved away`(
    _ decision: String, _ files: [String]
  ) throws {
    try Shell.run(daemon: []) { shell in
      let dragd = try shell.startDragd()
      try kill(shell, at: "source: delete the file") { _ in }
      dragd.kill()
      _ = try shell.sh("mkdir away; mv state/dragd/moves state/dragd/moves.end away")
      _ = try shell.fixture.start(Built.dragd, on: shell.bus)
      try eventually("dragd is there") { try shell.dragctl("status").exit == .success }
      let hold = try #require(try holds(shell).first)
      let result = try shell.dragctl("recover")
      #expect(result.status == 1 && result.error.contains("(\(hold))"), "\(result.error)")
      let (_, id) = try shell.stayToMove("from/a")
      let refused = try shell.dragctl("accept", id, "--move", "-o", "other")
      #expect(refused.status == 5 && refused.error.contains("dragctl recover"), "\(refused.error)")
      let settled = try shell.dragctl("recover", decision, hold)
      #expect(settled.exit == .success, "\(settled.error)")
      #expect(try shell.files("from", "to", "other") == files)
      #expect(try holds(shell) == [])
    }
  }

  @Test func `a drop and an offer of one file move it once`() throws {
    try Shell.run { shell in
      try shell.makeFolders()
      try shell.folder.makeFolder("other")
      let names = (10..<20).map { "\($0)" }
      for name in names { try shell.folder.write("from/\(name)", text: name) }
      let target = try shell.start(
        "target", "Inbox", "--operations", "move", "-o", "other")
      try target.waitForError("Inbox")
      let paths = names.map { "from/\($0)" }
      let source = try shell.fixture.start(
        Built.dragctl, ["offer", "--operations", "move"] + paths, on: shell.bus)
      let id = try source.firstLine()
      let drops = try paths.map {
        try shell.start("drop", $0, "--on", "Inbox", "--operation", "move")
      }
      let taken = try names.indices.map { index in
        try shell.start("accept", id, "--item", "\(index)", "--move", "-o", "to")
      }
      for program in drops + taken { try program.wait() }
      source.send(SIGTERM)
      try source.wait()
      try target.terminate()
      let all = try shell.files("from", "to", "other").map { $0.suffix(2) }.sorted()
      #expect(all.map(String.init) == names)
      #expect(try holds(shell) == [] && shell.notes() == [])
    }
  }
}
