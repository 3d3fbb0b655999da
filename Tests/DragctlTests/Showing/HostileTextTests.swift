import Foundation
import Harness
import Testing

/// Hostile text that forges lines by every means, reverses the direction of text, sends control sequences to the
/// terminal, and hides characters.
private let words = "x\n+ forged\u{2028}+ forged\u{85}+ forged\u{202E}\u{1B}[2J\u{E0041}"
private let cleaned = "x�+ forged�+ forged�+ forged��[2J�"
private let escaped = #"x\n+ forged\u2028+ forged\u0085+ forged\u202e\u001b[2J\udb40\udc41"#

/// Every place where dragctl and dragd print text of other programs.
@Suite struct HostileTextTests {
  /// Checks that no hostile character is in the output, and that the program itself has begun each of its lines.
  private func expectClean(
    _ output: String, has shown: String = cleaned, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(output.contains(shown), "\(output.debugDescription)", sourceLocation: sourceLocation)
    let hostile: Set<Unicode.Scalar> = ["\u{1B}", "\u{85}", "\u{2028}", "\u{202E}", "\u{E0041}"]
    let acting = output.unicodeScalars.contains(where: hostile.contains)
    #expect(!acting, "\(output.debugDescription)", sourceLocation: sourceLocation)
    let isForged = output.utf8.split(separator: 0x0A).contains { $0.starts(with: "+ forged".utf8) }
    #expect(!isForged, "\(output.debugDescription)", sourceLocation: sourceLocation)
  }

  @Test func listsShowThem() throws {
    try Shell.run { shell in
      let id = try shell.offer("--text", "x", "--label", words, "--name", words)
      _ = try shell.target("safe", "--label", words, "--exec", "cat")
      _ = try shell.start("target", words, "--exec", "cat").waitForError("--on ")
      for verb in ["list", "targets"] {
        expectClean(try shell.dragctl(verb).output)
        expectClean(try shell.dragctl(verb, "--json").output, has: escaped)
      }
      expectClean(try shell.dragctl("show", id).output)
      let json = try shell.dragctl("show", id, "--json")
      expectClean(json.output, has: escaped)
      let offer = try #require(try json.json() as? [String: Any])
      #expect(offer["label"] as? String == words)
      let nowhere = try shell.dragctl("drop", "--text", "x", "--on", "nowhere")
      expectClean(nowhere.error)
      let result = try shell.dragctl("accept", id, "--json", "-o", "file")
      expectClean(result.output, has: escaped)
    }
  }

  @Test func watchShowsThem() throws {
    try Shell.run { shell in
      let (people, programs) = (try shell.start("watch"), try shell.start("watch", "--json"))
      let (_, id) = try shell.stay(
        "--exec", "a/b=printf '%s' '\(words)' >&2; exit 1", "--label", words, "--name", words)
      try people.waitForOutput("+ offer \(id)")
      try programs.waitForOutput(id)
      try shell.dragctl("accept", id)
      try people.waitForOutput("! transfer ")
      try programs.waitForOutput("\"failed\"")
      expectClean(people.standardOutput)
      expectClean(programs.standardOutput, has: escaped)
      let lines = people.standardOutput.utf8.split(separator: 0x0A).map { String(Substring($0)) }
      #expect(lines.map { $0.prefix(2) }.sorted() == ["! ", "+ ", "> "].sorted(), "\(lines)")
    }
  }

  @Test func transfersShowThem() throws {
    try Shell.run { shell in
      let (source, id) = try shell.stay(
        "--exec", "a/b=printf '%s' '\(words)' >&2; exit 1", "--name", words)
      let result = try shell.dragctl("accept", id, "-o", "f", "--progress", "always")
      #expect(result.status == 5)
      expectClean(result.error, has: cleaned.dropFirst().description)
      try source.waitForError("not transferred")
      expectClean(source.standardError, has: "+ forged�")
    }
  }

  @Test(arguments: [0, 3])
  func aTargetShowsWhatItsCommandSaysLast(_ status: Int) throws {
    try Shell.run { shell in
      let said = words.replacing("\n", with: "")
      let target = try shell.target(
        "T", "--exec", "printf '%s\\n' '\(said)' 'the end' >&2; exit \(status)")
      let drop = try shell.dragctl("drop", "--text", "t", "--name", words, "--on", "T")
      #expect(drop.status == (status == 0 ? 0 : 5))
      try target.waitForError("the end")
      expectClean(target.standardError, has: cleaned.replacing("x�", with: "x"))
      if status != 0 { expectClean(drop.error, has: cleaned.replacing("x�", with: "x")) }
    }
  }

  @Test func theLogShowsThem() throws {
    try Shell.run(daemon: []) { shell in
      let dragd = try shell.fixture.start(Built.dragd, ["--verbose"], on: shell.bus)
      try eventually("dragd is there") { try shell.dragctl("status").exit == .success }
      _ = try shell.start("target", words, "--exec", "cat").waitForError("--on ")
      let (_, id) = try shell.stay("--exec", "a/b=printf '%s' '\(words)' >&2; exit 1")
      try shell.dragctl("accept", id)
      try dragd.waitForError(" of a/b failed after ")
      expectClean(dragd.standardError)
      let lines = dragd.standardError.utf8.split(separator: 0x0A)
      #expect(lines.allSatisfy { $0.first == UInt8(ascii: "<") })
    }
  }
}
