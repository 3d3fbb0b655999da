import Foundation
import Harness
import Testing

@Suite struct MoveTests {
  @Test(arguments: PrivateBus.Kind.allCases)
  func aMovedFileIsAtItsDestinationAndNoMoreAtItsSource(_ kind: PrivateBus.Kind) throws {
    try Shell.run(kind) { shell in
      try shell.makeFolders()
      try shell.folder.write("from/report.txt", text: "all of it")
      let (source, id) = try shell.stayToMove("from/report.txt")
      #expect(try shell.notes().count == 1)
      let result = try shell.dragctl("accept", id, "--move", "-o", "to")
      #expect(result.exit == .success)
      #expect(result.output == "to/report.txt\n")
      #expect(result.error == "to/report.txt: moved here, and deleted at its source\n")
      let end = try source.wait()
      #expect(end.exit == .success)
      #expect(end.error.contains("report.txt: moved away, and deleted here\n"))
      #expect(try shell.content("to/report.txt") == "all of it")
      #expect(try shell.files("from", "to") == ["to/report.txt"])
      #expect(try shell.notes() == [])
      #expect(try shell.dragctl("list", "-q").output == "")
    }
  }

  @Test func severalFilesAreMovedOneByOneAndTheSourceEndsWithTheLast() throws {
    try Shell.run { shell in
      try shell.makeFolders()
      let names = ["a", "b", "c"]
      for name in names { try shell.folder.write("from/\(name)", text: name) }
      let (source, id) = try shell.stayToMove("from/a", "from/b", "from/c")
      #expect(try shell.dragctl("accept", id, "--move", "-i", "1", "-o", "to").exit == .success)
      #expect(try shell.files("from", "to") == ["from/a", "from/c", "to/b"])
      #expect(source.isRunning)
      // Accepts everything that is still there.
      let rest = try shell.dragctl("accept", id, "--move", "--all", "-o", "to")
      #expect(rest.exit == .success)
      #expect(rest.output == "to/a\nto/c\n")
      #expect(try source.wait().exit == .success)
      #expect(try shell.files("from", "to") == ["to/a", "to/b", "to/c"])
      for name in names { #expect(try shell.content("to/\(name)") == name) }
      #expect(try shell.notes() == [])
    }
  }

  @Test func aLargeFileIsMovedWhole() throws {
    try Shell.run { shell in
      try shell.makeFolders()
      let content = Sample.noise(1 << 20)
      let whole = (0..<100).flatMap { _ in content }
      try shell.folder.write("from/large", whole)
      let (source, id) = try shell.stayToMove("from/large")
      #expect(try shell.dragctl("accept", id, "--move", "-o", "to/large").exit == .success)
      #expect(try source.wait().exit == .success)
      #expect(try shell.files("from", "to") == ["to/large"])
      #expect(try shell.bytes("to/large") == whole)
    }
  }

  @Test func anEmptyFileAndOneWithAStrangeNameAreMoved() throws {
    try Shell.run { shell in
      try shell.makeFolders()
      _ = try shell.sh("printf x > $'from/\\xff \\n%'; : > from/empty")
      let source = try shell.sh(
        "dragctl offer --operations move from/* --detach --label x; true")
      #expect(source.exit == .success)
      let result = try shell.dragctl("accept", "--move", "--all", "-o", "to")
      #expect(result.exit == .success)
      try eventually("the source is over") { try shell.notes() == [] }
      #expect(try shell.names("from") == [])
      #expect(try shell.names("to").count == 2)
      #expect(try shell.bytes("to/empty") == [])
    }
  }

  @Test func theResultAsJSONSaysThatItMoved() throws {
    try Shell.run { shell in
      try shell.makeFolders()
      try shell.folder.write("from/a", text: "x")
      let (_, id) = try shell.stayToMove("from/a")
      let result = try shell.dragctl("accept", id, "--move", "-o", "to", "--json")
      let items = try #require(try result.json() as? [[String: Any]])
      #expect(items[0]["operation"] as? String == "move")
      #expect(items[0]["source_deleted"] as? Bool == true)
      #expect(items[0]["path"] as? String == "to/a")
      #expect(items[0]["bytes"] as? Int == 1)
    }
  }

  @Test func whatCanBeMovedCanBeCopiedTooIfItIsOffered() throws {
    try Shell.run { shell in
      try shell.makeFolders()
      try shell.folder.write("from/a", text: "x")
      let (source, id) = try shell.stay("--operations", "copy,move", "from/a")
      #expect(try shell.dragctl("accept", id).output == "x")
      #expect(shell.exists("from/a"))
      #expect(try shell.dragctl("accept", id, "--move", "-o", "to").exit == .success)
      #expect(try source.wait().exit == .success)
      #expect(try shell.files("from", "to") == ["to/a"])
    }
  }

  @Test func whatOnlyMovesIsNotCopied() throws {
    try Shell.run { shell in
      try shell.makeFolders()
      try shell.folder.write("from/a", text: "x")
      let (source, id) = try shell.stayToMove("from/a")
      #expect(try shell.dragctl("accept", id).status == 6)
      let copy = try shell.offer("--text", "x")
      #expect(try shell.dragctl("accept", copy, "--move", "-o", "to").status == 6)
      #expect(try source.terminate() == .signalled(SIGTERM))
      #expect(try shell.files("from", "to") == ["from/a"])
      #expect(try shell.notes() == [])
    }
  }

  @Test func detachedItDeletesTooAndEnds() throws {
    try Shell.run { shell in
      try shell.makeFolders()
      try shell.folder.write("from/a", text: "x")
      let offer = try shell.dragctl("offer", "--operations", "move", "from/a", "--detach")
      #expect(offer.exit == .success)
      let result = try shell.dragctl("accept", "--move", "-o", "to")
      #expect(result.exit == .success)
      #expect(try shell.files("from", "to") == ["to/a"])
      try eventually("the source is over") { try shell.notes() == [] }
    }
  }

  /// Regression: the source waited for another dragd, which no program started.
  @Test func aSourceWhoseOfferIsOverEndsWithDragd() throws {
    try Shell.run(daemon: []) { shell in
      let dragd = try shell.startDragd()
      try shell.makeFolders()
      // The copy lasts, because the file is larger than the pipes and `sleep` reads nothing.
      try shell.folder.write("from/a", Sample.noise(8_000_000))
      let (source, id) = try shell.stay("--operations", "copy,move", "from/a")
      let watch = try shell.start("watch", "--json")
      try watch.waitForOutput(id)
      _ = try shell.fixture.start(
        "/bin/bash", ["-c", "\(Built.dragctl) accept \(id) | sleep 1000"], on: shell.bus)
      try watch.waitForOutput("\"running\"")
      #expect(try shell.dragctl("withdraw", id).exit == .success)
      try eventually("the offer is over") { try shell.dragctl("list", "-q").output == "" }
      // The source has received the end of the offer too.
      try shell.waitForAnswer(from: source)
      #expect(source.isRunning)
      dragd.kill()
      let result = try source.wait()
      #expect(result.status == 7)
      #expect(result.error.contains("dragctl recover"), "\(result.error)")
      #expect(shell.exists("from/a"))
    }
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func aSignalEndsTheOfferAndLeavesNothingBehind(_ signal: Int32) throws {
    try Shell.run { shell in
      try shell.makeFolders()
      try shell.folder.write("from/a", text: "x")
      let (source, id) = try shell.stayToMove("from/a")
      source.send(signal)
      #expect(try source.wait().exit == .signalled(signal))
      #expect(try shell.dragctl("accept", id, "--move", "-o", "to").status == 3)
      #expect(try shell.files("from", "to") == ["from/a"])
      #expect(try shell.notes() == [])
    }
  }

  @Test func onlyARegularFileThatCouldBeDeletedIsOffered() throws {
    try Shell.run { shell in
      try shell.makeFolders()
      try shell.folder.write("from/a", text: "x")
      _ = try shell.sh("ln -s a from/link; mkfifo from/fifo")
      let cases: [([String], Int32, String)] = [
        (["from"], 2, "is a folder"),
        (["from/link"], 2, "is a symbolic link"),
        (["from/fifo"], 2, "not a regular file"),
        (["-"], 2, "standard input"),
        (["--text", "x"], 2, "--text"),
        (["--rep", "a/b=from/a"], 2, "--rep"),
        (["--exec", "a/b=x"], 2, "--exec"),
        (["from/a", "from/../from/a"], 2, "named twice"),
        (["from/a", "--sensitive"], 2, "--sensitive"),
        (["from/a", "--linger", "3"], 2, "--linger"),
        (["from/none"], 1, "No such file"),
      ]
      for (arguments, status, words) in cases {
        let result = try shell.fixture.run(
          Built.dragctl, ["offer", "--operations", "move"] + arguments, on: shell.bus)
        #expect(result.status == status, "\(arguments)")
        #expect(result.error.contains(words), "\(arguments): \(result.error)")
      }
      #expect(try shell.notes() == [])
    }
  }

  @Test func aFolderInWhichTheFileCouldNotBeDeletedIsAnErrorAtOnce() throws {
    try Shell.run { shell in
      try shell.makeFolders()
      try shell.folder.write("from/a", text: "x")
      // A folder without write permission; for root, a folder on a read-only mount.
      let result = try shell.sh(
        """
        if [ "$(id -u)" = 0 ]; then
          exec unshare --mount sh -c \
            'mount --bind -o ro from from && exec dragctl offer --operations move from/a'
        fi
        chmod 500 from; dragctl offer --operations move from/a; s=$?; chmod 700 from; exit $s
        """)
      #expect(result.status == 6)
      #expect(result.error.contains("from/a could not be deleted after a move"))
      #expect(try shell.notes() == [])
    }
  }

  @Test func aMoveNeedsAPlaceOnADisk() throws {
    try Shell.run { shell in
      for arguments in [[], ["-o", "-"], ["-o", "/dev/null"]] {
        let result = try shell.fixture.run(
          Built.dragctl, ["accept", "--move"] + arguments, on: shell.bus)
        #expect(result.status == 2)
        #expect(result.error.contains("safe on a disk"))
      }
    }
  }
}
