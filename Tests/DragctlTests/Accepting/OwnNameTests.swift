import Foundation
import Harness
import Testing

/// Names between two shells of one user: they stay what they are, however they get there.
@Suite struct OwnNameTests {
  enum Way: String, CaseIterable {
    case accept, move, drop, dropToMove, folder, droppedFolder
  }

  private static let names = [
    #".bashrc"#, #" a "#, #"-x"#, #"bad\xff\xfe.txt"#, #"line\nbreak"#,
    String(repeating: "n", count: 255), String(repeating: "é", count: 127) + "x",
  ]

  @Test(arguments: Way.allCases)
  func everyNameArrivesAsItIs(_ way: Way) throws {
    try Shell.run { shell in
      try shell.makeFolders()
      let words = Self.names.map { "$'\($0)'" }.joined(separator: " ")
      let made = try shell.sh("cd from && for n in \(words); do echo \"$n\" > \"./$n\"; done")
      try #require(made.exit == .success, "\(made.error)")
      let before = try shell.sh("cd from && ls -Ab && cat ./* .bashrc").output
      _ = try shell.target("Inbox", "--operations", "copy,move", "-o", "to")
      let all = "from/* from/.bashrc"
      let command =
        switch way {
        case .accept: "dragctl offer \(all) && dragctl accept -o to"
        case .move:
          "dragctl offer --operations move --detach \(all) && dragctl accept --move --all -o to"
        case .drop: "dragctl drop \(all) --on Inbox"
        case .dropToMove: "dragctl drop \(all) --operation move --on Inbox"
        case .folder: "dragctl offer from --once --detach && dragctl accept -o to"
        case .droppedFolder: "dragctl drop from --on Inbox"
        }
      let result = try shell.sh(command)
      #expect(result.exit == .success, "\(result.error)")
      #expect(!result.error.contains("not safe"), "\(result.error)")
      let place =
        switch way {
        case .folder, .droppedFolder: "to/from"
        case .accept, .move, .drop, .dropToMove: "to"
        }
      let after = try shell.sh("cd \(place) && ls -Ab && cat ./* .bashrc")
      #expect(after.output == before, "\(after.error)")
    }
  }

  @Test func aNameThatIsTakenKeepsItsBytesBesideTheNumber() throws {
    try Shell.run { shell in
      try shell.makeFolders()
      _ = try shell.sh("printf x > $'from/a\\xff.txt'")
      try shell.offer("--text", "other")
      let accepted = try shell.sh(
        "dragctl offer from/* >&2 && dragctl accept -o to >&2 && dragctl accept -o to | od -c")
      #expect(accepted.output.contains("a 377       (   1   )   .   t   x   t"), "\(accepted)")
    }
  }

  /// The text of the name is for people, and the bytes are there for who saves the file.
  @Test func peopleSeeAText() throws {
    try Shell.run { shell in
      let made = try shell.sh("printf x > $'a\\xff' && dragctl offer a* && dragctl list")
      #expect(made.output.contains("a\u{FFFD}"), "\(made)")
    }
  }

  @Test func aTimeBefore1970IsToldAndOneAfter2400IsKept() throws {
    try Shell.run { shell in
      let result = try shell.sh(
        """
        touch -d '1969-12-31 12:00:00.5' old; touch -d '2403-02-01' future; mkdir out d
        cp -p old future d; dragctl offer old future && dragctl accept -o out
        dragctl offer d --once --detach && dragctl accept -o out
        stat -c '%Y' out/future; stat -c '%.2Y' out/d/old out/d/future
        """)
      #expect(result.error.contains("old: its time is before 1970"), "\(result.error)")
      let lines = result.output.split(separator: "\n").suffix(3)
      let expected = try shell.sh("stat -c %Y future; stat -c %.2Y old future").output
      #expect(lines == expected.split(separator: "\n")[...], "\(result)")
    }
  }
}
