import Foundation
import Harness
import Testing

@Suite struct AcceptFileTests {
  @Test(arguments: PrivateBus.Kind.allCases)
  func aFileArrivesWhole(_ kind: PrivateBus.Kind) throws {
    try Shell.run(kind) { shell in
      let content = Sample.noise(5_000_000)
      try shell.folder.write("big", content)
      try shell.offer("big")
      let result = try shell.dragctl("accept", "-o", "copy")
      #expect(result.exit == .success)
      #expect(result.output == "")
      #expect(try shell.bytes("copy") == content)
      #expect(try !shell.names().contains { $0.hasPrefix(".drag") })
    }
  }

  @Test(arguments: [["-o", "copy"], ["-o", "to/"], ["--move", "-o", "copy"]])
  func holesStayHoles(_ arguments: [String]) throws {
    try Shell.run { shell in
      _ = try shell.sh(
        "mkdir from to; truncate -s 64M from/f; for n in 1 30 64; do"
          + " head -c 5000 /dev/urandom | dd of=from/f bs=1000 seek=$((n * 1000)) conv=notrunc;"
          + " done; cp from/f original")
      let (_, id) = try shell.stay("--operations", "copy,move", "from/f")
      let result = try shell.fixture.run(
        Built.dragctl, ["accept", id] + arguments, on: shell.bus)
      #expect(result.exit == .success, "\(result.error)")
      let path = arguments.last == "copy" ? "copy" : "to/f"
      #expect(try shell.sh("cmp \(path) original").exit == .success)
      let blocks = try shell.sh("stat -c %b original \(path)").output.split(separator: "\n")
      // Without holes it would take 131,072 blocks.
      #expect(
        blocks.count == 2 && blocks.allSatisfy { Int($0).map { $0 < 1000 } ?? false }, "\(blocks)")
    }
  }

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/usr/bin/strace"), "no strace here"),
    arguments: [["-o", "new"], ["-f", "-o", "new"], ["-f", "-o", "old"], ["-o", "folder"]])
  func aFileIsOnTheDiskBeforeItReplacesOneAndANewFileWaitsForNoDisk(
    _ arguments: [String]
  ) throws {
    try Shell.run { shell in
      _ = try shell.sh("echo old > old; mkdir folder")
      try shell.offer("--text", "new", "-n", "new")
      let trace = shell.folder.path("trace")
      let calls = "--trace=fsync,fdatasync,linkat,renameat,renameat2,rename"
      let result = try shell.fixture.run(
        "/usr/bin/strace", ["-f", "-o", trace, calls, Built.dragctl, "accept"] + arguments,
        on: shell.bus)
      #expect(result.exit == .success, "\(result.error)")
      let lines = try shell.content("trace").split(separator: "\n").filter { $0.hasSuffix("= 0") }
      let synchronized = lines.firstIndex { $0.contains("sync(") }
      let named = lines.firstIndex { $0.contains("linkat(") || $0.contains("rename") }
      guard arguments.contains("old") else {
        #expect(synchronized == nil && named != nil, "\(lines)")
        return
      }
      #expect(try #require(synchronized) < #require(named), "\(lines)")
    }
  }

  @Test func onlyAFailureThatConcernsTheItemLeadsToTheNext() throws {
    try Shell.run { shell in
      try shell.folder.write("a.txt", text: "picture")
      try shell.folder.write("b.png", Sample.noise(5_000_000))
      let id = try shell.offer("--once", "a.txt", "b.png")
      // It reads no more than its first byte, so item 1 stays in use.
      let other = try shell.fixture.start(
        "/bin/sh",
        ["-c", "\(Built.dragctl) accept \(id) --item 1 | { head -c 1; exec sleep 600; }"],
        on: shell.bus)
      try other.waitForOutput(within: .seconds(30), "a byte") { !$0.isEmpty }
      let result = try shell.dragctl("accept", id, "-t", "image/png", "-o", "copy")
      #expect(result.error.contains("item 1 of offer \(id) is being accepted by others"))
    }
  }

  @Test func anEmptyFileIsAFileToo() throws {
    try Shell.run { shell in
      try shell.folder.write("empty", [])
      try shell.offer("empty")
      #expect(try shell.dragctl("accept", "-o", "copy").exit == .success)
      #expect(try shell.bytes("copy") == [])
    }
  }

  @Test func nothingIsReplacedWithoutForce() throws {
    try Shell.run { shell in
      try shell.folder.write("mine", text: "mine")
      let id = try shell.offer("--text", "new", "--once")
      let refused = try shell.dragctl("accept", id, "-o", "mine")
      #expect(refused.status == 6)
      #expect(refused.error == "dragctl: mine exists already\nUse --force to replace it.\n")
      #expect(try shell.content("mine") == "mine")
      // The refusal has not used the offer up.
      #expect(try shell.dragctl("accept", id, "-o", "mine", "--force").exit == .success)
      #expect(try shell.content("mine") == "new")
    }
  }

  @Test(arguments: ["copy", "move"]) func aReplacedFileKeepsItsPermissions(_ way: String) throws {
    try Shell.run { shell in
      _ = try shell.sh("echo old > f; chmod 640 f; mkdir from; printf new > from/f")
      let (_, id) = try shell.stay("--operations", "copy,move", "from/f")
      let flag = way == "move" ? ["--move"] : []
      let result = try shell.fixture.run(
        Built.dragctl, ["accept", id, "-f", "-o", "f"] + flag, on: shell.bus)
      #expect(result.exit == .success, "\(result.error)")
      #expect(try shell.sh("stat -c %a f; cat f").output == "640\nnew")
    }
  }

  /// The owner of a link could choose which file dragctl writes.
  @Test(arguments: [
    ["-o", "link"], ["-o", "folder"], ["--move", "-o", "link"], ["--move", "-o", "folder"],
  ])
  func aSymbolicLinkIsReplacedAndNotWhatItLeadsTo(_ arguments: [String]) throws {
    try Shell.run { shell in
      _ = try shell.sh(
        "umask 022; echo old > f; chmod 640 f; mkdir folder; ln -s f link; ln -s ../f folder/link")
      try shell.folder.write("from/link", text: "new")
      let (_, id) = try shell.stay("--operations", "copy,move", "from/link")
      let result = try shell.fixture.run(
        Built.dragctl, ["accept", id, "-f"] + arguments, on: shell.bus)
      #expect(result.exit == .success, "\(result.error)")
      let name = arguments.last == "link" ? "link" : "folder/link"
      #expect(try shell.sh("stat -c %F,%a \(name); cat \(name)").output == "regular file,644\nnew")
      #expect(try shell.sh("stat -c %a f; cat f").output == "640\nold\n")
    }
  }

  @Test func aSymbolicLinkThatLeadsNowhereIsThere() throws {
    try Shell.run { shell in
      _ = try shell.sh("ln -s nowhere link")
      let id = try shell.offer("--text", "new", "--once")
      #expect(try shell.dragctl("accept", id, "-o", "link").status == 6)
      #expect(try shell.dragctl("accept", id, "-f", "-o", "link").exit == .success)
      #expect(try shell.sh("stat -c %F link; cat link").output == "regular file\nnew")
      #expect(try !shell.names().contains("nowhere"))
    }
  }

  /// dragctl writes to a file that is already open; it puts no other file in its place.
  @Test(arguments: ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"])
  func standardOutputByItsPathIsNoFileToReplace(_ path: String) throws {
    try Shell.run { shell in
      try shell.offer("--text", "new")
      let link = try shell.sh("readlink \(path)").output
      let result = try shell.sh("dragctl accept -f -o \(path) > f")
      #expect(result.exit == .success, "\(result.error)")
      #expect(try shell.content("f") == "new")
      if path == "/dev/stdout" { #expect(try shell.sh("readlink \(path)").output == link) }
    }
  }

  @Test func aNewFileFollowsTheUmask() throws {
    try Shell.run { shell in
      try shell.offer("--text", "new")
      let result = try shell.sh("umask 027; dragctl accept -o f; stat -c %a f")
      #expect(result.output == "640\n")
    }
  }

  @Test func aFailedTransferLeavesNothing() throws {
    try Shell.run { shell in
      _ = try shell.sh("mkdir out; echo old > out/f")
      let (_, id) = try shell.stay("--exec", "a/b=head -c 3000000 /dev/zero; exit 1", "-n", "f")
      #expect(try shell.dragctl("accept", id, "-o", "out/g").status == 5)
      #expect(try shell.dragctl("accept", id, "-f", "-o", "out/f").status == 5)
      #expect(try shell.dragctl("accept", id, "-o", "out").status == 5)
      #expect(try shell.names("out") == ["f"])
      #expect(try shell.content("out/f") == "old\n")
    }
  }

  @Test func anInterruptionLeavesNothing() throws {
    try Shell.run { shell in
      _ = try shell.sh("mkdir out")
      let (source, id) = try shell.stay("--exec", "a/b=head -c 3000000 /dev/zero; sleep 1000")
      let destination = try shell.start("accept", id, "-o", "out/f", "--progress", "always")
      try destination.waitForError("2.9 MiB")
      #expect(try shell.names("out") == [])
      destination.send(SIGINT)
      #expect(try destination.wait().exit == .signalled(SIGINT))
      #expect(try shell.names("out") == [])
      // dragd has noticed that the destination has left.
      try source.waitForError("not transferred")
    }
  }

  /// A shell starts its background commands like this.
  @Test(arguments: [SIGINT, SIGTERM])
  func aSignalThatTheCallerIgnoresIsIgnored(_ signal: Int32) throws {
    try Shell.run { shell in
      let (_, id) = try shell.stay("--exec", "a/b=echo first; read x < go; echo last")
      _ = try shell.sh("mkfifo go")
      let destination = try shell.fixture.start(
        "/bin/sh", ["-c", "trap '' \(signal); exec \(Built.dragctl) accept \(id)"], on: shell.bus)
      try destination.waitForOutput("first\n")
      destination.send(signal)
      _ = try shell.sh("echo > go")
      let result = try destination.wait()
      #expect(result.exit == .success)
      #expect(result.output == "first\nlast\n")
    }
  }

  @Test func inAFolderNamesStayAndAreNumbered() throws {
    try Shell.run { shell in
      try shell.folder.makeFolder("out")
      for _ in 0..<2 {
        try shell.offer("--text", "x", "--name", "-.sh\u{1B}.txt")
        let result = try shell.dragctl("accept", "-o", "out")
        #expect(result.exit == .success)
      }
      #expect(try shell.names("out") == ["-.sh\u{1B} (1).txt", "-.sh\u{1B}.txt"])
      try shell.offer("--text", "x")
      #expect(try shell.dragctl("accept", "-o", "out").output == "out/unnamed.txt\n")
    }
  }

  @Test func itemsOfOneNameDoNotReplaceEachOther() throws {
    try Shell.run { shell in
      for folder in ["a", "b"] { try shell.folder.write("\(folder)/same.txt", text: folder) }
      try shell.folder.makeFolder("out")
      let id = try shell.offer("a/same.txt", "b/same.txt")
      for _ in 0..<2 {
        #expect(try shell.dragctl("accept", id, "--all", "-f", "-o", "out").exit == .success)
      }
      #expect(try shell.content("out/same.txt") == "a")
      #expect(try shell.content("out/same (1).txt") == "b")
      #expect(try shell.names("out").count == 2)
      #expect(try shell.dragctl("accept", id, "--all", "-o", "file").status == 2)
      #expect(try shell.dragctl("accept", id, "--all").status == 2)
    }
  }

  @Test func theItemsBeforeTheOneThatFailsAreNamed() throws {
    try Shell.run { shell in
      for name in ["a", "b"] { try shell.folder.write(name, text: name) }
      let id = try shell.offer("a", "b")
      try shell.folder.write("b", text: "changed")
      try shell.folder.makeFolder("out")
      let result = try shell.dragctl("accept", id, "--all", "-o", "out", "--json")
      #expect(result.status == 5)
      let items = try #require(try result.json() as? [[String: Any]])
      #expect(items.map { $0["path"] as? String } == ["out/a"])
      #expect(try shell.names("out") == ["a"])
    }
  }

  @Test func aDeviceIsWrittenToAsItIs() throws {
    try Shell.run { shell in
      try shell.offer("--text", "x")
      #expect(try shell.dragctl("accept", "-o", "/dev/null").exit == .success)
      #expect(try shell.sh("mkfifo p; cat p & dragctl accept -o p; wait").output == "x")
    }
  }

  @Test func aFIFOWithoutAReaderEndsNoLaterThanAsked() throws {
    try Shell.run { shell in
      let (source, id) = try shell.stay("--exec", "a/b=echo x")
      _ = try shell.sh("mkfifo p")
      // On a busy machine the time may be over before there is a transfer.
      try eventually("the source is told") {
        let result = try shell.dragctl("accept", id, "-o", "p", "--timeout", "300ms")
        #expect(result.status == 5)
        return source.hasSaid("gave up after 300 ms")
      }
      let destination = try shell.start("accept", id, "-o", "p")
      try shell.waitForAnswer(from: destination)
      #expect(try shell.sh("cat p").output == "x\n")
      #expect(try destination.wait().exit == .success)
      // Nobody can open the other end of this one.
      let left = try shell.sh(
        "exec 3> >(:); wait $!; dragctl accept \(id) -o /dev/stdout >&3; echo $?")
      #expect(left.output == "141\n")
    }
  }

  @Test func afullDiskCancelsTheTransferWithThatReason() throws {
    try Shell.run { shell in
      let (source, id) = try shell.stay("--exec", "a/b=head -c 3000000 /dev/zero")
      let result = try shell.dragctl("accept", id, "-o", "/dev/full", "--force")
      #expect(result.status == 5)
      #expect(result.error.contains("/dev/full: No space left on device"))
      try source.waitForError("No space left on device")
    }
  }

  @Test func aPlaceThatCannotBeWrittenToIsNamed() throws {
    try Shell.run { shell in
      try shell.offer("--text", "x", "--once")
      for (place, missing) in [("no/such/f", "no/such"), ("gone/", "gone/")] {
        let result = try shell.dragctl("accept", "-o", place)
        #expect(result.status == 1)
        #expect(
          result.error == """
            dragctl: \(missing): No such file or directory
            Make it first: mkdir -p '\(missing)'

            """)
      }
      #expect(try shell.dragctl("accept").output == "x", "a failure used it up")
    }
  }

  @Test func whatWasAcceptedIsPrintedAsJSON() throws {
    try Shell.run { shell in
      try shell.folder.write("a.txt", text: "hello")
      try shell.folder.makeFolder("out")
      try shell.offer("a.txt")
      let json = try #require(
        try shell.dragctl("accept", "-o", "out", "--json").json() as? [[String: Any]])
      #expect(json.count == 1)
      #expect(json[0]["path"] as? String == "out/a.txt")
      #expect(json[0]["type"] as? String == "text/plain;charset=utf-8")
      #expect(json[0]["bytes"] as? Int == 5)
      #expect(try shell.dragctl("accept", "--json").status == 2)
    }
  }

  @Test func ofAllItemsThoseThatAreUsedUpArePassedOver() throws {
    try Shell.run { shell in
      try shell.folder.makeFolder("out")
      let texts = ["one", "two", "three", "four"].flatMap { ["--text", $0] }
      let id = try shell.sh("dragctl offer --uses 1 \(texts.joined(separator: " "))")
        .output.trimmingCharacters(in: .newlines)
      for used in ["0", "2"] {
        #expect(try shell.dragctl("accept", id, "-i", used).exit == .success)
      }
      let rest = try shell.dragctl("accept", id, "--all", "-o", "out", "--json")
      #expect(rest.exit == .success, "\(rest.error)")
      let json = try #require(try rest.json() as? [[String: Any]])
      #expect(json.map { $0["item"] as? Int } == [1, 3])
      #expect(try shell.names("out").count == 2)
    }
  }

  /// Regression: two of three files were lost without a word.
  @Test func aFolderTakesAllThatFits() throws {
    try Shell.run { shell in
      for name in ["a.txt", "b.png", "c.txt"] { try shell.folder.write(name, text: name) }
      let id = try shell.offer("a.txt", "b.png", "c.txt")
      _ = try shell.sh("mkdir all texts one")
      #expect(
        try shell.dragctl("accept", id, "-o", "all").output == "all/a.txt\nall/b.png\nall/c.txt\n")
      let texts = try shell.dragctl("accept", id, "-t", "text/plain", "-o", "texts")
      #expect(texts.exit == .success)
      #expect(texts.error.contains("1 item has no acceptable type"))
      #expect(try shell.names("texts") == ["a.txt", "c.txt"])
      #expect(try shell.dragctl("accept", id, "-t", "text/plain", "--all", "-o", "one").status == 4)
      #expect(try shell.dragctl("accept", id, "-t", "x/y", "-o", "one").status == 4)
      #expect(try shell.dragctl("accept", id, "-i", "1", "-f", "-o", "one").output == "one/b.png\n")
    }
  }

  @Test func elsewhereTheFirstSaysThatThereAreMore() throws {
    try Shell.run { shell in
      let several = try shell.offer("--text", "a", "--text", "b", "--text", "c")
      for arguments in [[], ["-o", "file"], ["-o", "/dev/null"]] {
        let result = try shell.fixture.run(
          Built.dragctl, ["accept", several] + arguments, on: shell.bus)
        #expect(result.exit == .success)
        #expect(result.error == "2 more items: --all -o FOLDER\n")
      }
      #expect(try shell.dragctl("accept", several, "-i", "0").error == "")
      let one = try shell.offer("--text", "a")
      #expect(try shell.dragctl("accept", one).error == "")
    }
  }
}
