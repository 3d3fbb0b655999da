import Foundation
import Harness
import Testing

@Suite struct OfferTests {
  @Test(arguments: PrivateBus.Kind.allCases)
  func aTextGoesFromOneProcessToAnother(_ kind: PrivateBus.Kind) throws {
    try Shell.run(kind) { shell in
      let offered = try shell.dragctl("offer", "--text", "grüß\tdich\n")
      #expect(offered.exit == .success)
      #expect(offered.output.wholeMatch(of: /[a-z2-7]{26}\n/) != nil)
      #expect(offered.error == "")
      let accepted = try shell.dragctl("accept")
      #expect(accepted.exit == .success)
      #expect(accepted.output == "grüß\tdich\n")
      #expect(accepted.error == "")
    }
  }

  /// Programs of Windows and Java write such text.
  @Test func textInUTF16OnStandardInputIsText() throws {
    try Shell.run { shell in
      try shell.folder.write("text", [0xFF, 0xFE, 0x4B, 0, 0xE4, 0, 0x73, 0, 0x65, 0])
      #expect(try shell.sh("dragctl offer < text").exit == .success)
      #expect(try shell.dragctl("types").output == "text/plain;charset=utf-8\n")
      #expect(try shell.dragctl("accept").output == "Käse")
      // A type says what the bytes are, and so does a NUL in them.
      let utf16 = "text/plain;charset=utf-16"
      #expect(try shell.sh("dragctl offer --type '\(utf16)' < text").exit == .success)
      #expect(try shell.dragctl("types").output == "\(utf16)\n")
      #expect(try shell.dragctl("accept", "-o", "-").outputBytes == shell.bytes("text"))
      try shell.folder.write("bytes", [0xFF, 0xFE, 0x4B, 0, 0, 0])
      #expect(try shell.sh("dragctl offer < bytes").exit == .success)
      #expect(try shell.dragctl("types").output == "application/octet-stream\n")
    }
  }

