import Foundation
import Harness
import Testing

/// Backups, and files whose names are not UTF-8.
@Suite struct BackupTests {
  @Test func `a backup is all boards, and the same file when it is written again`() throws {
    try BoardShell.run { shell in
      let picture = try shell.fixture.folder.write("a.bin", [1, 2, 3])
      let card = try shell.add("To Do", "--text", "Paint", "--due", "2026-11-25")[0]
      #expect(try shell.dragboard("attach", card, picture).exit == .success)
      #expect(try shell.dragboard("boards", "--add", "Garden").exit == .success)
      #expect(try shell.dragboard("archive", card).exit == .success)
      let (one, two) = (
        shell.fixture.folder.path("one.tar"), shell.fixture.folder.path("two.tar")
      )
      let saved = try shell.dragboard("export", "--backup", one)
      #expect(saved.exit == .success && saved.output == "", "\(saved.error)")
      #expect(try shell.dragboard("export", "--backup", one).exit == .exited(6))
      let shown = try shell.dragboard("ls", "--archive", "--json").output
      let other = ["XDG_DATA_HOME": shell.fixture.folder.path("other")]
      let restored = try shell.dragboard("import", one, variables: other)
      #expect(restored.exit == .success && restored.error == "", "\(restored.error)")
      #expect(try shell.dragboard("ls", "--archive", "--json", variables: other).output == shown)
      #expect(try shell.dragboard("export", "--backup", two, variables: other).exit == .success)
      #expect(
        FileManager.default.contents(atPath: one) == FileManager.default.contents(atPath: two))
      #expect(try shell.dragboard("undo", variables: other).output == "Restore Backup\n")

      let wrong = try shell.dragboard("import", one, "--board", "Garden")
      #expect(wrong.exit == .exited(2))
      #expect(try shell.dragboard("export", "--backup", two, "--all").exit == .exited(2))
    }
  }

  @Test func `what comes through a pipe is read whole`() throws {
    try BoardShell.run { shell in
      let bash = "\"$0\" import <(printf -- '- [ ] two\n') > out; \"$0\" ls"
      let result = try shell.fixture.run("/bin/bash", ["-c", bash, BoardShell.program])
      #expect(result.output.contains("two"), "\(result.output)\(result.error)")
      let backup =
        "\"$0\" export --backup b.tar && cat b.tar | \"$0\" import - && \"$0\" import <(cat b.tar)"
      let restored = try shell.fixture.run("/bin/bash", ["-c", backup, BoardShell.program])
      #expect(restored.exit == .success, "\(restored.error)")
      #expect(restored.error.contains("“Board (3)”"), "\(restored.error)")
      let foreign =
        "mkdir x && tar -cf x.tar x; \"$0\" import x.tar; cat x.tar | \"$0\" import -"
      let told = try shell.fixture.run("/bin/bash", ["-c", foreign, BoardShell.program])
      let words = "it is an archive, and not a backup"
      #expect(told.error.components(separatedBy: words).count == 3, "\(told.error)")
      let refused = try shell.dragboard("export", "--backup", "-")
      #expect(refused.exit == .exited(2) && refused.error.contains("“-”"), "\(refused.error)")
    }
  }

  @Test func `a name that is not UTF-8 is that of a file or a folder`() throws {
    try BoardShell.run { shell in
      let bash = #"""
        set -e
        mkdir names && cd names
        file=$'caf\xe9.txt'; folder=$'p\xe9'
        printf 'one\n' > "$file"; mkdir "$folder"; printf 'x' > "$folder/x"
        card=$("$0" add "To Do" "$file"); "$0" attach "$card" "$file" "$folder" > /dev/null
        "$0" attachments "$card" 1 --save "$folder"
        "$0" export "$card" -o $'out\xe9'; cmp "$file" $'out\xe9'
        "$0" export "$card" -o $'out\xe9' 2>/dev/null || "$0" export "$card" --force -o $'out\xe9'
        printf -- '- [ ] two\n' > $'\xe9.md'; "$0" import $'\xe9.md' > /dev/null
        "$0" export --backup $'\xe9.tar'; "$0" import $'\xe9.tar' > /dev/null 2>&1
        "$0" add "To Do" $'gone\xe9' || ls -A
        """#
      let result = try shell.fixture.run("/bin/bash", ["-c", bash, BoardShell.program])
      #expect(result.exit == .success)
      let missing = "dragboard: gone\u{FFFD}: No such file or directory"
      #expect(result.error.split(separator: "\n").first.map(String.init) == missing)
      let saved = Array("p".utf8) + [0xE9] + Array("/caf\u{FFFD}.txt\n".utf8)
      #expect(result.outputBytes.starts(with: saved), "\(result.output)")
      // Nothing else lies there.
      #expect(result.output.split(separator: "\n").dropFirst().count == 5, "\(result.output)")
      let shown = try shell.dragboard("ls").output
      #expect(shown.contains("one") && shown.contains("two"), "\(shown)")
    }
  }
}
