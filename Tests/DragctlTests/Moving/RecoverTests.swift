import Foundation
import Harness
import Testing

@Suite struct RecoverTests {
  /// Leaves a moved file that its killed source still has.
  private func crash(_ shell: Shell, at step: String = "source: delete the file") throws {
    try shell.makeFolders()
    try shell.folder.write("from/a", text: "mine")
    let number = try MoveSteps.number(of: step, in: MoveSteps.source)
    let (source, id) = try shell.stayToMove(
      "from/a", environment: ["DRAGD_FAIL_AT": "\(number)"])
    #expect(try shell.dragctl("accept", id, "--move", "-o", "to").exit == .success)
    #expect(try source.wait().exit == .signalled(SIGKILL))
    #expect(try shell.files("from", "to") == ["from/a", "to/a"])
  }

  @Test func withNothingToSettleItSaysNothing() throws {
    try Shell.run(daemon: []) { shell in
      let result = try shell.dragctl("recover")
      #expect(result.exit == .success)
      #expect(result.output == "" && result.error == "")
      #expect(!shell.exists("state/dragctl"))
    }
  }

  @Test func withoutADragdEverythingStaysAndTheStatusSaysSo() throws {
    try Shell.run(daemon: []) { shell in
      let dragd = try shell.startDragd()
      try crash(shell)
      dragd.kill()
      let notes = try shell.notes()
      #expect(notes.count == 1)
      let result = try shell.dragctl("recover")
      #expect(result.status == 7)
      #expect(result.error.contains("not settled: "))
      #expect(result.error.contains(notes[0]))
      for folder in ["state/dragctl", "state/dragd/holds"] {
        let path = shell.folder.path(folder)
        #expect(result.error.contains("What is noted in \(path) stays"), "\(result.error)")
      }
      #expect(try shell.notes() == notes)
      #expect(shell.exists("from/a"))
      _ = try shell.fixture.start(Built.dragd, on: shell.bus)
      try eventually("dragd is there") { try shell.dragctl("recover").exit == .success }
      #expect(try shell.files("from", "to") == ["to/a"])
      #expect(try shell.notes() == [])
    }
  }

  @Test func aDestinationWithoutADragdKeepsWhatHasCome() throws {
    try Shell.run(daemon: []) { shell in
      let dragd = try shell.startDragd()
      try shell.makeFolders()
      try shell.folder.write("from/a", text: "mine")
      let (source, id) = try shell.stayToMove("from/a")
      let point = try MoveSteps.number(
        of: "destination: Finish answered", in: MoveSteps.destination)
      let killed = try shell.dragctl(
        "accept", id, "--move", "-o", "to", environment: ["DRAGD_FAIL_AT": "\(point)"])
      #expect(killed.exit == .signalled(SIGKILL))
      #expect(try source.wait().exit == .success)
      dragd.kill()
      #expect(try shell.dragctl("recover").status == 7)
      #expect(try shell.dragctl("list").status == 7)
      #expect(try shell.files("from", "to") == ["to/.dragctl-\(try shell.notes()[0])"])
      _ = try shell.fixture.start(Built.dragd, on: shell.bus)
      try eventually("dragd is there") { try shell.dragctl("recover").exit == .success }
      #expect(try shell.files("from", "to") == ["to/a"])
      #expect(try shell.content("to/a") == "mine")
    }
  }

  @Test func theResultAsJSONTellsEachItem() throws {
    try Shell.run { shell in
      try crash(shell)
      try shell.folder.write("state/dragctl/foreign", text: "x")
      let result = try shell.dragctl("recover", "--json")
      #expect(result.status == 1)
      let json = try #require(try result.json() as? [String: [[String: Any]]])
      #expect(json["settled"]?.count == 1)
      #expect(json["settled"]?[0]["result"] as? String == "deleted")
      #expect((json["settled"]?[0]["path"] as? String)?.hasSuffix("from/a") == true)
      #expect(json["left"]?.map { $0["note"] as? String } == ["foreign"])
      #expect(json["left"]?.map { $0["needs_decision"] as? Bool } == [false])
    }
  }

  @Test func aDamagedNoteIsReportedAndNeverActedUpon() throws {
    try Shell.run { shell in
      try crash(shell)
      let note = try #require(try shell.notes().first)
      let whole = try shell.bytes("state/dragctl/\(note)")
      var changed = whole
      changed[whole.count / 2] ^= 1
      for bytes in [Array(whole.dropLast()), Array(whole.prefix(40)), [], changed, whole + [10]] {
        try shell.folder.write("state/dragctl/\(note)", bytes)
        let result = try shell.dragctl("recover")
        #expect(result.status == 1)
        #expect(result.output == "")
        #expect(result.error.contains("damaged"))
        #expect(try shell.bytes("state/dragctl/\(note)") == bytes)
        #expect(shell.exists("from/a"))
      }
      try shell.folder.write("state/dragctl/\(note)", whole)
      #expect(try shell.dragctl("recover").exit == .success)
      #expect(!shell.exists("from/a"))
    }
  }

