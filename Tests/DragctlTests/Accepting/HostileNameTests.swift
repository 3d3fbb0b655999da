import Foundation
import Harness
import Testing

/// The file name of a source in a sandbox must not decide what is written where.
@Suite(.enabled(if: Sandbox.bareUnavailable == nil, "bubblewrap does not run here"))
struct HostileNameTests {
  /// One character and an ending: a cut by characters would have to remove everything before the ending.
  private static let hidden = "a\u{1B}" + String(repeating: "\u{301}", count: 121) + ".bash_login"

  private func run(_ body: (Shell) throws -> Void) throws {
    try Shell.run { shell in
      try shell.makeFolders()
      try shell.folder.write("to/.bash_login", text: "mine")
      try body(shell)
      #expect(try shell.content("to/.bash_login") == "mine")
      let others = try shell.names("to").filter { $0 != ".bash_login" }
      try #require(others.count == 1 && others[0].unicodeScalars.first == "a", "\(others)")
      #expect(others[0].utf8.reversed().starts(with: ".bash_login".utf8.reversed()))
    }
  }

  @Test func aFileThatIsAcceptedIsSeen() throws {
    try run { shell in
      try shell.sandboxed("offer", "--text", "theirs", "--name", Self.hidden)
      let accepted = try shell.dragctl("accept", "--force", "-o", "to")
      #expect(accepted.exit == .success)
      #expect(accepted.error.contains("was not safe"), "\(accepted.error)")
    }
  }

  @Test func aFileThatMovesIsSeen() throws {
    try run { shell in
      try shell.folder.write("from/f", text: "theirs")
      let source = try shell.startSandboxed(
        "offer", "--operations", "move", "from/f", "--name", Self.hidden)
      let id = try source.firstLine()
      #expect(try shell.dragctl("accept", id, "--move", "--force", "-o", "to").exit == .success)
    }
  }

  @Test func aFileThatIsDroppedIsSeen() throws {
    try run { shell in
      _ = try shell.target("Inbox", "-o", "to")
      try shell.sandboxed("drop", "--text", "theirs", "--name", Self.hidden, "--on", "Inbox")
    }
  }

  /// A program in a sandbox drops what one outside has offered.
  @Test func aFileThatASandboxDropsIsSeen() throws {
    try run { shell in
      _ = try shell.target("Inbox", "-o", "to")
      let id = try shell.offer("--text", "theirs", "--name", Self.hidden)
      try shell.sandboxed("drop", id, "--on", "Inbox")
    }
  }

  @Test func aFileOfATargetsCommandIsSeen() throws {
    try run { shell in
      _ = try shell.target("Inbox", "--exec", "cd to; set -C; cat > \"$DRAGD_NAME\"")
      let drop = try shell.dragctl(
        "drop", "--text", "theirs", "--name", Self.hidden, "--on", "Inbox")
      #expect(drop.exit == .success)
    }
  }

  /// On a disk that ignores case the last name is the same as the others.
  @Test(arguments: [["a\u{1B}.txt", "a\u{7}.txt", "A_.TXT"]])
  func namesThatComeOutAsOneReplaceNothing(_ names: [String]) throws {
    try Shell.run { shell in
      try shell.makeFolders()
      for name in names { try shell.folder.write("from/\(name)", text: name) }
      let paths = names.map { "from/\($0)" }
      let copy = try shell.sandboxed("offer", paths[0], paths[1], paths[2])
      for _ in 0..<2 {
        #expect(try shell.dragctl("accept", copy, "--all", "-f", "-o", "to").exit == .success)
      }
      let expected = ["A_ (2).TXT", "a_ (1).txt", "a_.txt"]
      #expect(try shell.names("to") == expected)
      _ = try shell.sh("rm to/*")
      let source = try shell.startSandboxed(
        "offer", "--operations", "move", paths[0], paths[1], paths[2])
      let move = try source.firstLine()
      let moved = try shell.dragctl("accept", move, "--move", "--all", "-f", "-o", "to")
      #expect(moved.exit == .success, "\(moved.error)")
      #expect(try source.wait().exit == .success)
      let placed = try shell.names("to")
      #expect(placed.count == names.count, "\(placed)")
      #expect(try placed.map { try shell.content("to/\($0)") }.sorted() == names.sorted())
      #expect(try shell.names("from") == [])
    }
  }
}

extension Shell {
  private static func sandbox(_ arguments: [String]) -> [String] {
    Array(Sandbox.bare.dropFirst()) + [Built.dragctl] + arguments
  }

  /// Runs dragctl in a sandbox; returns what it printed.
  @discardableResult
  func sandboxed(_ arguments: String...) throws -> String {
    let result = try fixture.run(Sandbox.bare[0], Self.sandbox(arguments), on: bus)
    guard result.exit == .success else {
      throw HarnessFailure("\(arguments): \(result.exit): \(result.error)")
    }
    return result.output.trimmingCharacters(in: .newlines)
  }

  func startSandboxed(_ arguments: String...) throws -> Program {
    try fixture.start(Sandbox.bare[0], Self.sandbox(arguments), on: bus)
  }
}
