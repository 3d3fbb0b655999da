import Foundation
import Harness
import Testing

@Suite struct CardVerbTests {
  @Test func `cards are added, shown, written out and deleted`() throws {
    try BoardShell.run { shell in
      let text = try shell.add("to do", "--text", "Buy milk\nTwo litres")
      let file = try shell.fixture.folder.write("data.bin", [0, 255, 7])
      let first = try shell.add("To Do", "--at", "0", file)
      let listed = try shell.dragboard("ls")
      #expect(
        listed.output == """
          To Do (2)
            \(first[0].prefix(8))  data.bin  file · application/octet-stream · 3 B
            \(text[0].prefix(8))  Buy milk  text · 19 B

          In Progress (0)

          Done (0)

          """)
      let exported = try shell.dragboard("export", String(first[0].prefix(6)))
      #expect(exported.outputBytes == [0, 255, 7])
      #expect(try shell.dragboard("rm", first[0], text[0]).exit == .success)
      #expect(try shell.dragboard("ls", "To Do").output == "To Do (0)\n")
    }
  }

  @Test func `more than a thousand cards are added only on request`() throws {
    try BoardShell.run { shell in
      let waypoints = String(repeating: "<wpt lat='1' lon='2'/>", count: 1001)
      let file = try shell.fixture.folder.write("many.gpx", text: "<gpx>\(waypoints)</gpx>")
      let tasks = try shell.fixture.folder.write(
        "many.md", text: String(repeating: "- a\n", count: 1001))
      for (verb, words) in [("add", ["To Do", file]), ("import", [tasks, "--board=Board"])] {
        let refused = try shell.dragboard(verb, words[0], words[1])
        #expect(refused.exit == .exited(6))
        #expect(
          refused.error
            == "dragboard: it would make 1001 cards, more than 1000\n--all adds them.\n")
        #expect(try shell.dragboard(verb, words[0], words[1], "--all").exit == .success)
      }
      #expect(try shell.dragboard("ls", "To Do").output.hasPrefix("To Do (1001)\n"))
    }
  }

  @Test func `JSON tells everything`() throws {
    try BoardShell.run { shell in
      let geocache = #"{"name": "G", "summary": "S", "latitude": 1.5, "longitude": -2}"#
      let file = try shell.fixture.folder.write("a.geocache", text: geocache)
      let id = try shell.add("Done", file)[0]
      let output = try shell.dragboard("ls", "Done", "--json").outputBytes
      let lists = try #require(
        try JSONSerialization.jsonObject(with: Data(output)) as? [[String: Any]])
      #expect(lists.map { $0["title"] as? String } == ["Done"])
      let card = try #require((lists[0]["cards"] as? [[String: Any]])?.first)
      #expect(card["id"] as? String == id)
      #expect(card["title"] as? String == "G")
      #expect(card["text"] as? String == "S")
      #expect(card["kind"] as? String == "geocache")
      #expect(card["name"] as? String == "a.geocache")
      #expect(card["latitude"] as? Double == 1.5)
      #expect(card["longitude"] as? Double == -2)
      let representation = (card["representations"] as? [[String: Any]])?.first
      #expect(representation?["type"] as? String == "application/x-geocache")
      #expect(representation?["size"] as? Int == geocache.utf8.count)
    }
  }

  @Test func `standard input becomes a card`() throws {
    try BoardShell.run { shell in
      let piped = try shell.dragboard("add", "To Do", input: .text("From a pipe\nmore"))
      #expect(piped.exit == .success)
      #expect(try shell.dragboard("ls", "To Do").output.contains("From a pipe"))
      let marked: [UInt8] = [0xFF, 0xFE, 0x4B, 0, 0xE4, 0, 0x73, 0, 0x65, 0]
      #expect(try shell.dragboard("add", "To Do", input: .bytes(marked)).exit == .success)
      #expect(try shell.dragboard("ls", "To Do").output.contains("Käse"))
      let empty = try shell.dragboard("add", "To Do")
      #expect(empty.exit == .exited(6))
      #expect(empty.error == "dragboard: standard input is empty\n")
    }
  }

  @Test func `a card is written out as what was asked for`() throws {
    try BoardShell.run { shell in
      let gpx = "<gpx><wpt lat='1' lon='2'><name>A</name></wpt></gpx>"
      let file = try shell.fixture.folder.write("a.gpx", text: gpx)
      let id = try shell.add("Done", file)[0]
      let words = "A\n1.0000° N, 2.0000° E"
      for (type, expected) in [
        ("application/gpx+xml", gpx), ("text/plain", words), ("text/*", words),
        (
          "application/x-geocache",
          #"{"name": "A", "summary": "", "latitude": 1, "longitude": 2}"# + "\n"
        ),
      ] {
        #expect(try shell.dragboard("export", id, "--type", type).output == expected, "\(type)")
      }
      let none = try shell.dragboard("export", id, "--type", "audio/*")
      #expect(none.exit == .exited(4))
      #expect(
        none.error == """
          dragboard: the card has nothing of type “audio/*”
          It has application/x-geocache, application/gpx+xml, text/plain;charset=utf-8.

          """)
    }
  }

  @Test func `a file that is there is replaced only by force`() throws {
    try BoardShell.run { shell in
      let id = try shell.add("Done", "--text", "New")[0]
      let file = try shell.fixture.folder.write("out.txt", text: "Old")
      let refused = try shell.dragboard("export", id, "-o", file)
      #expect(refused.exit == .exited(6))
      #expect(refused.error == "dragboard: \(file) exists already\n--force replaces it.\n")
      #expect(FileManager.default.contents(atPath: file) == Data("Old".utf8))
      #expect(try shell.dragboard("export", id, "--output=\(file)", "--force").exit == .success)
      #expect(FileManager.default.contents(atPath: file) == Data("New".utf8))
      let left = try FileManager.default.contentsOfDirectory(atPath: shell.fixture.folder.path)
      #expect(!left.contains { $0.hasSuffix(".part") })
    }
  }

  @Test func `a symbolic link is replaced, and not what it leads to`() throws {
    try BoardShell.run { shell in
      let id = try shell.add("Done", "--text", "New")[0]
      let file = try shell.fixture.folder.write("out.txt", text: "Old")
      for target in [file, shell.fixture.folder.path("nowhere")] {
        let link = shell.fixture.folder.path("link")
        try? FileManager.default.removeItem(atPath: link)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
        #expect(try shell.dragboard("export", id, "-o", link).exit == .exited(6))
        #expect(try shell.dragboard("export", id, "-o", link, "--force").exit == .success)
        let attributes = try FileManager.default.attributesOfItem(atPath: link)
        #expect(attributes[.type] as? FileAttributeType == .typeRegular)
        #expect(FileManager.default.contents(atPath: link) == Data("New".utf8))
      }
      #expect(FileManager.default.contents(atPath: file) == Data("Old".utf8))
      #expect(!FileManager.default.fileExists(atPath: shell.fixture.folder.path("nowhere")))
    }
  }

  @Test func `words of others stay on their line`() throws {
    try BoardShell.run { shell in
      let words = "x\u{2028}y\u{85}\u{202E}\u{1B}[2J\u{7F}\u{E0041}"
      try shell.fixture.folder.write("\(words).bin", [1, 2, 3])
      _ = try shell.add("Done", shell.fixture.folder.path("\(words).bin"))
      #expect(try shell.dragboard("ls", "Done").output.contains("x�y���[2J��.bin"))
      let json = try shell.dragboard("ls", "Done", "--json")
      #expect(
        json.output.contains(#""x\u2028y\u0085\u202e\u001b[2J\u007f\udb40\udc41.bin""#),
        "\(json.output)")
      let lists = try #require(
        try JSONSerialization.jsonObject(with: Data(json.outputBytes)) as? [[String: Any]])
      let cards = try #require(lists.first?["cards"] as? [[String: Any]])
      #expect(cards.first?["name"] as? String == "\(words).bin")
      let missing = try shell.dragboard("ls", words)
      #expect(missing.error.contains("x�y���[2J��"), "\(missing.error.debugDescription)")
    }
  }

  @Test func `if one file is refused none is added`() throws {
    try BoardShell.run { shell in
      let good = try shell.fixture.folder.write("good.txt", text: "Good")
      let bad = shell.fixture.folder.path("none")
      let result = try shell.dragboard("add", "To Do", good, bad)
      #expect(result.exit == .exited(1))
      #expect(
        result.error.hasPrefix(
          "dragboard: \(bad): No such file or directory; none of the 2 files was added\n"),
        "\(result.error)")
      #expect(result.output == "")
      #expect(try shell.dragboard("ls", "To Do").output == "To Do (0)\n")
    }
  }

  @Test func `a file that is not what its name says is a plain file, and that is said`() throws {
    try BoardShell.run { shell in
      let bad = try shell.fixture.folder.write("bad.png", text: "no picture")
      let result = try shell.dragboard("add", "To Do", bad)
      #expect(result.exit == .success)
      #expect(
        result.error
          == "“bad.png” is a plain file here, because it is no valid image/png: "
          + "it does not begin as a PNG file does\n")
      #expect(try shell.dragboard("ls", "To Do").output.contains("bad.png  file"))
    }
  }

  @Test func `the demo's cards are there by --demo alone`() throws {
    try BoardShell.run { shell in
      let demo = try shell.dragboard("--demo", "ls", "Done")
      #expect(demo.exit == .exited(0), "\(demo.error)")
      #expect(demo.output.contains("Renew the library card"))
      #expect(try shell.dragboard("ls", "Done").output == "Done (0)\n")
    }
  }

  @Test(
    arguments: [
      (
        ["ls", "Nowhere"], 3,
        "there is no list “Nowhere”\nThe board has “To Do”, “In Progress”, “Done”."
      ),
      (
        ["rm", "beef"], 3,
        "there is no card “beef”\n“dragboard ls” shows the cards with their ids; four characters are enough."
      ),
      (
        ["frobnicate"], 2,
        "unknown verb “frobnicate”\nOne of: ls, search, add, edit, attach, attachments, mv, done, archive, rm, "
          + "offer, export, import, add-list, boards, undo, redo, shelf. Try “dragboard --help”."
      ),
      (
        ["--demo", "shelf"], 2,
        "the shelf is the same for every board\nTry “dragboard shelf”."
      ),
      (["rm"], 2, "rm needs CARD…\nTry “dragboard rm --help”."),
      (["ls", "a", "b"], 2, "ls: unexpected “b”\nUsage: dragboard ls [FLAG…] [LIST]"),
      (
        ["ls", "--jsn"], 2,
        "ls: unknown flag --jsn\nDid you mean “--json”?"
      ),
      (["ls", "--json=1"], 2, "--json takes no value"),
      (["add", "Done", "--text"], 2, "--text needs a value: TEXT"),
      (
        ["add", "Done", "--at", "-1", "--text", "a"], 2,
        "--at: “-1” is not a whole number of at least 0"
      ),
      (
        ["add", "Done", "--at", "9999999999999999999999", "--text", "a"], 2,
        "--at: “9999999999999999999999” is too large: the largest is 9223372036854775807"
      ),
      (
        ["search", "", " "], 2,
        "search needs a WORD that is not blank\nTo see every card: dragboard ls"
      ),
      (["add", "Done", "--text", "a", "b"], 2, "--text and files do not go together"),
      (["--frobnicate"], 2, "unknown flag --frobnicate\nTry “dragboard --help”."),
    ] as [([String], Int32, String)])
  func `what is wrong is told, with what would be right`(
    arguments: [String], status: Int32, message: String
  ) throws {
    try Fixture.run { fixture in
      let result = try fixture.run(
        BoardShell.program, arguments,
        environment: ["DISPLAY": "", "WAYLAND_DISPLAY": "", "DBUS_SESSION_BUS_ADDRESS": ""])
      #expect(result.error == "dragboard: \(message)\n")
      #expect(result.output == "")
      #expect(result.exit == .exited(status))
    }
  }

  @Test func `a reader that leaves early ends the program as SIGPIPE would`() throws {
    try BoardShell.run { shell in
      let file = try shell.fixture.folder.write("large", [UInt8](repeating: 7, count: 1 << 20))
      let id = try shell.add("Done", file)[0]
      let result = try shell.fixture.run(
        "/bin/bash",
        [
          "-c", #""$0" export "$1" | head -c 1 >/dev/null; echo ${PIPESTATUS[0]}"#,
          BoardShell.program, id,
        ])
      #expect(result.output == "141\n")
      #expect(result.error == "")
    }
  }

  @Test func `a title cannot steer the terminal`() throws {
    try BoardShell.run { shell in
      _ = try shell.add("Done", "--text", "red \u{1B}[31m alert")
      let output = try shell.dragboard("ls").output
      #expect(output.contains("red \u{FFFD}[31m alert"))
      #expect(!output.contains("\u{1B}"))
    }
  }

  /// Regression: a title of thousands of letters filled the screen.
  @Test(arguments: ["ls", "search"])
  func `a terminal shows of a long title what fits, and a pipe gets all of it`(
    verb: String
  ) throws {
    try BoardShell.run { shell in
      let title = String(repeating: "long", count: 750)
      _ = try shell.add("To Do", "--text", title)
      let arguments = verb == "ls" ? ["ls", "To Do"] : ["search", "long"]
      let environment = ["DISPLAY": "", "WAYLAND_DISPLAY": ""]
      let shown = try shell.fixture.run(
        BoardShell.program, arguments, environment: environment, output: .terminal(columns: 60))
      let lines = shown.output.split(whereSeparator: \.isNewline)
      #expect(lines.count == 2)
      #expect(lines.last?.count == 60)
      #expect(lines.last?.hasSuffix("longlon…  text · 2.9 KiB") == true, "\(shown.output)")
      let piped = try shell.fixture.run(BoardShell.program, arguments, environment: environment)
      #expect(piped.output.contains("  \(title)  "))
    }
  }
}