  @Test(arguments: PrivateBus.Kind.allCases)
  func aFileIsOfferedWithItsTypeNameAndAddress(_ kind: PrivateBus.Kind) throws {
    try Shell.run(kind) { shell in
      try shell.folder.write("a b.txt", text: "content")
      let id = try shell.offer("a b.txt")
      let json = try #require(try shell.dragctl("show", id, "--json").json() as? [String: Any])
      #expect(json["id"] as? String == id)
      let item = try #require((json["items"] as? [[String: Any]])?.first)
      #expect(item["name"] as? String == "a b.txt")
      let representations = try #require(item["representations"] as? [[String: Any]])
      #expect(
        representations.map { $0["type"] as? String } == [
          "text/plain;charset=utf-8", "text/uri-list",
        ])
      #expect(representations[0]["size"] as? Int == 7)
      let list = try shell.dragctl("accept", "--type", "text/uri-list").output
      #expect(list == "file://\(shell.folder.path)/a%20b.txt\r\n")
    }
  }

  @Test func severalFilesAreSeveralItems() throws {
    try Shell.run { shell in
      // One message cannot carry this many descriptors.
      let names = (0..<40).map { "file\($0).txt" }
      for name in names { try shell.folder.write(name, text: name) }
      let offered = try shell.sh("dragctl offer file{0..39}.txt")
      let id = offered.output.trimmingCharacters(in: .newlines)
      let json = try #require(try shell.dragctl("list", "--json").json() as? [[String: Any]])
      #expect(json.map { $0["item_count"] as? Int } == [40])
      #expect(try shell.dragctl("accept", id, "--item", "39").output == "file39.txt")
      try shell.folder.makeFolder("out")
      let all = try shell.dragctl("accept", "--all", "-o", "out")
      #expect(all.exit == .success)
      #expect(try shell.names("out") == names.sorted())
      #expect(all.output.split(separator: "\n").count == 40)
    }
  }

  @Test func moreFilesAreOfferedThanTheSoftLimitOfDescriptors() throws {
    try Shell.run { shell in
      let offered = try shell.sh(
        "ulimit -Sn 64; for i in {0..99}; do echo $i > $i; done; dragctl offer {0..99}")
      #expect(offered.exit == .success, "\(offered.error)")
      let id = offered.output.trimmingCharacters(in: .newlines)
      #expect(try shell.dragctl("accept", id, "--item", "99").output == "99\n")
      let moving = try shell.fixture.start(
        "/bin/bash",
        ["-c", "ulimit -Sn 64; exec \(Built.dragctl) offer --operations move {0..99}"],
        on: shell.bus)
      #expect(try moving.firstLine().count == 26)
      #expect(try moving.terminate() == .signalled(SIGTERM))
    }
  }

  /// Programs that use select(2) need the low limit.
  @Test func aCommandHasTheSoftLimitOfTheCaller() throws {
    try Shell.run { shell in
      let source = try shell.fixture.start(
        "/bin/bash",
        ["-c", "ulimit -Sn 64; exec \(Built.dragctl) offer --exec 'a/b=ulimit -Sn'"],
        on: shell.bus)
      #expect(try shell.dragctl("accept", try source.firstLine()).output == "64\n")
    }
  }

  @Test func aFolderIsOfferedByItsAddressWhereThatIsAskedFor() throws {
    try Shell.run { shell in
      try shell.folder.makeFolder("photos")
      let id = try shell.offer("photos", "--type", "text/uri-list")
      #expect(try shell.dragctl("types", id).output == "text/uri-list\n")
      #expect(
        try shell.dragctl("accept", id).output == "file://\(shell.folder.path)/photos\r\n")
      #expect(try shell.dragctl("offer", "photos", "-t", "image/png").status == 2)
    }
  }

  @Test func aFileNameThatIsNoTextIsOfferedAllTheSame() throws {
    try Shell.run { shell in
      let result = try shell.sh(
        #"printf 'latin' > $'caf\xe9.txt'; dragctl offer $'caf\xe9.txt' >/dev/null; "#
          + "dragctl accept; dragctl accept -t text/uri-list")
      #expect(result.output.hasPrefix("latinfile://"))
      #expect(result.output.hasSuffix("/caf%E9.txt\r\n"))
    }
  }

  @Test func standardInputIsReadToItsEnd() throws {
    try Shell.run { shell in
      let result = try shell.sh(
        "seq 300000 | dragctl offer -t text/plain >/dev/null; dragctl accept | cmp - <(seq 300000)")
      #expect(result.exit == .success)
      #expect(result.output == "")
      #expect(try shell.sh("echo hi | dragctl offer - >/dev/null; dragctl accept").output == "hi\n")
      #expect(
        try shell.sh("dragctl offer <(echo pipe) >/dev/null; dragctl accept").output == "pipe\n")
    }
  }

  @Test func standardInputThatDoesNotBlockIsWaitedFor() throws {
    try Shell.run { shell in
      let exec =
        "import os, sys; os.set_blocking(0, False); os.execv(sys.argv[1], sys.argv[1:])"
      let offer = try shell.fixture.start(
        "python3", ["-c", exec, Built.dragctl, "offer"], on: shell.bus, input: .pipe)
      let process = "/proc/\(offer.processIdentifier)"
      try eventually("it waits for its input") {
        if !offer.isRunning { return true }
        let stat = try? String(contentsOfFile: "\(process)/stat", encoding: .utf8)
        return stat?.contains("(dragctl) S ") == true
      }
      try offer.write("late")
      offer.closeInput()
      let result = try offer.wait()
      #expect(result.exit == .success, "\(result.error)")
      #expect(try shell.dragctl("accept").output == "late")
    }
  }

  @Test func aLargeFileOnStandardInputIsNotCopied() throws {
    try Shell.run { shell in
      let content = Sample.noise(3_000_000)
      try shell.folder.write("big", content)
      let id = try shell.sh("dragctl offer < big").output.trimmingCharacters(in: .newlines)
      #expect(try shell.dragctl("accept", id, "-o", "copy").exit == .success)
      #expect(try shell.bytes("copy") == content)
      try shell.folder.write("big", Sample.noise(2_000_000))
      let changed = try shell.dragctl("accept", id)
      #expect(changed.status == 5, "\(changed.error)")
    }
  }

  @Test func theRestOfAFileOnStandardInputIsItsContent() throws {
    try Shell.run { shell in
      let result = try shell.sh(
        "printf 'one\ntwo\n' > f; { read line; dragctl offer >/dev/null; } < f; dragctl accept")
      #expect(result.output == "two\n")
    }
  }

  @Test func representationsStandInTheirOrder() throws {
    try Shell.run { shell in
      try shell.folder.write("note.html", text: "<b>hi</b>")
      try shell.folder.write("note.bin", text: "bin")
      let id = try shell.offer(
        "--rep", "text/html;charset=utf-8=note.html", "--text", "hi", "-r", "a/b=note.bin",
        "--name", "note", "--label", "A note")
      #expect(
        try shell.dragctl("types", id).output
          == "text/html;charset=utf-8\ntext/plain;charset=utf-8\na/b\n")
      #expect(try shell.dragctl("accept", id).output == "<b>hi</b>")
      #expect(try shell.dragctl("accept", id, "-t", "text/plain").output == "hi")
      #expect(try shell.dragctl("accept", id, "-t", "a/*").output == "bin")
      #expect(try shell.dragctl("show", id).output.contains("A note"))
    }
  }

  @Test func aRepresentationMayComeFromStandardInput() throws {
    try Shell.run { shell in
      let id = try shell.offer("-r", "a/b=-", "--text", "hi", input: .text("from input"))
      #expect(try shell.dragctl("accept", id).output == "from input")
    }
  }

  @Test func anOfferForOneIsOverAfterOne() throws {
    try Shell.run { shell in
      let id = try shell.offer("--text", "once", "--once")
      #expect(try shell.dragctl("accept", id).exit == .success)
      #expect(try shell.dragctl("accept", id).status == 3)
    }
  }

  @Test func anOfferExpires() throws {
    try Shell.run { shell in
      let id = try shell.offer("--text", "soon gone", "--expires", "300ms")
      try eventually("the offer is gone") {
        try shell.dragctl("list", "-q").output.isEmpty
      }
      #expect(try shell.dragctl("accept", id).status == 3)
    }
  }

  @Test func aPrivateOfferIsListedNowhere() throws {
    try Shell.run { shell in
      let id = try shell.offer("--text", "for you", "--private")
      let list = try shell.dragctl("list")
      #expect(list.exit == .success)
      #expect(list.output == "")
      #expect(list.error == "Nothing is on offer.\n")
      #expect(try shell.dragctl("accept").status == 3)
      #expect(try shell.dragctl("accept", String(id.prefix(10))).status == 3)
      #expect(try shell.dragctl("accept", id).output == "for you")
      #expect(try shell.dragctl("accept", "/org/dragd/Broker1/offer/\(id)").output == "for you")
    }
  }

  @Test func theOfferIsPrintedAsJSON() throws {
    try Shell.run { shell in
      let json = try #require(
        try shell.dragctl("offer", "--text", "x", "--json").json() as? [String: String])
      let id = try #require(json["id"])
      #expect(json["path"] == "/org/dragd/Broker1/offer/\(id)")
    }
  }

  @Test func onATerminalAPersonIsToldWhatToDo() throws {
    try Shell.run { shell in
      let result = try shell.dragctl("offer", "--text", "x", output: .terminal(columns: 80))
      #expect(result.exit == .success)
      #expect(result.output.contains("To take it: dragctl accept "))
    }
  }

  @Test(
    arguments: [
      ([], 2, "nothing to offer"),
      (["a", "b", "--rep", "a/b=c"], 2, "there is one item"),
      (["--rep", "nonsense"], 2, "TYPE=FILE"),
      (["--text", "x", "--type", "nonsense"], 2, "is not a MIME type"),
      (["--text", "x", "--operations", "move"], 2, "--text cannot be moved"),
      (["--text", "x", "--operations", "copy,lnik"], 2, "Did you mean “link”?"),
      (["--text", "x", "--uses", "0"], 2, "no offer"),
      (["--text", "x", "--expires", "soon"], 2, "is not a duration"),
      (["--text", "x", "--size", "10"], 2, "there are 0"),
      (["--text", "x", "--sensitive", "--linger", "1h"], 2, "--sensitive"),
      (["--text", "a", "--text", "b", "--name", "n"], 2, "there are 2"),
      (["-", "-"], 2, "once only"),
      (["missing"], 1, "missing: No such file or directory"),
      (["--text", "x", "--lable", "y"], 2, "Did you mean “--label”?"),
    ] as [([String], Int32, String)])
  func aWrongCommandLineSaysWhatIsWrong(
    _ arguments: [String], _ status: Int32, _ text: String
  ) throws {
    // dragctl calls no bus for this.
    let result = try Fixture.run { fixture in
      try fixture.run(
        Built.dragctl, ["offer"] + arguments, output: .terminal(columns: 80))
    }
    #expect(result.status == status)
    #expect(result.output.contains(text), "\(result.output)")
  }

  /// Nobody would know its id, and it would stay for a day.
  @Test(arguments: [("/dev/full", "1\n"), (">(:); wait $!", "141\n")])
  func anOfferWhoseIdCannotBePrintedIsWithdrawn(_ output: String, _ status: String) throws {
    try Shell.run { shell in
      let result = try shell.sh("exec 3> \(output); dragctl offer --text x >&3; echo $?")
      #expect(result.output == status)
      #expect(try shell.dragctl("list", "--quiet").output == "")
    }
  }

  /// A person copies the command from the terminal.
  @Test(arguments: [
    ["--text", "words"], ["--text", "words", "--private"], ["a.png"], ["a.png", "b.txt"],
    ["folder"],
    ["--text", "1", "--text", "2", "--private"], ["a.png", "--operations", "move"],
    ["--exec", "application/x-thing=printf words"],
  ])
  func theHintWorksAsItIsPrinted(_ arguments: [String]) throws {
    try Shell.run { shell in
      _ = try shell.sh(
        "mkdir folder inbox; printf words >folder/x; printf words | tee a.png >b.txt")
      let offer = try shell.fixture.start(
        Built.dragctl, ["offer"] + arguments, on: shell.bus, output: .terminal(columns: 120))
      let printed = try offer.waitForOutput("the hint") { printed in
        printed.split(separator: "To take it: ").dropFirst().last?.contains("\r\n") == true
      }
      let command = try #require(
        printed.split(separator: "To take it: ").last?.split(separator: "\r\n").first?
          .split(separator: " Ctrl-C").first)
      let taken = try shell.fixture.start(
        "/bin/bash", ["-c", "cd inbox && PATH=\(Built.folder):$PATH && \(command)"], on: shell.bus,
        output: .terminal(columns: 120))
      let result = try taken.wait()
      #expect(result.exit == .success, "\(command): \(result.output)")
      #expect(try !shell.names("inbox").isEmpty || result.output.contains("words"))
    }
  }
}
