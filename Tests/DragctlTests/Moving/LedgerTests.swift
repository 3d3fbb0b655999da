import Foundation
import Harness
import Testing

/// Moves whose records are gone: the user has moved them away because they were damaged, as dragd(8) says.
@Suite struct LedgerTests {
  /// Moves a file, kills its destination after the commit, and moves dragd's records away; returns the note's name.
  private func lose(_ shell: Shell) throws -> String {
    let dragd = try shell.startDragd()
    try shell.makeFolders()
    try shell.folder.write("from/a", text: "mine")
    let (source, id) = try shell.stayToMove("from/a")
    let point = try MoveSteps.number(of: "destination: Finish answered", in: MoveSteps.destination)
    let killed = try shell.dragctl(
      "accept", id, "--move", "-o", "to", environment: ["DRAGD_FAIL_AT": "\(point)"])
    #expect(killed.exit == .signalled(SIGKILL))
    #expect(try source.wait().exit == .success)
    dragd.kill()
    _ = try shell.sh("mkdir away; mv state/dragd/moves state/dragd/moves.end away")
    _ = try shell.fixture.start(Built.dragd, on: shell.bus)
    try eventually("dragd is there") { try shell.dragctl("status").exit == .success }
    return try #require(try shell.notes().first)
  }

  /// Regression: the next dragctl took “aborted” for an answer, and dropped the only copy.
  @Test func `what has moved here stays until the person says what becomes of it`() throws {
    try Shell.run(daemon: []) { shell in
      let note = try lose(shell)
      let list = try shell.dragctl("list")
      #expect(list.error.contains("to/a: nobody knows whether it has moved"), "\(list.error)")
      for _ in 0..<2 {
        let result = try shell.dragctl("recover")
        #expect(result.status == 1)
        #expect(result.error.contains("(\(note))") && result.error.contains("--keep"))
        #expect(try shell.files("from", "to") == ["to/.dragctl-\(note)"])
      }
      let json = try shell.dragctl("recover", "--json").json() as? [String: [[String: Any]]]
      #expect(json?["left"]?.first?["note"] as? String == note)
      #expect(json?["left"]?.first?["needs_decision"] as? Bool == true)
      let result = try shell.dragctl("recover", "--keep", note)
      #expect(result.exit == .success, "\(result.error)")
      #expect(try shell.content("to/a") == "mine")
      #expect(try shell.files("from", "to") == ["to/a"])
      #expect(try shell.notes() == [])
    }
  }

  @Test func `what is elsewhere is dropped if the person says so`() throws {
    try Shell.run(daemon: []) { shell in
      let note = try lose(shell)
      #expect(try shell.dragctl("recover", "--drop", note).exit == .success)
      #expect(try shell.files("from", "to") == [])
      #expect(try shell.notes() == [])
    }
  }

  /// Only a committed move is known by a ledger that is not named.
  @Test func `a note of the former version is dropped by no answer`() throws {
    try Shell.run(daemon: []) { shell in
      let note = try lose(shell)
      _ = try shell.sh(
        """
        cd state/dragctl
        grep -v '^ledger \\|^sum ' \(note) | sed 's/^dragctl-destination 2/dragctl-destination 1/' > ../old
        python3 - ../old > \(note) <<'END'
        import sys
        data = open(sys.argv[1], "rb").read()
        crc = 0xFFFFFFFF
        for byte in data:
            crc ^= byte
            for _ in range(8):
                crc = crc >> 1 ^ (0x82F63B78 if crc & 1 else 0)
        sys.stdout.write(data.decode() + "sum %08x\\n" % (crc ^ 0xFFFFFFFF))
        END
        """)
      let result = try shell.dragctl("recover")
      #expect(result.status == 1 && result.error.contains("nobody knows"), "\(result.error)")
      #expect(try shell.dragctl("recover", "--keep", note).exit == .success)
      #expect(try shell.content("to/a") == "mine")
    }
  }

  @Test func `a person settles only what dragd cannot`() throws {
    try Shell.run { shell in
      let result = try shell.dragctl("recover", "--drop", "abc")
      #expect(result.status == 3 && result.error.contains("“abc”"))
      #expect(try shell.dragctl("recover", "--drop", "a", "--keep", "a").status == 2)
      #expect(try shell.dragctl("recover", "--list", "--keep", "a").status == 2)
      #expect(try shell.dragctl("recover", "--settle", "a", "--keep", "a").status == 2)
    }
  }
}
