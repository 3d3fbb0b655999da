import Foundation
import Harness
import Testing

/// `dragctl drop`, `target` and `targets` as a user runs them.
@Suite struct DropTests {
  @Test(arguments: PrivateBus.Kind.allCases)
  func whatIsDroppedComesToTheCommandWhole(_ kind: PrivateBus.Kind) throws {
    try Shell.run(kind) { shell in
      let target = try shell.target(
        "Inbox", "-t", "text/plain", "-t", "*/*", "--exec",
        "cat > got-$DRAGD_INDEX; "
          + "echo $DRAGD_TYPE $DRAGD_NAME $DRAGD_INDEX $DRAGD_SIZE $DRAGD_OPERATION $DRAGD_AT")
      let large = Sample.noise(3_000_000)
      try shell.folder.write("large.bin", large)
      try shell.folder.write("note.txt", text: "remember")
      let result = try shell.dragctl("drop", "note.txt", "large.bin", "--on", "Inbox", "--at", "4")
      #expect(result.exit == .success, "\(result.error)")
      #expect(result.output == "copied 2 items, 2.9 MiB\n")
      #expect(result.error == "")
      #expect(try shell.content("got-0") == "remember")
      #expect(try shell.bytes("got-1") == large)
      try target.waitForOutput(
        "text/plain;charset=utf-8 note.txt 0 8 copy 4\n"
          + "application/octet-stream large.bin 1 3000000 copy 4\n")
      #expect(try shell.dragctl("list", "-q").output == "", "the drop's offer is private")
      #expect(try target.terminate() == .signalled(SIGTERM))
      #expect(try shell.dragctl("targets", "--json").output == "[]\n")
    }
  }

  @Test func inputAndTextAreDropped() throws {
    try Shell.run { shell in
      let target = try shell.target("Inbox", "--exec", "cat; echo \" $DRAGD_NAME $DRAGD_DROPPER\"")
      let piped = try shell.dragctl(
        "drop", "--on", "Inbox", "--json", "--name", "-rf", input: .text("piped"))
      let json = try #require(try piped.json() as? [String: Any])
      #expect(json["operation"] as? String == "copy")
      #expect(json["items"] as? Int == 1 && json["bytes"] as? Int == 5)
      try target.waitForOutput("piped _rf :1.")
      #expect(try shell.dragctl("drop", "--text", "typed", "--on", "Inbox").exit == .success)
      try target.waitForOutput("typed")
    }
  }

  @Test func whatIsUsedUpOfAnOfferDoesNotKeepTheRestFromTheTarget() throws {
    try Shell.run { shell in
      let target = try shell.target("Inbox", "--exec", "cat; echo")
      let id = try shell.offer("--uses", "1", "--text", "one", "--text", "two", "--text", "three")
      #expect(try shell.dragctl("accept", id, "-i", "1").exit == .success)
      let result = try shell.dragctl("drop", id, "--on", "Inbox")
      #expect(result.output == "copied 2 items, 8 B\n", "\(result.error)")
      try target.waitForOutput("one\nthree\n")
    }
  }

