import Foundation
import Harness
import Testing

@testable import DragSystem

/// Several programs that would move one file.
@Suite struct FileHoldTests {
  /// - Parameter command: run before the file is offered.
  private func kill(
    _ shell: Shell, at step: String, after command: String = "true",
    _ body: (String) throws -> Void
  ) throws {
    try shell.makeFolders()
    try shell.folder.makeFolder("other")
    try shell.folder.write("from/a", text: "mine")
    _ = try shell.sh(command)
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

  /// As after a restart of the machine.
  @Test func `what has moved away stays held when its device has another number`() throws {
    try Shell.run { shell in
      try kill(shell, at: "source: delete the file") { second in
        let hold = try #require(try holds(shell).first)
        let note = Array(try shell.content("state/dragd/holds/\(hold)").utf8)
        let text = String(decoding: try #require(NoteSeal.opened(note)), as: UTF8.self)
        _ = try shell.sh("rm state/dragd/holds/*")
        try shell.folder.write(
          "state/dragd/holds/9\(hold)",
          text: String(
            decoding: NoteSeal.sealed(Array(text.replacing(hold, with: "9\(hold)").utf8)),
            as: UTF8.self))
        let taken = try acceptAlone(shell, second)
        #expect(taken.status == 5 && taken.error.contains("has moved away"), "\(taken.error)")
      }
      #expect(try shell.dragctl("recover").exit == .success)
      #expect(try shell.files("from", "to", "other") == ["to/a"])
      #expect(try holds(shell) == [] && shell.notes() == [])
    }
  }

  /// Regression: the renamed file stayed, and was at the destination too.
  @Test(arguments: [
    ("source: delete the file", "true", "mv from/a from/b", ["to/a"]),
    (
      "source: delete the file", "true", "mv from/a from/b; echo other > from/a",
      ["from/a", "to/a"]
    ),
    ("source: delete the file", "ln from/a from/b", "true", ["from/b", "to/a"]),
    ("source: the deletion is on the disk", "ln from/a from/b", "true", ["from/b", "to/a"]),
  ])
  func `what has moved away is deleted under its new name too, and no other name of it is`(
    _ step: String, _ before: String, _ after: String, _ files: [String]
  ) throws {
    try Shell.run { shell in
      try kill(shell, at: step, after: before) { _ in }
      _ = try shell.sh(after)
      #expect(try shell.dragctl("recover").exit == .success)
      #expect(try shell.files("from", "to", "other") == files)
      #expect(try holds(shell) == [] && shell.notes() == [])
    }
  }

  @Test(arguments: ["s/.*/junk/", "s, a$, b/a,", "s, a$, ,", "s, /, ,"])
  func `a hold that names no file in a folder is named`(_ change: String) throws {
    try Shell.run { shell in
      try kill(shell, at: "source: the file is held") { _ in }
      let hold = try #require(try holds(shell).first)
      _ = try shell.sh("sed -i '\(change)' state/dragd/holds/\(hold)")
      let result = try shell.dragctl("recover")
      #expect(result.status == 1 && result.error.contains(hold), "\(result.error)")
      // Regression: it named the folder of other notes, which had none.
      let folders = result.error.split(separator: "\n").filter { $0.contains("What is noted in ") }
      #expect(folders.count == 1 && folders[0].contains("/dragd/holds stays"), "\(result.error)")
      #expect(try holds(shell) == [hold])
    }
  }

  /// Moves dragd's records away; the next dragd has others.
  private func moveRecordsAway(_ shell: Shell, of dragd: Program) throws -> Program {
    dragd.kill()
    _ = try shell.sh("mkdir away; mv state/dragd/moves state/dragd/moves.end away")
    return try shell.startDragd()
  }

  /// Regression: a source that ended meanwhile removed its note, and nobody deleted the file any more.
  @Test func `a file that has moved away goes when the records of that come back`() throws {
    try Shell.run(daemon: []) { shell in
      let step = try MoveSteps.number(of: "dragd: send Ended", in: MoveSteps.dragd)
      let first = try shell.fixture.start(
        Built.dragd, on: shell.bus, environment: ["DRAGD_FAIL_AT": "\(step)"])
      try eventually("dragd is there") { try shell.dragctl("status").exit == .success }
      try shell.makeFolders()
      try shell.folder.write("from/a", text: "mine")
      let (source, id) = try shell.stayToMove("from/a")
      let taken = try shell.start("accept", id, "--move", "-o", "to")
      #expect(try first.wait().exit == .signalled(SIGKILL))
      let second = try moveRecordsAway(shell, of: first)
      try taken.wait()
      source.send(SIGTERM)
      let ended = try source.wait()
      #expect(ended.error.contains("from/a: nobody knows whether it has moved"), "\(ended.error)")
      #expect(try shell.dragctl("recover").status == 1)
      #expect(try holds(shell).count == 1)
      second.kill()
      _ = try shell.sh("mv away/* state/dragd")
      _ = try shell.startDragd()
      let result = try shell.dragctl("recover")
      #expect(result.exit == .success, "\(result.error)")
      #expect(try shell.files("from", "to") == ["to/a"])
      #expect(try holds(shell) == [] && shell.notes() == [])
    }
  }

  @Test(arguments: [
    ("true", "--drop", ["to/a"], "deleted here"),
    ("true", "--keep", ["from/a", "to/a"], "stays here"),
    ("echo >> from/a", "--drop", ["from/a", "to/a"], "is left alone"),
    ("rm -r from", "--drop", ["to/a"], "moved away"),
  ])
  func `without its records the person says what becomes of a file that may have moved away`(
    _ command: String, _ decision: String, _ files: [String], _ words: String
  ) throws {
    try Shell.run(daemon: []) { shell in
      let dragd = try shell.startDragd()
      try kill(shell, at: "source: delete the file") { _ in }
      _ = try moveRecordsAway(shell, of: dragd)
      let hold = try #require(try holds(shell).first)
      let result = try shell.dragctl("recover")
      #expect(result.status == 1 && result.error.contains("(\(hold))"), "\(result.error)")
      let (_, id) = try shell.stayToMove("from/a")
      let refused = try shell.dragctl("accept", id, "--move", "-o", "other")
      #expect(refused.status == 5 && refused.error.contains("dragctl recover"), "\(refused.error)")
      _ = try shell.sh(command)
      let settled = try shell.dragctl("recover", decision, hold)
      #expect(settled.exit == .success, "\(settled.error)")
      #expect(settled.output.contains(words) || settled.error.contains(words), "\(settled.output)")
      _ = try shell.sh("mkdir -p from")
      #expect(try shell.files("from", "to", "other") == files)
      #expect(try holds(shell) == [])
    }
  }

  @Test func `a person is told how to let go of a file whose folder is another one`() throws {
    try Shell.run(daemon: []) { shell in
      let dragd = try shell.startDragd()
      try kill(shell, at: "source: delete the file") { _ in }
      _ = try moveRecordsAway(shell, of: dragd)
      let hold = try #require(try holds(shell).first)
      _ = try shell.sh("mv from elsewhere; mkdir from")
      let refused = try shell.dragctl("recover", "--drop", hold)
      #expect(refused.status == 1, "\(refused.error)")
      #expect(refused.error.contains("is not the folder that it was"), "\(refused.error)")
      #expect(refused.error.contains("“--keep \(hold)”"), "\(refused.error)")
      #expect(try shell.dragctl("recover", "--keep", hold).exit == .success)
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
