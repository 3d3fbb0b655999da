import Foundation
import Harness
import Testing

/// Moves to and from another machine: nothing is lost, nothing is doubled.
@Suite struct LineMoveTests {
  /// A file on one of the machines.
  private func copies(_ machines: Machines, _ name: String) -> Int {
    [machines.here, machines.there].reduce(0) { count, shell in
      count + ["from/\(name)", "to/\(name)"].count { shell.exists($0) }
    }
  }

  @Test func `a file moves there, and back`() throws {
    try Machines.run { machines in
      for shell in [machines.here, machines.there] { try shell.makeFolders() }
      try machines.here.folder.write("from/a", text: "mine")
      let (source, id) = try machines.stay("--operations", "move", "from/a")
      let moved = try machines.there.dragctl("accept", id, "--move", "-o", "to")
      #expect(moved.exit == .success, "\(moved.error)")
      #expect(try source.wait().exit == .success)
      #expect(try machines.there.content("to/a") == "mine")
      #expect(!machines.here.exists("from/a"))
      let (other, back) = try machines.there.stayToMove("to/a")
      let returned = try machines.dragctl("accept", back, "--move", "-o", "to")
      #expect(returned.exit == .success, "\(returned.error)")
      #expect(try other.wait().exit == .success)
      #expect(try machines.here.content("to/a") == "mine")
      #expect(copies(machines, "a") == 1)
      #expect(try machines.here.notes() + machines.there.notes() == [])
    }
  }

  @Test func `a drop moves there`() throws {
    try Machines.run { machines in
      for shell in [machines.here, machines.there] { try shell.makeFolders() }
      try machines.here.folder.write("from/a", text: "mine")
      let target = try machines.there.start(
        "target", "Inbox", "--operations", "copy,move", "-o", "to")
      try target.waitForError("drop something here")
      let result = try machines.dragctl("drop", "from/a", "--on", "Inbox", "--operation", "move")
      #expect(result.exit == .success, "\(result.error)")
      #expect(try machines.there.content("to/a") == "mine")
      #expect(copies(machines, "a") == 1)
    }
  }

  /// The line is cut behind so many bytes of either way. What is not settled then, a later call settles.
  @Test(arguments: ["to", "from"], Extent.part(of: [0, 1, 2, 3, 4, 5, 6, 7]) { $0 % 2 == 0 })
  func `a cut during a move loses and doubles nothing`(_ way: String, _ step: Int) throws {
    try Machines.run { machines in
      for shell in [machines.here, machines.there] { try shell.makeFolders() }
      let cut = 600 + 450 * step
      let script =
        step % 2 == 0
        ? #"stdbuf -o0 head -c \#(cut) | sh -c "$1""#
        : #"sh -c "$1" | stdbuf -o0 head -c \#(cut)"#
      if way == "from" {
        try machines.there.folder.write("from/a", text: "mine")
        let (source, id) = try machines.there.stayToMove("from/a")
        try machines.setCommand(script)
        _ = try machines.dragctl("accept", id, "--move", "-o", "to")
        try machines.setCommand(#"exec sh -c "$1""#)
        let recovery = try machines.here.fixture.run(
          Built.dragctl, ["recover"], on: machines.here.bus, environment: machines.environment)
        #expect(recovery.exit == .success, "\(recovery.error)")
        source.send(SIGINT)
        _ = try source.wait()
      } else {
        try machines.here.folder.write("from/a", text: "mine")
        try machines.setCommand(script)
        let source = try machines.start("offer", "--operations", "move", "from/a")
        if let id = try? source.waitForOutput("\n", within: .seconds(5)) {
          _ = try machines.there.dragctl(
            "accept", id.trimmingCharacters(in: .newlines), "--move", "-o", "to")
        }
        source.send(SIGINT)
        _ = try source.wait()
        try machines.setCommand(#"exec sh -c "$1""#)
        #expect(try machines.dragctl("recover").exit == .success)
        #expect(try machines.there.dragctl("recover").exit == .success)
      }
      #expect(copies(machines, "a") == 1, "\(way) \(cut)")
      #expect(try machines.here.notes() + machines.there.notes() == [])
    }
  }

  /// The dragd here knows nothing of it, and is not asked.
  @Test func `a killed destination is settled there, not here`() throws {
    try Machines.run { machines in
      for shell in [machines.here, machines.there] { try shell.makeFolders() }
      try machines.there.folder.write("from/a", text: "mine")
      let (source, id) = try machines.there.stayToMove("from/a")
      let point = try MoveSteps.number(
        of: "destination: Finish answered", in: MoveSteps.destination)
      machines.set("DRAGD_FAIL_AT", "\(point)")
      #expect(try machines.dragctl("accept", id, "--move", "-o", "to").exit == .signalled(SIGKILL))
      machines.set("DRAGD_FAIL_AT", "")
      #expect(try source.wait().exit == .success)
      let list = try machines.here.dragctl("list")
      #expect(list.exit == .success && !list.error.contains("after a crash"), "\(list.error)")
      #expect(try machines.here.names("to").first?.hasPrefix(".dragctl-") == true)
      let next = try machines.dragctl("list")
      #expect(next.error.contains("after a crash"), "\(next.error)")
      #expect(try machines.here.content("to/a") == "mine")
      #expect(try machines.here.notes() == [])
    }
  }

  @Test func `Ctrl-C settles the moves over the line`() throws {
    try Machines.run { machines in
      for shell in [machines.here, machines.there] { try shell.makeFolders() }
      try machines.here.folder.write("from/a", text: "mine")
      let (source, _) = try machines.stay("--operations", "move", "from/a")
      // As a terminal does, to the whole process group.
      source.sendToAll(SIGINT)
      #expect(try source.wait().exit == .signalled(SIGINT))
      #expect(try machines.here.notes() == [])
      #expect(try machines.here.content("from/a") == "mine")
    }
  }
}
