import DragConnection
import DragModel
import DragProtocol
import Harness
import Testing

/// `dragctl clipboard` with the history.
@Suite struct HistoryVerbTests {
  private static let text = "text/plain;charset=utf-8"

  @Test(arguments: [DisplayServer.wayland])
  func `the history is shown with its content, searched, and copied again`(
    _ kind: DisplayServer
  ) throws {
    try ClipboardSession.run(kind) { session in
      func run(_ words: String...) throws -> Program.Result {
        try session.fixture.run(
          Built.dragctl, ["clipboard"] + words, on: session.bus, environment: session.variables)
      }
      // A text longer than the prefix, with a line that would forge another entry.
      let long = "The Train\nto\u{1B}[31m Köln " + String(repeating: "x", count: 100_000)
      _ = try session.copies(["\(Self.text)=\(long)"])
      _ = try session.waitForHistory(1)
      _ = try session.copies(["image/png=not really one"])
      _ = try session.waitForHistory(2)
      _ = try session.copies(["text/uri-list=file:///home/a%20b/report.pdf\r\n"])
      _ = try session.waitForHistory(3)

      let shown = try run()
      #expect(shown.exit == .success, "\(shown.error)")
      let lines = shown.output.split(separator: "\n").map(String.init)
      try #require(lines.count == 5, "\(shown.output)")
      #expect(lines[2].hasPrefix("1 ") && lines[2].contains("  report.pdf  "))
      #expect(lines[3].hasPrefix("2 ") && lines[3].contains("  image/png  "))
      #expect(lines[4].hasPrefix("3 ") && lines[4].contains("  The Train to\u{FFFD}[31m Köln xx"))

      let found = try run("search", "train  TO")
      #expect(found.exit == .success, "\(found.error)")
      #expect(found.output.split(separator: "\n").dropFirst().map { $0.first } == ["3"])
      let none = try run("search", "bicycle")
      #expect(none.exit == .exited(3))
      #expect(none.error.contains("no entry of the history has “bicycle”"))
      let json = try run("search", "REPORT.pdf", "--json")
      #expect(json.output.contains(#""content":"report.pdf""#), "\(json.output)")
      let id = try #require(try session.history()[0].id)
      #expect(json.output.contains(#""id":"\#(id)""#), "\(json.output)")
      #expect(lines[2].contains(" \(id) "))
      for words in [["search"], ["copy"], ["copy", "0"], ["copy", "9"], ["copy", "1", "2"]] {
        let refused = try session.fixture.run(
          Built.dragctl, ["clipboard"] + words, on: session.bus, environment: session.variables)
        #expect(refused.exit != .success && refused.error.contains("dragctl"), "\(words)")
      }

      let copied = try run("copy", "3")
      #expect(copied.exit == .success, "\(copied.error)")
      #expect(copied.output.hasPrefix("copied 3 (") && copied.output.contains(") The Train to"))
      try eventually("programs paste the old text again") {
        try session.paste(Self.text).outputBytes == Array(long.utf8)
      }
    }
  }

  @Test func `entries keep their names while others come and go, and what goes is named`() throws {
    try ClipboardSession.run(.x11) { session in
      func run(_ words: String...) throws -> Program.Result {
        try session.fixture.run(
          Built.dragctl, words, on: session.bus, environment: session.variables)
      }
      for (index, text) in ["one text", "two texts", "three texts", "four texts"].enumerated() {
        let owner = try session.copies(["\(Self.text)=\(text)"])
        _ = try session.waitForHistory(index + 1)
        owner.kill()
      }
      let ids = try session.history().reversed().map { try #require($0.id) }
      #expect(Set(ids).count == 4)
      #expect(try run("paste", "--history", ids[0]).output == "one text")
      // Numbers are those of one moment, whatever goes first; a name that is not there stops all.
      let unknown = try run("clipboard", "forget", "1", "aaaaa")
      #expect(unknown.exit == .exited(3) && unknown.error.contains("begins with “aaaaa”"))
      let pinned = try run("clipboard", "pin", ids[0], "2", "2")
      #expect(
        pinned.output == "pinned 4 (\(ids[0])) one text\npinned 2 (\(ids[2])) three texts\n",
        "\(pinned.error)")
      let gone = try run("clipboard", "forget", "3", ids[3])
      #expect(
        gone.output == "forgot 3 (\(ids[1])) two texts\nforgot 1 (\(ids[3])) four texts\n",
        "\(gone.error)")
      #expect(try session.history().map(\.id) == [ids[2], ids[0]])
      let again = try session.copies(["\(Self.text)=one text"])
      try eventually("the same text is the same entry") {
        try session.history().map(\.id) == [ids[0], ids[2]]
      }
      again.kill()
      try session.replaceDragclip()
      #expect(try session.history().map(\.id) == [ids[0], ids[2]])
      #expect(try run("clipboard", "copy", ids[2]).exit == .success)
      #expect(try run("paste").output == "three texts")
      let all = try run("clipboard", "forget", "--all", "--json")
      #expect(
        all.output.matches(of: /"id":"(.....)"/).map { String($0.1) } == [ids[2], ids[0]],
        "\(all.output)")
      #expect(try session.history().isEmpty)
    }
  }

  @Test(arguments: [DisplayServer.wayland])
  func `a text counts once whatever its names, and a blank one says so`(
    _ kind: DisplayServer
  ) throws {
    try ClipboardSession.run(kind) { session in
      func show() throws -> [String] {
        let shown = try session.fixture.run(
          Built.dragctl, ["clipboard"], on: session.bus, environment: session.variables)
        #expect(shown.exit == .success, "\(shown.error)")
        return shown.output.split(separator: "\n").map(String.init)
      }
      _ = try session.copies(["\(Self.text)= \n "])
      _ = try session.waitForHistory(1)
      let source = try session.copies(["\(Self.text)=one two", "text/plain=one two"])
      _ = try session.waitForHistory(2)
      var lines = try show()
      try #require(lines.count == 4, "\(lines)")
      #expect(lines[2].contains(" 7 B "))
      #expect(lines[3].contains("(blank)"))
      #expect(!lines[0].contains("kept by dragclip"))
      source.kill()
      try eventually("dragclip has the clipboard") {
        lines = try show()
        return lines.first?.contains("(kept by dragclip)") == true
      }
    }
  }
}
