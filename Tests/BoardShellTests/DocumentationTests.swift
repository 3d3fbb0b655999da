import Foundation
import Harness
import Testing

@Suite struct DocumentationTests {
  private static let verbs = [
    "ls", "search", "add", "edit", "attach", "attachments", "mv", "done", "archive", "rm", "offer",
    "export", "import", "add-list", "boards", "undo", "redo", "shelf",
  ]

  private static func text(_ path: String) throws -> String {
    try String(contentsOfFile: "\(Built.packageRoot)/Sources/dragboard/\(path)", encoding: .utf8)
  }

  /// The flags in a verb's help.
  private static func flags(_ verb: String) throws -> [String] {
    let help = try Fixture.run { try $0.run(BoardShell.program, [verb, "--help"]) }
    #expect(help.exit == .success)
    let start = try #require(help.output.range(of: "\nFlags:\n"))
    let end = help.output.range(of: "\nExamples:\n")?.lowerBound ?? help.output.endIndex
    return help.output[start.upperBound..<end].matches(of: /\n?  [^\n]*?--([a-z-]+)/)
      .map { String($0.1) }
  }

  @Test func `the help names every verb and exit status`() throws {
    let help = try Fixture.run { try $0.run(BoardShell.program, ["--help"]) }
    for verb in Self.verbs { #expect(help.output.contains("\n  \(verb) ")) }
    for status in [0, 1, 2, 3, 4, 5, 6, 7, 130] { #expect(help.output.contains("\n  \(status) ")) }
    #expect(help.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test(arguments: verbs)
  func `the manual explains every flag of a verb and no other`(verb: String) throws {
    let section = try ManualPage("dragboard.1", of: "dragboard").section("dragboard \(verb)")
    try #require(!section.isEmpty)
    let explained = section.matches(of: /\n\.TP\n\.BI?R? [^\n]*?--([a-z]+)/).map { String($0.1) }
    #expect(explained == (try Self.flags(verb)).filter { $0 != "help" })
  }

  @Test func `the manual is rendered without a warning`() throws {
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/groff") else { return }
    let page = "\(Built.packageRoot)/Sources/dragboard/Manual/dragboard.1"
    let result = try Fixture.run {
      try $0.run("groff", ["-t", "-man", "-Tutf8", "-ww", "-z", page])
    }
    #expect(result.error == "")
    #expect(result.exit == .success)
  }

  @Test(arguments: ["dragboard.bash", "_dragboard", "dragboard.fish"])
  func `every completion knows every verb and flag`(script: String) throws {
    let text = try Self.text("Completions/\(script)")
    for verb in Self.verbs {
      #expect(text.contains(verb))
      for flag in try Self.flags(verb) {
        let isThere = text.contains("--\(flag)") || text.contains("-l \(flag) ")
        #expect(isThere, "\(verb) --\(flag)")
      }
    }
  }

  @Test(arguments: [("bash", "dragboard.bash"), ("zsh", "_dragboard"), ("fish", "dragboard.fish")])
  func `each script is one that its shell reads`(shell: String, script: String) throws {
    let program = ["/usr/bin", "/bin", "/usr/local/bin"].map { "\($0)/\(shell)" }
      .first(where: FileManager.default.isExecutableFile(atPath:))
    guard let program else { return }
    let path = "\(Built.packageRoot)/Sources/dragboard/Completions/\(script)"
    let result = try Fixture.run { try $0.run(program, ["-n", path]) }
    #expect(result.error == "")
    #expect(result.exit == .success)
  }

  /// The candidates that bash offers at the end of the line.
  private func bash(_ shell: BoardShell, _ words: String...) throws -> [String] {
    let list = words.map { "'\($0)'" }.joined(separator: " ")
    let script = "\(Built.packageRoot)/Sources/dragboard/Completions/dragboard.bash"
    let result = try shell.fixture.run(
      "/bin/bash",
      [
        "-c",
        "source '\(script)'; COMP_WORDS=(\(list)); COMP_CWORD=\(words.count - 1); "
          + "compopt() { :; }; _dragboard; printf '%s\\n' \"${COMPREPLY[@]}\"",
      ], environment: ["PATH": "\(Built.folder):/usr/bin:/bin"])
    #expect(result.error == "")
    return result.output.split(separator: "\n").map(String.init)
  }

  @Test func `bash completes verbs, flags, lists, cards and types`() throws {
    try BoardShell.run { shell in
      let id = try shell.add("Done", "--text", "A")[0]
      #expect(try bash(shell, "dragboard", "o") == ["offer"])
      #expect(try bash(shell, "dragboard", "export", id, "--o") == ["--output"])
      #expect(try bash(shell, "dragboard", "add", "") == ["To\\ Do", "In\\ Progress", "Done"])
      #expect(try bash(shell, "dragboard", "ls", "in") == ["In\\ Progress"])
      #expect(try bash(shell, "dragboard", "rm", "") == [id])
      #expect(try bash(shell, "dragboard", "export", id, "--type", "") == ["text/plain"])
    }
  }
}
