import Foundation
import Harness
import Testing

@Suite struct ListTitleTests {
  private func titles(_ shell: BoardShell, _ board: String) throws -> [String?] {
    let output = try shell.dragboard("ls", "--json", "--board", board).outputBytes
    let lists = try JSONSerialization.jsonObject(with: Data(output)) as? [[String: Any]]
    return try #require(lists).map { $0["title"] as? String }
  }

  @Test func `a title that another list has is refused in any case of letters`() throws {
    try BoardShell.run { shell in
      for title in ["to do", "To Do"] {
        let refused = try shell.dragboard("add-list", title)
        #expect(refused.exit == .exited(6))
        #expect(
          refused.error
            == """
            dragboard: title: there is a list “To Do” already; each list needs a title of its own, \
            and capital letters make no difference

            """
        )
      }
      #expect(try shell.dragboard("boards", "--add", "Bare", "--list", "").exit == .success)
      #expect(try shell.dragboard("add-list", "To Do", "--board", "Bare").exit == .success)
    }
  }

  /// A store of an older version may have such lists.
  @Test func `lists that differ by case alone are found by their exact titles`() throws {
    try BoardShell.run { shell in
      let markdown = "## todo\n- a\n\n## Other\n- b\n"
      _ = try shell.dragboard("boards", "--add", "Garden", "--list", "")
      let imported = try shell.dragboard(
        "import", "-", "--board", "Garden", input: .text(markdown))
      #expect(imported.exit == .success)
      let change = """
        import sqlite3, sys
        with sqlite3.connect(sys.argv[1]) as store:
            store.execute("UPDATE lists SET title = 'Todo' WHERE title = 'Other'")
        """
      let store = shell.fixture.folder.path("data/dragboard/board.sqlite")
      #expect(try shell.fixture.run("/usr/bin/python3", ["-c", change, store]).exit == .success)
      let id = try shell.add("todo", "--text", "c", "--board", "Garden")[0]
      #expect(
        try shell.dragboard("ls", "todo", "--board", "Garden").output.hasPrefix("todo (2)\n"))
      #expect(try shell.dragboard("mv", id, "Todo").output == "\(id)\n")
      #expect(
        try shell.dragboard("ls", "Todo", "--board", "Garden").output.hasPrefix("Todo (2)\n"))
      // Regression: the card went to a list of the default board.
      _ = try shell.dragboard("add-list", "TODO")
      let ambiguous = try shell.dragboard("mv", id, "TODO")
      #expect(ambiguous.exit == .exited(2))
      #expect(ambiguous.error.contains("could be any of"), "\(ambiguous.error)")
    }
  }

  @Test func `an imported list does not get the title of another one`() throws {
    try BoardShell.run { shell in
      _ = try shell.add("To Do", "--text", "a")
      let imported = try shell.dragboard("import", "-", input: .text("## To Do\n- b\n"))
      #expect(imported.exit == .success)
      #expect(
        imported.error
          == "the list “To Do” is “To Do (2)” here, because the board has a list of that title\n")
      #expect(try shell.dragboard("ls", "to do (2)").output.hasPrefix("To Do (2) (1)\n"))
      #expect(try shell.dragboard("ls", "to do").output.hasPrefix("To Do (1)\n"))
    }
  }

  @Test func `a board has the lists that are named, or none`() throws {
    try BoardShell.run { shell in
      let added = try shell.dragboard(
        "boards", "--add", "Reading", "--list", "Now", "--list", "Later")
      #expect(added.output == "Board  3 lists, 0 cards\nReading  2 lists, 0 cards\n")
      #expect(try titles(shell, "Reading") == ["Now", "Later"])
      #expect(try shell.dragboard("boards", "--add", "Bare", "--list", "").exit == .success)
      #expect(try titles(shell, "Bare") == [])
      let twice = try shell.dragboard("boards", "--add", "X", "--list", "a", "--list", "A")
      #expect(twice.exit == .exited(6))
      #expect(twice.error.contains("“A” occurs twice"), "\(twice.error)")
      let alone = try shell.dragboard("boards", "--list", "a")
      #expect(alone.exit == .exited(2))
      #expect(alone.error.hasPrefix("dragboard: --list needs --add\n"), "\(alone.error)")
      #expect(try shell.dragboard("boards").output.split(separator: "\n").count == 3)
    }
  }
}
