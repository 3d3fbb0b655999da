import Foundation
import Harness
import Testing

/// A source's file name must not decide what is written where.
@Suite struct HostileNameTests {
  /// One character and an ending: a cut by characters would have to remove everything before the ending.
  private static let hidden = "a" + String(repeating: "\u{301}", count: 120) + ".bash_login"

  private func run(_ body: (Shell) throws -> Void) throws {
    try Shell.run { shell in
      try shell.makeFolders()
      try shell.folder.write("to/.bash_login", text: "mine")
      try body(shell)
      #expect(try shell.content("to/.bash_login") == "mine")
      let others = try shell.names("to").filter { $0 != ".bash_login" }
      #expect(others.count == 1 && others[0].unicodeScalars.first == "a", "\(others)")
      #expect(others[0].utf8.reversed().starts(with: ".bash_login".utf8.reversed()))
    }
  }

  @Test func aFileThatIsAcceptedIsSeen() throws {
    try run { shell in
      try shell.offer("--text", "theirs", "--name", Self.hidden)
      #expect(try shell.dragctl("accept", "--force", "-o", "to").exit == .success)
    }
  }

  @Test func aFileThatMovesIsSeen() throws {
    try run { shell in
      try shell.folder.write("from/f", text: "theirs")
      let (_, id) = try shell.stayToMove("from/f", "--name", Self.hidden)
      #expect(try shell.dragctl("accept", id, "--move", "--force", "-o", "to").exit == .success)
    }
  }

  @Test func aFileThatIsDroppedIsSeen() throws {
    try run { shell in
      _ = try shell.target("Inbox", "-o", "to")
      let drop = try shell.dragctl(
        "drop", "--text", "theirs", "--name", Self.hidden, "--on", "Inbox")
      #expect(drop.exit == .success)
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
      let copy = try shell.offer(paths[0], paths[1], paths[2])
      for _ in 0..<2 {
        #expect(try shell.dragctl("accept", copy, "--all", "-f", "-o", "to").exit == .success)
      }
      let expected = ["A_ (2).TXT", "a_ (1).txt", "a_.txt"]
      #expect(try shell.names("to") == expected)
      _ = try shell.sh("rm to/*")
      let (source, move) = try shell.stayToMove(paths[0], paths[1], paths[2])
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