  @Test func anOfferIsDroppedByItsIdItsBeginningOrItsPath() throws {
    try Shell.run { shell in
      let target = try shell.target("Inbox", "--exec", "cat")
      let id = try shell.offer("--text", "offered ")
      let names = [id, String(id.prefix(5)), "/org/dragd/Broker1/offer/\(id)"]
      for name in names {
        #expect(
          try shell.dragctl("drop", name, "--on", "Inbox").output == "copied 1 item, 8 B\n")
      }
      try target.waitForOutput("offered offered offered ")
      #expect(try shell.dragctl("list", "-q").output == "\(id)\n", "it stays on offer")
      let hidden = try shell.offer("--text", "hidden", "--private")
      #expect(try shell.dragctl("drop", hidden, "--on", "Inbox").exit == .success)
      // A file is preferred to an offer whose id begins like its name.
      try shell.folder.write(String(id.prefix(5)), text: "the file")
      #expect(try shell.dragctl("drop", String(id.prefix(5)), "--on", "Inbox").exit == .success)
      try target.waitForOutput("the file")
      #expect(try shell.dragctl("drop", "no-such-file", "--on", "Inbox").status == 1)
      #expect(try shell.dragctl("drop", id, "--on", "Inbox", "-t", "a/b").status == 2)
    }
  }

  @Test func aLinkIsTheAddress() throws {
    try Shell.run { shell in
      let target = try shell.target(
        "Inbox", "-t", "text/uri-list", "--operations", "copy,link", "--exec",
        "echo $DRAGD_OPERATION; cat")
      try shell.folder.write("a b.txt", text: "x")
      let result = try shell.dragctl("drop", "a b.txt", "--on", "Inbox", "--operation", "link")
      #expect(result.output.hasPrefix("linked 1 item, "), "\(result.error)")
      try target.waitForOutput("link\nfile://")
      try target.waitForOutput("a%20b.txt\r\n")
    }
  }

  @Test func whoIsRefusedIsToldWhy() throws {
    try Shell.run { shell in
      _ = try shell.target("Pictures", "-t", "image/*", "--exec", "cat")
      try shell.folder.write("note.txt", text: "x")
      let wrong = try shell.dragctl("drop", "note.txt", "--on", "Pictures")
      #expect(wrong.status == 6)
      #expect(wrong.error.contains("image/*"))
      let foreign = try shell.offer("--text", "x")
      let move = try shell.dragctl("drop", foreign, "--on", "Pictures", "--operation", "move")
      #expect(move.status == 6)
      let own = try shell.dragctl("drop", "note.txt", "--on", "Pictures", "--operation", "move")
      #expect(own.status == 6, "\(own.error)")
      #expect(try shell.dragctl("drop", "note.txt").status == 2)
      let nowhere = try shell.dragctl("drop", "note.txt", "--on", "nowhere")
      #expect(nowhere.status == 3 && nowhere.error.contains("Pictures"))
    }
  }

  @Test func aCommandThatFailsEndsTheDropInItsOwnWords() throws {
    try Shell.run { shell in
      let target = try shell.target(
        "Printer", "--exec", "[ $DRAGD_INDEX = 0 ] || { echo 'out of paper' >&2; exit 3; }")
      for name in ["a", "b", "c"] { try shell.folder.write(name, text: name) }
      let result = try shell.dragctl("drop", "a", "b", "c", "--on", "Printer")
      #expect(result.status == 5)
      #expect(result.error.contains("status 3") && result.error.contains("out of paper"))
      #expect(result.output == "")
      try target.waitForError("out of paper")
      #expect(target.isRunning)
      #expect(try shell.dragctl("drop", "a", "--on", "Printer").exit == .success)
    }
  }

  /// The words of a command and the paths of a folder are for the user's own programs.
  @Test(.enabled(if: Sandbox.unavailable == nil, "no private mounts here"))
  func aDropperInASandboxLearnsNothingOfFiles() throws {
    try Shell.run { shell in
      let inbox = try shell.folder.makeFolder("inbox")
      let folder = try shell.target("Folder", "--output", inbox)
      let command = try shell.target(
        "Command", "--exec", "echo \(inbox)/note is there already >&2; exit 3")
      try FileManager.default.removeItem(atPath: inbox)
      for (name, words) in [("Folder", "cannot keep it"), ("Command", "status 3")] {
        for sandbox in [Sandbox.command(), []] {
          let line = sandbox + [Built.dragctl, "drop", "--text", "x", "--on", name]
          let result = try shell.fixture.run(line[0], Array(line.dropFirst()), on: shell.bus)
          #expect(result.status == 5, "\(result.error)")
          #expect(result.error.contains(inbox) == sandbox.isEmpty, "\(result.error)")
          #expect(result.error.contains(words) || sandbox.isEmpty, "\(result.error)")
        }
      }
      for target in [folder, command] { try target.waitForError(inbox) }
    }
  }

  @Test func whatIsNotCompleteNeverReachesTheCommand() throws {
    try Shell.run { shell in
      _ = try shell.target("Inbox", "--exec", "cat > got")
      let (_, id) = try shell.stay("--exec", "a/b=echo half; echo 'torn off' >&2; exit 1")
      let result = try shell.dragctl("drop", id, "--on", "Inbox")
      #expect(result.status == 5)
      #expect(result.error.contains("torn off"))
      #expect(try !shell.names().contains("got"))
    }
  }

  @Test func onceIsOneDropThatSucceeds() throws {
    try Shell.run { shell in
      let target = try shell.target("Inbox", "--once", "--exec", "read word; [ \"$word\" = good ]")
      #expect(try shell.dragctl("drop", "--text", "bad", "--on", "Inbox").status == 5)
      #expect(target.isRunning)
      #expect(try shell.dragctl("drop", "--text", "good\n", "--on", "Inbox").exit == .success)
      #expect(try target.wait().exit == .success)
      #expect(try shell.dragctl("drop", "--text", "good\n", "--on", "Inbox").status == 3)
    }
  }

  @Test func aTargetThatIsInterruptedEndsItsCommandsAndTheDrop() throws {
    try Shell.run { shell in
      let target = try shell.target("Inbox", "--exec", "echo $$ > pid; echo started; sleep 1000")
      let drop = try shell.start("drop", "--text", "x", "--on", "Inbox")
      try target.waitForOutput("started")
      target.send(SIGINT)
      #expect(try target.wait().exit == .signalled(SIGINT))
      let result = try drop.wait()
      #expect(result.status == 5)
      #expect(result.error.contains("left the bus"), "\(result.error)")
      try shell.waitForEnd(try shell.content("pid"))
    }
  }

  @Test func aTargetThatIsToOutliveItsTerminalDoes() throws {
    try Shell.run { shell in
      let target = try shell.fixture.start(
        "/bin/sh", ["-c", "trap '' HUP; exec \(Built.dragctl) target Inbox --exec cat"],
        on: shell.bus)
      try target.waitForError("--on Inbox")
      target.send(SIGHUP)
      #expect(try shell.dragctl("drop", "--text", "still here", "--on", "Inbox").exit == .success)
      try target.waitForOutput("still here")
      #expect(try target.terminate() == .signalled(SIGTERM))
    }
  }

  @Test func nobodyButDragdCallsTheTarget() throws {
    try Shell.run { shell in
      let target = try shell.target("Inbox", "--exec", "cat > got")
      let json = try #require(try shell.dragctl("targets", "--json").json() as? [[String: Any]])
      let owner = try #require(json[0]["owner"] as? String)
      let id = try shell.offer("--text", "x")
      let path = "/org/dragd/Broker1/target/\(try #require(json[0]["id"] as? String))"
      let result = try shell.sh(
        "dbus-send --session --print-reply --dest=\(owner) /org/dragd/dragctl/target "
          + "org.dragd.Target1.Leave objpath:\(path) objpath:/org/dragd/Broker1/offer/\(id)")
      #expect(result.error.contains("org.dragd.Error.AccessDenied"))
      #expect(target.isRunning)
    }
  }

  @Test func aTargetIsRegisteredAgainWhenDragdComesBack() throws {
    try Shell.run(daemon: []) { shell in
      let first = try shell.startDragd()
      let target = try shell.target("Inbox", "--exec", "cat")
      try first.terminate()
      _ = try shell.startDragd()
      try target.waitForError("dragd restarted")
      #expect(try shell.dragctl("drop", "--text", "again", "--on", "Inbox").exit == .success)
      try target.waitForOutput("again")
    }
  }
}

extension Shell {
  /// Starts a target and waits until it is registered.
  @discardableResult
  func target(_ name: String, _ arguments: String...) throws -> Program {
    let program = try fixture.start(Built.dragctl, ["target", name] + arguments, on: bus)
    try program.waitForError("--on \(name)")
    return program
  }
}
