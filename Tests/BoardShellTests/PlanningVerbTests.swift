import Foundation
import Harness
import Testing

@Suite struct PlanningVerbTests {
  private func json(_ result: Program.Result) throws -> [[String: Any]] {
    #expect(result.error == "")
    let value = try JSONSerialization.jsonObject(with: Data(result.outputBytes))
    return try #require(value as? [[String: Any]])
  }

  @Test func `a card is edited, moved and done`() throws {
    try BoardShell.run { shell in
      let id = try shell.add("To Do", "--text", "Paint\nthe fence")[0]
      let edited = try json(
        shell.dragboard(
          "edit", id, "--title", "Paint it", "--due", "2026-11-25T14:30", "--label", "Home:green",
          "--label", "a:b", "--item", "Buy paint", "--item", "Wait", "--tick", "2", "--json"))
      let card = try #require(edited.first)
      #expect(card["title"] as? String == "Paint it")
      #expect(card["text"] as? String == "the fence")
      #expect(card["due"] as? String == "2026-11-25T14:30")
      let labels = try #require(card["labels"] as? [[String: String]])
      #expect(labels.map { $0["name"] } == ["Home", "a:b"])
      #expect(labels[0]["color"] == "green")
      let items = try #require(card["checklist"] as? [[String: Any]])
      #expect(items.map { $0["done"] as? Bool } == [false, true])

      let moved = try shell.dragboard("mv", id, "done")
      #expect(moved.output == "\(id)\n")
      #expect(try json(shell.dragboard("done", id, "--json"))[0]["done"] as? Bool == true)
      let listed = try shell.dragboard("ls", "Done").output
      #expect(
        listed.hasSuffix(" · done · due 2026-11-25T14:30 · 1/2 · #Home · #a:b\n"), "\(listed)")
      #expect(try shell.dragboard("done", "--not", id).exit == .success)
      let bare = try json(shell.dragboard("edit", id, "--due", "", "--label", "", "--json"))[0]
      #expect(bare["due"] == nil && bare["labels"] == nil && bare["done"] as? Bool == false)
    }
  }

  @Test func `a card is added with what is planned, and found by its title`() throws {
    try BoardShell.run { shell in
      let id = try shell.add(
        "To Do", "--text", "Call Ada", "--due", "2026-11-27", "--label", "Home:red", "--label", "b",
        "--item", "phone", "--item", "pen")[0]
      let listed = try shell.dragboard("ls", "To Do").output
      #expect(listed.hasSuffix(" · due 2026-11-27 · 0/2 · #Home · #b\n"), "\(listed)")
      #expect(try shell.dragboard("done", "call ada").output == "\(id)\n")
      let other = try shell.add("Done", "--text", "Call Ada")[0]
      let ambiguous = try shell.dragboard("rm", "Call Ada")
      #expect(ambiguous.exit == .exited(2))
      let (first, second) = (id.prefix(8), other.prefix(8))
      #expect(
        ambiguous.error
          == "dragboard: “Call Ada” could be any of \(first) (“Call Ada” in To Do), "
          + "\(second) (“Call Ada” in Done)\n")
      #expect(try shell.dragboard("boards", "--add", "Garden").exit == .success)
      #expect(try shell.dragboard("rm", "Call Ada", "--board", "Garden").exit == .exited(3))
      for _ in 0..<5 { _ = try shell.add("To Do", "--text", "Call Ada", "--board", "Garden") }
      let many = try shell.dragboard("rm", "Call Ada").error
      #expect(many.contains(" (“Call Ada” in Garden/To Do), … and 2 more\n"), "\(many)")
      let chosen = try shell.dragboard("rm", "Call Ada", "--board", "Garden").error
      #expect(!chosen.contains("Garden") && !chosen.contains("more"), "\(chosen)")
      #expect(
        try shell.dragboard("add", "Done", "--text", "x", "--due", "soon").exit == .exited(2))
    }
  }

  @Test func `cards are put away and brought back, and changes undone and repeated`() throws {
    try BoardShell.run { shell in
      let ids = try ["A", "B"].map { try shell.add("To Do", "--text", $0)[0] }
      #expect(try shell.dragboard("archive", ids[0], "B").output == "\(ids[0])\n\(ids[1])\n")
      #expect(try shell.dragboard("ls", "To Do").output == "To Do (0)\n")
      let put = try json(shell.dragboard("ls", "--archive", "--json"))
      #expect(put.count == 1 && (put[0]["cards"] as? [Any])?.count == 2)
      // A title means the card that is shown, or else the one in the archive.
      #expect(try shell.dragboard("archive", "--restore", "b").output == "\(ids[1])\n")
      func titles() throws -> [String?] {
        let lists = try json(shell.dragboard("ls", "To Do", "--json"))
        return (lists[0]["cards"] as? [[String: Any]] ?? []).map { $0["title"] as? String }
      }
      #expect(try titles() == ["B"])
      #expect(try shell.dragboard("undo").output == "Restore Card\n")
      #expect(try shell.dragboard("undo").output == "Archive 2 Cards\n")
      #expect(try titles() == ["A", "B"])
      #expect(try shell.dragboard("redo").output == "Archive 2 Cards\n")
      #expect(try titles() == [])
      for _ in 0..<3 { #expect(try shell.dragboard("undo").exit == .success) }
      let nothing = try shell.dragboard("undo")
      #expect(nothing.exit == .exited(3))
      #expect(nothing.error == "dragboard: there is nothing to undo\n")
    }
  }

  @Test func `what is not in the archive is named, and what is there comes back`() throws {
    try BoardShell.run { shell in
      let ids = try ["A", "B"].map { try shell.add("To Do", "--text", $0)[0] }
      #expect(try shell.dragboard("archive", "B").error == "")
      let restored = try shell.dragboard("archive", "--restore", "A", "B")
      #expect(restored.error == "“A” is not in the archive\n")
      #expect(restored.output == "\(ids[0])\n\(ids[1])\n")
      #expect(restored.exit == .success)
      #expect(try shell.dragboard("ls", "To Do").output.hasPrefix("To Do (2)\n"))
    }
  }

  @Test func `a card stays on its board, and a search says where it is`() throws {
    try BoardShell.run { shell in
      #expect(try shell.dragboard("boards", "--add", "Garden").exit == .success)
      let id = try shell.add("To Do", "--text", "Dig", "--board", "Garden")[0]
      #expect(try shell.dragboard("mv", id, "Done").output == "\(id)\n")
      #expect(try shell.dragboard("search", "dig").output.hasPrefix("Garden/Done (1)\n"))
      #expect(
        try json(shell.dragboard("search", "dig", "--json"))[0]["board"] as? String == "Garden")
      // The board has no such list, or the person means another one.
      #expect(try shell.dragboard("add-list", "Only here").exit == .success)
      #expect(try shell.dragboard("mv", id, "Only here").output == "\(id)\n")
      #expect(try shell.dragboard("search", "dig").output.hasPrefix("Board/Only here (1)\n"))
      #expect(try shell.dragboard("mv", id, "To Do", "--board", "Garden").exit == .success)
      #expect(try shell.dragboard("add-list", "Compost", "--board", "Garden").exit == .success)
      let nowhere = try shell.dragboard("mv", id, "Nowhere")
      #expect(nowhere.error.contains("The board of the cards has"), "\(nowhere.error)")
      #expect(nowhere.error.contains("“Compost”"), "\(nowhere.error)")
      #expect(try shell.dragboard("mv", id, "To Do", "--board", "board").exit == .success)
      #expect(try shell.dragboard("search", "dig").output.hasPrefix("Board/To Do (1)\n"))
    }
  }

  @Test func `a search finds what is in the archive, and says so`() throws {
    try BoardShell.run { shell in
      let shown = try shell.add("To Do", "--text", "Buy milk")[0]
      let put = try shell.add("To Do", "--text", "Milk round")[0]
      #expect(try shell.dragboard("archive", put).exit == .success)
      let found = try shell.dragboard("search", "milk").output.split(separator: "\n")
      try #require(found.count == 3)
      #expect(found[0] == "To Do (2)")
      #expect(found[1].hasPrefix("  \(shown.prefix(8))  ") && found[1].hasSuffix(" · 8 B"))
      #expect(found[2].hasPrefix("  \(put.prefix(8))  ") && found[2].hasSuffix(" · archived"))
      let cards = try #require(
        try json(shell.dragboard("search", "milk", "--json"))[0]["cards"] as? [[String: Any]])
      #expect(cards.map { $0["archived"] as? Bool } == [false, true])
      #expect(try shell.dragboard("search", "round").exit == .success)
    }
  }

  @Test func `the archive shows lists that are put away, with their cards`() throws {
    try BoardShell.run { shell in
      let trello = """
        {"name": "Old", "lists": [{"id": "1", "name": "Lst", "closed": true}],
         "cards": [{"id": "2", "name": "Within", "idList": "1"}]}
        """
      let imported = try shell.dragboard(
        "import", "-", "--type", "application/json", input: .text(trello))
      #expect(imported.exit == .success, "\(imported.error)")
      let put = try shell.add("To Do", "--text", "Put away")[0]
      #expect(try shell.dragboard("archive", put).exit == .success)
      let all = try shell.dragboard("ls", "--archive").output
      #expect(all.hasPrefix("To Do (1)\n") && all.contains("\n\nLst (1) · archived\n"), "\(all)")
      let one = try shell.dragboard("ls", "--archive", "lst")
      #expect(one.output.contains("Within") && !one.output.contains("To Do"), "\(one)")
      let hidden = try shell.dragboard("ls", "lst")
      #expect(hidden.exit == .exited(3))
      #expect(hidden.error.contains("dragboard archive --restore “Lst” brings it back"))
      let lists = try json(shell.dragboard("ls", "--archive", "--json"))
      #expect(lists.map { $0["archived"] as? Bool } == [nil, true])
      let cards = lists.flatMap { $0["cards"] as? [[String: Any]] ?? [] }
      #expect(cards.map { $0["archived"] as? Bool } == [true, true])
      let id = try #require(cards[1]["id"] as? String)
      #expect(try json(shell.dragboard("done", id, "--json"))[0]["archived"] as? Bool == true)
      #expect(try shell.dragboard("archive", "--restore", "Lst").output == "\(id)\n")
      #expect(try shell.dragboard("ls", "lst").output.contains("Within"))

      let twins = """
        {"lists": [{"id": "1", "name": "i", "closed": true},
                   {"id": "2", "name": "i", "closed": true}], "cards": []}
        """
      let both = try shell.dragboard(
        "import", "-", "--type", "application/json", input: .text(twins))
      #expect(both.exit == .success, "\(both.error)")
      let restored = try shell.dragboard("archive", "--restore", "i")
      #expect(restored.error.hasPrefix("dragboard: “i” could be any of "), "\(restored.error)")
    }
  }

  @Test func `an import says what it reads, and an export that is refused nothing of its losses`()
    throws
  {
    try BoardShell.run { shell in
      let picture = try shell.fixture.folder.write("lake.png", [0x89, 0x50, 0xFF, 0])
      let refused = try shell.dragboard("import", picture)
      #expect(refused.exit == .exited(6))
      for type in ["iCalendar", "Markdown", "--type", "text/html", "application/json"] {
        #expect(refused.error.contains(type), "\(refused.error)")
      }
      let typed = try shell.dragboard("import", picture, "--type", "text/markdown")
      #expect(
        typed.error == "dragboard: this is not valid text/markdown: it is not text in UTF-8\n")

      _ = try shell.add("Done", shell.fixture.folder.write("data.bin", [0]))
      let refusedExport = try shell.dragboard("export", "--all", "-o", picture)
      #expect(refusedExport.exit == .exited(6))
      #expect(!refusedExport.error.contains("not written"), "\(refusedExport.error)")
      let written = try shell.dragboard("export", "--all", "-o", picture, "--force")
      #expect(written.error.contains("not written: “data.bin”"), "\(written.error)")
    }
  }

  @Test func `tasks without a project come back without one`() throws {
    try BoardShell.run { shell in
      let text = "(A) Call Ada\nDig +Garden\n"
      let path = try shell.fixture.folder.write("tasks.txt", text: text)
      _ = try shell.dragboard("boards", "--add", "File", "--list", "")
      #expect(try shell.dragboard("import", path, "--board", "File").exit == .success)
      let out = shell.fixture.folder.path("out/tasks.txt")
      try FileManager.default.createDirectory(
        atPath: shell.fixture.folder.path("out"), withIntermediateDirectories: false)
      let arguments = ["export", "--all", "--type", "text/plain", "--board"]
      let written = try shell.fixture.run(BoardShell.program, arguments + ["File", "-o", out])
      #expect(written.exit == .success && written.error == "")
      #expect(try String(contentsOfFile: out, encoding: .utf8) == text)

      _ = try shell.dragboard("boards", "--add", "Pipe", "--list", "")
      let piped = try shell.dragboard(
        "import", "-", "--type", "text/plain", "--board", "Pipe", input: .text(text))
      #expect(piped.exit == .success)
      #expect(try shell.fixture.run(BoardShell.program, arguments + ["Pipe"]).output == text)
    }
  }

  @Test func `a day has a name`() throws {
    try BoardShell.run { shell in
      let id = try shell.add("To Do", "--text", "A")[0]
      var dates: [String] = []
      for day in ["today", "tomorrow", "Friday", "tomorrow 14:30", "next friday 9am"] {
        let card = try json(shell.dragboard("edit", id, "--due", day, "--json"))[0]
        dates.append(try #require(card["due"] as? String))
      }
      #expect(dates[0] < dates[1] && dates[0] < dates[2])
      #expect(dates[3].hasSuffix("T14:30"))
      #expect(dates[4].hasSuffix("T09:00") && dates[4] > dates[2])
    }
  }

  @Test func `a file that has no list is told, with the formats that there are`() throws {
    try BoardShell.run { shell in
      for input in ["root:x:0:0:root:/root:/bin/sh\nbin:x:1:1::/:\n", "words\n\nmore\n", ""] {
        let result = try shell.dragboard("import", "-", input: .text(input))
        #expect(result.exit == .exited(6))
        #expect(
          result.error == """
            dragboard: there is no list in it
            The name of a file says what it is: .ics iCalendar, .json a board of Trello, .txt a todo.txt, .html a \
            page, and anything else Markdown. “--type TYPE” says it instead: text/markdown, text/calendar, \
            application/json, text/plain, text/html.

            """)
        let typed = try shell.dragboard(
          "import", "-", "--type", "text/markdown", input: .text(input))
        #expect(typed.error == "dragboard: there is no list in it\n")
      }
      // The name says the format, so the message is about that alone.
      for (name, text) in [
        ("a.json", "[1]"), ("b.JSON", #"{"lists": "#), ("c.ics", "x"), ("d.md", ""),
      ] {
        let file = try shell.fixture.folder.write(name, text: text)
        let result = try shell.dragboard("import", file)
        #expect(result.exit == .exited(6))
        #expect(result.error.split(separator: "\n").count == 1, "\(result.error)")
      }
    }
  }

  @Test func `edits at once lose nothing`() throws {
    try BoardShell.run { shell in
      let id = try shell.add("To Do", "--text", "A")[0]
      let edits = try (1...8).map { try shell.start("edit", id, "--item", "item \($0)") }
      for edit in edits { #expect(try edit.wait().exit == .success) }
      let card = try json(shell.dragboard("ls", "To Do", "--json"))[0]
      let items = try #require(
        (card["cards"] as? [[String: Any]])?[0]["checklist"] as? [[String: Any]])
      #expect(Set(items.map { $0["text"] as? String }) == Set((1...8).map { "item \($0)" }))
    }
  }

  @Test func `what is wrong is named, and nothing changes`() throws {
    try BoardShell.run { shell in
      let id = try shell.add("To Do", "--text", "A")[0]
      let before = try shell.dragboard("ls", "--json").output
      for (arguments, status, words) in [
        (["edit", id, "--due", "sometime"], 2, "“sometime” is not a date"),
        (
          ["edit", id, "--label", "home:pink"], 2,
          "--label: there is no colour “pink”\nA label has one of the colours blue,"
        ),
        (["edit", id], 2, "edit needs something to change"),
        (["edit", id, "--tick", "3"], 3, "there is no item 3: the checklist has 0 items"),
        (["edit", id, "--item", " "], 2, "an item needs words"),
        (["import", "/nowhere.md"], 1, "/nowhere.md: No such file or directory"),
        (["mv", id, "Nowhere"], 3, "there is no list “Nowhere”"),
        (["ls", "--board", "Garden"], 3, "there is no board “Garden”"),
        (["boards", "--delete"], 2, "--delete needs --board"),
        (["boards", "--board", "board", "--delete"], 6, "the default board cannot be deleted"),
        (["boards", "--add", "a/b"], 6, "has a slash"),
        (["add-list", "A", "--limit", "10000"], 6, "it is 10000, and must be 1 to 9999"),
        (["search", "nothing"], 3, "no card has these words"),
      ] {
        let result = try shell.fixture.run(
          BoardShell.program, arguments, environment: ["DISPLAY": "", "WAYLAND_DISPLAY": ""])
        #expect(result.exit == .exited(Int32(status)), "\(arguments)")
        #expect(result.error.contains(words), "\(result.error)")
      }
      #expect(try shell.dragboard("ls", "--json").output == before)
    }
  }

  @Test func `boards have lists and cards of their own`() throws {
    try BoardShell.run { shell in
      let added = try shell.dragboard("boards", "--add", "Garden")
      #expect(added.output == "Board  3 lists, 0 cards\nGarden  3 lists, 0 cards\n")
      let list = try shell.dragboard(
        "add-list", "Water", "--at", "0", "--limit", "2", "--board", "garden")
      #expect(list.exit == .success)
      let id = try shell.add("Water", "--text", "Trees", "--board", "Garden")[0]
      let other = try shell.add("To Do", "--text", "Trees too")[0]
      let found = try json(shell.dragboard("search", "TREES", "--json"))
      #expect(found.map { $0["title"] as? String } == ["To Do", "Water"])
      #expect(found[1]["limit"] as? Int == 2)
      #expect(
        try shell.dragboard("search", "trees", "--board", "Garden").output.hasPrefix("Water (1)"))
      #expect(try shell.dragboard("rm", other, "--board", "Garden").exit == .exited(3))
      #expect(
        try shell.dragboard("mv", other, "Water", "--at", "0", "--board", "Garden").exit == .success
      )
      let listed = try json(shell.dragboard("ls", "--json", "--board", "Garden"))
      let cards = try #require(listed[0]["cards"] as? [[String: Any]])
      #expect(cards.map { $0["id"] as? String } == [other, id])
      let renamed = try json(
        shell.dragboard("boards", "--board", "Garden", "--rename", "Yard", "--json"))
      #expect(renamed.map { $0["name"] as? String } == ["Board", "Yard"])
      #expect(renamed[1]["cards"] as? Int == 2)
      #expect(
        try shell.dragboard("boards", "--board", "Yard", "--delete").output
          == "Board  3 lists, 0 cards\n")
    }
  }

  @Test func `a board is written as Markdown and read again`() throws {
    try BoardShell.run { shell in
      let id = try shell.add("To Do", "--text", "Paint\nthe fence")[0]
      _ = try shell.dragboard("edit", id, "--due", "2026-11-25", "--item", "Wait")
      let file = try shell.fixture.folder.write("data.bin", [0])
      _ = try shell.add("Done", file)
      let path = shell.fixture.folder.path("board.md")
      let written = try shell.dragboard("export", "--all", "-o", path)
      #expect(written.exit == .success)
      #expect(written.error.hasPrefix("not written: “data.bin”: its content"))
      #expect(
        try String(contentsOfFile: path, encoding: .utf8).hasPrefix(
          "## To Do\n\n- [ ] Paint @{2026-11-25}\n  - [ ] Wait\n\n  the fence\n"))
      #expect(try shell.dragboard("export", "--list", "done", "--type", "a/b").exit == .exited(4))
      #expect(try shell.dragboard("export").exit == .exited(2))

      let calendar = shell.fixture.folder.path("board.ics")
      let tasks = try shell.dragboard("export", "--all", "--type", "text/calendar", "-o", calendar)
      #expect(tasks.exit == .success)
      #expect(tasks.error.contains("not written: “data.bin”: its content"))
      _ = try shell.dragboard("boards", "--add", "Tasks")
      #expect(try shell.dragboard("import", calendar, "--board", "Tasks").error == "")
      let task = try shell.dragboard("ls", "--board", "Tasks").output
      #expect(task.contains("Paint") && task.contains("due 2026-11-25 · 0/1"), "\(task)")

      let todo = try shell.dragboard("export", "--list", "to do", "--type", "text/plain")
      #expect(todo.output == "Paint +To-Do due:2026-11-25\n")
      #expect(todo.error.contains("not written: “Paint”: its text; its checklist"))

      let page = try shell.fixture.folder.write(
        "page.htm", Array("<h2>Reading</h2><ul><li>☑ One<li>Two</ul>".utf8))
      _ = try shell.dragboard("boards", "--add", "Pages")
      #expect(try shell.dragboard("import", page, "--board", "Pages").error == "")
      let cards = try shell.dragboard("ls", "reading", "--board", "Pages").output
      #expect(cards.contains("One") && cards.contains("done") && cards.contains("Two"), "\(cards)")
      let broken = try shell.dragboard(
        "import", "-", "--type", "text/calendar",
        input: .text("BEGIN:VCALENDAR\nEND:VCALENDAR\nEND:VTODO\n"))
      #expect(broken.exit == .exited(6))
      #expect(broken.error.split(separator: "\n").count == 1, "\(broken.error)")

      _ = try shell.dragboard("boards", "--add", "Copy")
      let read = try shell.dragboard("import", path, "--board", "Copy", "--json")
      #expect(read.error == "")
      let listed = try json(shell.dragboard("ls", "to do", "--json"))
      #expect((listed[0]["cards"] as? [[String: Any]])?.count == 1)
      let copied = try shell.dragboard("ls", "--board", "Copy").output
      #expect(copied.contains("Paint") && copied.contains("due 2026-11-25 · 0/1"))
      let nothing = try shell.dragboard("import", "-", input: .text("words\n"))
      #expect(nothing.exit == .exited(6))
    }
  }
}
