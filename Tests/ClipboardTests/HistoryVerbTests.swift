import DragConnection
import DragModel
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
      for words in [["search"], ["copy"], ["copy", "0"], ["copy", "9"]] {
        let refused = try session.fixture.run(
          Built.dragctl, ["clipboard"] + words, on: session.bus, environment: session.variables)
        #expect(refused.exit != .success && refused.error.contains("dragctl"), "\(words)")
      }

      let copied = try run("copy", "3")
      #expect(copied.exit == .success, "\(copied.error)")
      try eventually("programs paste the old text again") {
        try session.paste(Self.text).outputBytes == Array(long.utf8)
      }
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
