import Foundation
import Harness
import Testing

@Suite struct CompletionTests {
  /// The words that bash puts in the place of the last one.
  private func bash(_ fixture: Fixture, _ words: String...) throws -> [String] {
    let script = "\(Built.packageRoot)/Sources/dragboard/Completions/dragboard.bash"
    let command = #"""
      source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
      _dragboard; printf '%s\n' "${COMPREPLY[@]}"
      """#
    let result = try fixture.run(
      "/bin/bash", ["-c", command, "bash", script, "dragboard"] + words,
      environment: ["PATH": "\(fixture.folder.path("bin")):/usr/bin:/bin"])
    #expect(result.error == "")
    return result.output.split(separator: "\n").map(String.init)
  }

  /// Regression: bash executed types, which come from other programs, when the user pressed Tab.
  @Test func `bash takes titles and types for nothing but words`() throws {
    try Fixture.run { fixture in
      let stub = try fixture.folder.write("bin/dragboard", text: "#!/bin/sh\ncat names\n")
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: stub)
      try fixture.folder.write("names", text: "$(touch X)\na/`touch$IFS./X`\nDon't\nTo Do\n")
      let words = ["\\$\\(touch\\ X\\)", "a/\\`touch\\$IFS./X\\`", "Don\\'t", "To\\ Do"]
      #expect(try bash(fixture, "add", "") == words)
      #expect(try bash(fixture, "rm", "") == words)
      #expect(try bash(fixture, "export", "card", "--type", "") == words)
      #expect(try bash(fixture, "ls", "to\\ ") == ["To\\ Do"])
      #expect(try bash(fixture, "ls", "'to d") == ["To Do"])
      #expect(try bash(fixture, "ls", "\"d") == ["Don't"])
      #expect(!FileManager.default.fileExists(atPath: fixture.folder.path("X")))
    }
  }
}
