import Foundation
import Harness
import Testing

@Suite struct ItemNameTests {
  /// Entries of the history are counted from 1, items from 0: a name says which one without counting.
  @Test func anItemHasItsNumberAndItsName() throws {
    try Shell.run { shell in
      let names = ["a.txt", "a.txt.gz", "b\u{7}.txt", "7", "-x"]
      for name in names { try shell.folder.write(name, text: name) }
      let id = try shell.sh("dragctl offer a.txt a.txt.gz b*.txt 7 ./-x ./7")
        .output.trimmingCharacters(in: .newlines)
      for (item, name) in [
        ("a.txt", "a.txt"), ("a.txt.", "a.txt.gz"), ("b", "b\u{7}.txt"), ("3", "7"), ("-x", "-x"),
      ] {
        #expect(try shell.dragctl("accept", id, "--item=\(item)").output == name)
        #expect(try shell.dragctl("types", id, "--item=\(item)").exit == .success)
      }
      for (item, status, words) in [
        ("a", 2, "2 items have a name that begins with “a”: 0 (a.txt), 1 (a.txt.gz)"),
        ("c\u{7}", 3, "no item has a name that begins with “c\u{FFFD}”"), ("", 2, "--item needs"),
        ("7", 3, "no item 7"),
      ] as [(String, Int32, String)] {
        let refused = try shell.dragctl("accept", id, "--item=\(item)")
        #expect(refused.status == status && refused.error.contains(words), "\(refused.error)")
      }
    }
  }
}