  @Test func whatALivingDragctlHasWrittenDownIsItsOwn() throws {
    try Shell.run { shell in
      try shell.makeFolders()
      try shell.folder.write("from/a", text: "mine")
      let (source, id) = try shell.stayToMove("from/a")
      let result = try shell.dragctl("recover")
      #expect(result.exit == .success && result.output == "")
      #expect(try shell.dragctl("accept", id, "--move", "-o", "to").exit == .success)
      #expect(try source.wait().exit == .success)
    }
  }

  /// The id is dragd's, and no program's secret.
  @Test func `a move is settled by the id that an earlier dragd has listed`() throws {
    try Shell.run(daemon: []) { shell in
      let dragd = try shell.startDragd()
      try crash(shell)
      func list() throws -> [[String: Any]] {
        let result = try shell.dragctl("recover", "--list", "--json")
        return try #require(try result.json() as? [[String: Any]])
      }
      let before = try list()
      #expect(before.count == 1)
      let id = try #require(before.first?["id"] as? String)
      dragd.kill()
      try eventually("it has left the bus") { try shell.dragctl("status").status == 7 }
      // Not “status”, which would finish the move.
      _ = try shell.fixture.start(Built.dragd, on: shell.bus)
      try eventually("dragd is there") {
        try shell.dragctl("recover", "--list").exit == .success
      }
      #expect(try list().map { $0["id"] as? String } == [id])
      #expect(try shell.dragctl("recover", "--settle", id).exit == .success)
      #expect(try list().isEmpty)
    }
  }

  @Test func `each move that is on record is settled, whatever else is named`() throws {
    try Shell.run { shell in
      for _ in 0..<2 {
        try crash(shell)
        // Otherwise the next dragctl would settle the first, or let go of its hold, which are steps too.
        _ = try shell.sh("rm -rf state/dragctl state/dragd/holds from to")
      }
      func list() throws -> [String] {
        let result = try shell.dragctl("recover", "--list", "--json")
        let moves = try #require(try result.json() as? [[String: Any]])
        return moves.compactMap { $0["id"] as? String }
      }
      let ids = try list()
      try #require(ids.count == 2)
      let unknown = [String(repeating: "a", count: 26), String(repeating: "b", count: 25) + "a"]
      let result = try shell.dragctl(
        "recover", "--json", "--settle", unknown[0], "--settle", ids[0], "--settle", unknown[1],
        "--settle", ids[1])
      #expect(result.status == 3)
      #expect(unknown.allSatisfy { result.error.contains($0) })
      #expect(try result.json() as? [String] == ids)
      #expect(try list().isEmpty)
    }
  }

  @Test func severalCanRecoverAtOnce() throws {
    try Shell.run { shell in
      try crash(shell)
      let all = try (0..<4).map { _ in try shell.start("recover") }
      let ends = try all.map { try $0.wait() }
      #expect(ends.allSatisfy { $0.exit == .success })
      #expect(ends.map(\.output).joined().count { $0 == "\n" } == 1)
      #expect(try shell.files("from", "to") == ["to/a"])
      #expect(try shell.notes() == [])
    }
  }

  @Test func aFileThatHasTakenThePlaceIsLeftAlone() throws {
    try Shell.run { shell in
      try crash(shell)
      _ = try shell.sh("rm from/a; echo another > from/a")
      let result = try shell.dragctl("recover")
      #expect(result.exit == .success)
      #expect(result.output.contains("another file, and is left alone"))
      #expect(try shell.content("from/a") == "another\n")
      #expect(try shell.notes() == [])
    }
  }

  @Test func aFolderThatIsNotThereIsWaitedFor() throws {
    try Shell.run { shell in
      try crash(shell)
      _ = try shell.sh("mv from away; mkdir from")
      let result = try shell.dragctl("recover")
      #expect(result.status == 1)
      #expect(result.error.contains("is its disk mounted?"))
      #expect(try shell.notes().count == 1)
      _ = try shell.sh("rmdir from; mv away from")
      #expect(try shell.dragctl("recover").exit == .success)
      #expect(try shell.files("from", "to") == ["to/a"])
    }
  }

  @Test func aFileThatHasNotMovedIsKept() throws {
    try Shell.run { shell in
      try shell.makeFolders()
      try shell.folder.write("from/a", text: "mine")
      let (source, _) = try shell.stayToMove("from/a")
      source.kill()
      let result = try shell.dragctl("recover")
      #expect(result.exit == .success)
      #expect(result.output.hasSuffix("from/a: not moved, and still here\n"))
      #expect(try shell.content("from/a") == "mine")
      #expect(try shell.notes() == [])
    }
  }

  @Test func completionSettlesNothing() throws {
    try Shell.run { shell in
      try crash(shell)
      let result = try shell.dragctl("completion", "--offers")
      #expect(result.error == "")
      #expect(try shell.notes().count == 1)
    }
  }
}
