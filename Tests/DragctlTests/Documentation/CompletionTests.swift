import CommandLineArguments
import Foundation
import Harness
import Testing

@testable import dragctl

@Suite struct CompletionTests {
  @Test(arguments: dragctl.CompletionShell.allCases)
  func theInstalledScriptIsThatOfTheTable(_ shell: dragctl.CompletionShell) throws {
    let name =
      switch shell {
      case .bash: "dragctl.bash"
      case .zsh: "_dragctl"
      case .fish: "dragctl.fish"
      }
    let path = "Sources/dragctl/Completions/\(name)"
    let text = try String(contentsOfFile: "\(Built.packageRoot)/\(path)", encoding: .utf8)
    #expect(
      text == shell.script(for: CommandTable.verbs),
      "make it anew: dragctl completion \(shell.rawValue) > \(path)")
  }

  @Test(arguments: dragctl.CompletionShell.allCases)
  func theScriptIsOneThatItsShellReads(_ shell: dragctl.CompletionShell) throws {
    let program = ["/usr/bin", "/bin", "/usr/local/bin"].map { "\($0)/\(shell.rawValue)" }
      .first(where: FileManager.default.isExecutableFile(atPath:))
    guard let program else { return }
    try Fixture.run { fixture in
      try fixture.folder.write("script", text: shell.script(for: CommandTable.verbs))
      let result = try fixture.run(program, ["-n", "script"])
      #expect(result.exit == .success)
      #expect(result.error == "")
    }
  }

  /// The candidates that bash offers at the end of the line.
  private func bash(_ shell: DragctlTests.Shell, _ words: String...) throws -> [String] {
    let list = words.map { "'\($0)'" }.joined(separator: " ")
    let result = try shell.sh(
      "source <(dragctl completion bash); COMP_WORDS=(\(list)); COMP_CWORD=\(words.count - 1); "
        + "compopt() { :; }; _dragctl; printf '%s\\n' \"${COMPREPLY[@]}\"")
    #expect(result.error == "")
    return result.output.split(separator: "\n").map(String.init)
  }

  @Test func bashCompletesVerbsFlagsAndWhatIsOnOffer() throws {
    try DragctlTests.Shell.run { shell in
      let id = try shell.offer("--text", "x", "--rep", "image/svg+xml=/etc/passwd")
      #expect(try bash(shell, "dragctl", "wi") == ["withdraw"])
      #expect(try bash(shell, "dragctl", "offer", "--pr") == ["--private", "--progress"])
      #expect(try bash(shell, "dragctl", "accept", "--progress", "a") == ["auto", "always"])
      #expect(try bash(shell, "dragctl", "accept", "") == [id])
      #expect(try bash(shell, "dragctl", "show", String(id.prefix(3))) == [id])
      #expect(
        try bash(shell, "dragctl", "accept", "--type", "") == ["text/plain", "image/svg+xml"])
      #expect(try bash(shell, "dragctl", "completion", "f") == ["fish"])
      #expect(try bash(shell, "dragctl", "help", "cop") == ["copy"])
      #expect(try bash(shell, "dragctl", "clipboard", "p") == ["pin", "pause"])
      // Without dragclip there is nothing, and none is started.
      #expect(try bash(shell, "dragctl", "paste", "-t", "") == [])
      #expect(try bash(shell, "dragctl", "clipboard", "copy", "") == [])
    }
  }

  /// The arguments that a command would get of each candidate in the place of the typed word: their number and the
  /// first one.
  private func completed(_ typed: String, in fixture: Fixture) throws -> [String] {
    let command = #"""
      source ./script; COMP_WORDS=(dragctl drop --on "$1"); COMP_CWORD=3; _dragctl
      quote=${1%%[!\"\']*}
      for word in "${COMPREPLY[@]}"; do
        eval "set -- $quote$word$quote"; printf '%s %s\n' $# "$1"
      done
      """#
    let result = try fixture.run(
      "/bin/bash", ["-c", command, "bash", typed],
      environment: ["PATH": "\(fixture.folder.path("bin")):/usr/bin:/bin"])
    #expect(result.error == "")
    return result.output.split(separator: "\n").map(String.init)
  }

  /// Regression: bash executed names when the user pressed Tab.
  @Test func bashTakesANameForNothingButAWord() throws {
    let names = ["$(touch X)", "`touch X`", "Don't", "board/To Do"]
    try Fixture.run { fixture in
      let stub = try fixture.folder.write("bin/dragctl", text: "#!/bin/sh\ncat names\n")
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: stub)
      try fixture.folder.write("names", text: names.map { "\($0)\ta label\n" }.joined())
      try fixture.folder.write(
        "script", text: dragctl.CompletionShell.bash.script(for: CommandTable.verbs))
      #expect(try completed("", in: fixture) == names.map { "1 \($0)" })
      #expect(try completed("Do", in: fixture) == ["1 Don't"])
      #expect(try completed("\\$", in: fixture) == ["1 $(touch X)"])
      for typed in ["boa", "board/To\\ ", "'board/To D", "\"board/To "] {
        #expect(try completed(typed, in: fixture) == ["1 board/To Do"], "\(typed)")
      }
      #expect(try completed("'", in: fixture) == [0, 1, 3].map { "1 \(names[$0])" })
      #expect(try completed("\"", in: fixture) == [2, 3].map { "1 \(names[$0])" })
      #expect(!FileManager.default.fileExists(atPath: fixture.folder.path("X")))
    }
  }

  /// A quote with a combining accent is one character; a shell sees the quote.
  @Test func anAccentHidesNoQuote() {
    #expect(Array(CompletionWords.quoted("a'\u{301}").utf8) == Array("'a'\\''\u{301}'".utf8))
  }

  @Test func theCandidatesStartNoDragdAndSayNothingWithoutOne() throws {
    try DragctlTests.Shell.run { shell in
      for flag in ["--offers", "--types"] {
        let result = try shell.dragctl("completion", flag)
        #expect(result.exit == .success)
        #expect(result.output == "" && result.error == "")
      }
      let owned = try shell.sh(
        "dbus-send --session --print-reply=literal --dest=org.freedesktop.DBus / "
          + "org.freedesktop.DBus.NameHasOwner string:org.dragd.Broker1")
      #expect(owned.output.contains("false"))
    }
  }

  @Test func aLabelCannotBreakTheCandidates() throws {
    try DragctlTests.Shell.run { shell in
      let id = try shell.offer("--text", "x", "--label", "a\tb\nc")
      #expect(
        try shell.dragctl("completion", "--offers").output == "\(id)\ta\u{FFFD}b\u{FFFD}c\n")
    }
  }
}
