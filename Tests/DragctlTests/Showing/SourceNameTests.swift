import Foundation
import Harness
import Testing

/// The texts in which users read about a source and its offers.
@Suite struct SourceNameTests {
  @Test func whoeverHasGoneKeepsItsName() throws {
    try Shell.run { shell in
      let id = try shell.offer("--text", "x")
      let list = try shell.dragctl("list").output
      #expect(list.contains("dragctl (held)"))
      #expect(!list.contains("(gone)"))
      #expect(try shell.dragctl("show", id).output.contains("dragctl (held)"))
      let shown = try #require(try shell.dragctl("show", id, "--json").json() as? [String: Any])
      let source = try #require(shown["source"] as? [String: Any])
      #expect(source["name"] as? String == "dragctl")
      #expect(source["connection"] as? String == "")
    }
  }

  @Test func whoeverIsThereIsNotHeld() throws {
    try Shell.run { shell in
      _ = try shell.stay("--exec", "a/b=echo")
      let list = try shell.dragctl("list").output
      #expect(list.contains("dragctl") && !list.contains("held"))
    }
  }

  @Test func filesWithoutALabelAreNamed() throws {
    try Shell.run { shell in
      _ = try shell.sh("touch a.txt b.txt c.txt d.txt e.txt")
      func label(_ files: String...) throws -> String? {
        let result = try shell.fixture.run(Built.dragctl, ["offer"] + files, on: shell.bus)
        let id = result.output.trimmingCharacters(in: .newlines)
        let shown = try shell.dragctl("show", id, "--json").json() as? [String: Any]
        return shown?["label"] as? String
      }
      #expect(try label("a.txt") == "a.txt")
      #expect(try label("a.txt", "b.txt", "c.txt") == "a.txt, b.txt, c.txt")
      #expect(
        try label("a.txt", "b.txt", "c.txt", "d.txt", "e.txt") == "a.txt, b.txt, c.txt and 2 more")
      #expect(try label("a.txt", "--label", "mine") == "mine")
      #expect(try label("--text", "x") == "")
      #expect(try shell.dragctl("list").output.contains("a.txt, b.txt, c.txt and 2 more"))
    }
  }
}
