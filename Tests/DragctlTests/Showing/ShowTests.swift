import Foundation
import Harness
import Testing

@Suite struct ShowTests {
  @Test(arguments: PrivateBus.Kind.allCases)
  func theListShowsTheNewestFirst(_ kind: PrivateBus.Kind) throws {
    try Shell.run(kind) { shell in
      let old = try shell.offer("--text", "old", "--label", "An \u{1B}[31mold\none")
      let (source, new) = try shell.stay("--exec", "a/b=echo", "--label", "new")
      let list = try shell.dragctl("list")
      let lines = list.output.split(separator: "\n").map(String.init)
      #expect(lines.count == 3)
      #expect(lines[0].hasPrefix("ID "))
      #expect(lines[1].hasPrefix(new) && lines[1].contains("a/b"))
      #expect(lines[2].hasPrefix(old) && lines[2].contains("An \u{FFFD}[31mold\u{FFFD}one"))
      #expect(try shell.dragctl("list", "--quiet").output == "\(new)\n\(old)\n")
      let json = try #require(try shell.dragctl("list", "--json").json() as? [[String: Any]])
      #expect(json.map { $0["id"] as? String } == [new, old])
      #expect(json.map { $0["label"] as? String } == ["new", "An \u{1B}[31mold\none"])
      let connections = json.map { ($0["source"] as? [String: String])?["connection"] }
      #expect(connections[0]?.hasPrefix(":") == true)
      try eventually("the first source is known to have left") {
        let json = try shell.dragctl("list", "--json").json() as? [[String: Any]]
        return (json?[1]["source"] as? [String: String])?["connection"] == ""
      }
      #expect(source.isRunning)
    }
  }

  @Test func onATerminalIdsAreShortAndLinesFit() throws {
    try Shell.run { shell in
      let id = try shell.offer("--text", "x", "--label", String(repeating: "long ", count: 40))
      let result = try shell.dragctl("list", output: .terminal(columns: 60))
      let lines = result.output.replacing("\r\n", with: "\n").split(separator: "\n")
      #expect(lines.count == 2)
      #expect(lines[1].hasPrefix("\(id.prefix(8))  "))
      #expect(lines.allSatisfy { $0.count <= 60 })
    }
  }

  @Test func anOfferIsShownWithItsItems() throws {
    try Shell.run { shell in
      try shell.folder.write("a.txt", text: "12345")
      let id = try shell.offer("a.txt", "-l", "One file", "--expires", "1h")
      let text = try shell.dragctl("show", String(id.prefix(8))).output
      for part in [id, "One file", "a.txt", "text/plain;charset=utf-8  5 B", "copy", "59 min"] {
        #expect(text.contains(part), "\(text)")
      }
      let (_, lazy) = try shell.stay("--exec", "a/b=echo")
      #expect(
        try shell.dragctl("show", lazy).output.contains("a/b  unknown size, made when accepted"))
      #expect(try shell.dragctl("show").status == 2)
      #expect(try shell.dragctl("show", "zzz").status == 3)
    }
  }

  @Test func typesAreThoseOfTheNewestOfferOrOfOneItem() throws {
    try Shell.run { shell in
      try shell.folder.write("a.txt", text: "a")
      try shell.folder.makeFolder("b")
      let (_, id) = try shell.stay("a.txt", "b")
      try shell.offer("--text", "x", "-t", "c/d")
      #expect(try shell.dragctl("types").output == "c/d\n")
      #expect(
        try shell.dragctl("types", id, "--item", "1").output
          == "application/x-tar;content=folder\ntext/uri-list\n")
      #expect(
        try shell.dragctl("types", id, "--item", "0", "--json").output
          == "[\"text/plain;charset=utf-8\",\"text/uri-list\"]\n")
      #expect(try shell.dragctl("types", id, "--item", "2").status == 3)
    }
  }

  @Test func theStatusHasVersionLimitsAndStatistics() throws {
    try Shell.run { shell in
      try shell.offer("--text", "x")
      let json = try #require(try shell.dragctl("status", "--json").json() as? [String: Any])
      #expect(json["version"] as? String != nil)
      #expect((json["statistics"] as? [String: Int])?["offers"] == 1)
      #expect((json["limits"] as? [String: Int])?["offers_per_connection"] == 1024)
      #expect(try shell.dragctl("status").output.contains("offers_per_connection"))
    }
  }
}
