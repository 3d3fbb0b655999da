import Foundation
import Harness
import Testing

@testable import dragctl

@Suite struct CompletionTests {
  @Test(arguments: dragctl.Shell.allCases)
  func theInstalledScriptIsThatOfTheTable(_ shell: dragctl.Shell) throws {
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

  @Test(arguments: dragctl.Shell.allCases)
  func theScriptIsOneThatItsShellReads(_ shell: dragctl.Shell) throws {
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

  /// What bash offers for a line that ends at the cursor.
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
    }
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
