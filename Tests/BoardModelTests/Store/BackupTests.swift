import BoardModel
import BoardWalk
import Harness
import Testing

/// A backup of all boards, and the boards of a backup.
@Suite struct BackupTests {
  /// A store with boards, archives, attachments and what a seeded person does.
  private func fill(_ board: TestBoard) throws {
    var walk = Walk(seed: 7)
    for _ in 0..<60 { try walk.step(board.store, among: Walk.changes) }
    let garden = try board.store.perform(.addBoard(name: "Garden", lists: ["Beds", "Old"]))
    let details = CardDetails(
      due: DueDate("2026-11-25T14:30"), isDone: true, labels: [CardLabel("red", .blue)],
      checklist: [ChecklistItem("a", isDone: true)])
    var card = NewCard(title: "dig\u{1F331}", text: "deep\n\u{7}")
    card.details = details
    card.attachments = ["one", "two", "three"].map {
      NewAttachment(name: "\($0).txt", type: "text/plain", content: .bytes(Array($0.utf8)))
    }
    let picture = try CardReader().cards(
      from: item("application/x-any", Sample.noise(300_000), name: "any.bin"))
    let added = try board.store.perform(
      .addCards([card] + picture, to: garden.lists[0], at: .end)
    ).cards
    try board.store.perform(.detach(added[0], attachment: 2))
    try board.store.perform(.limitList(garden.lists[0], 5))
    try board.store.perform(.archiveCards([added[1]], true))
    try board.store.perform(.archiveList(garden.lists[1], true))
  }

  private func bytes(of board: TestBoard, _ name: String) throws -> [UInt8] {
    let path = board.folder.path(name)
    try board.store.writeBackup(to: path, replacing: false)
    return try Content.file(at: path).bytes()
  }

  @Test func `a backup in a new store is the same boards, byte for byte when it is written again`()
    throws
  {
    try TestBoard.run { board in
      try fill(board)
      let saved = try bytes(of: board, "one.tar")
      try TestBoard.run { other in
        let outcome = try other.store.restoreBackup(at: board.folder.path("one.tar"))
        #expect(outcome.notes == [])
        #expect(try other.store.contentFingerprint() == board.store.contentFingerprint())
        #expect(try other.store.boards() == board.store.boards())
        #expect(try bytes(of: other, "two.tar") == saved)
        // It is one change.
        try other.store.undo()
        #expect(try other.store.boards().count == 1)
        #expect(try other.store.lists().map(\.title) == ["To Do", "In Progress", "Done"])
      }
    }
  }

  @Test func `beside other boards it changes none of them`() throws {
    try TestBoard.run { board in
      try board.add("A")
      try board.store.perform(.addBoard(name: "Garden", lists: ["Beds"]))
      let before = try board.store.contentFingerprint()
      _ = try bytes(of: board, "one.tar")
      let outcome = try board.store.restoreBackup(at: board.folder.path("one.tar"))
      #expect(
        outcome.notes == [
          "the board “Board” is “Board (2)” here, because there is a board of that name",
          "the board “Garden” is “Garden (2)” here, because there is a board of that name",
        ])
      #expect(try board.store.contentFingerprint() == before)
      #expect(
        try board.store.boards().map(\.name) == ["Board", "Garden", "Board (2)", "Garden (2)"])
      let copy = try board.store.lists(on: outcome.boards[0])[0].id
      #expect(try board.store.cards(in: copy).map(\.title) == ["A"])
    }
  }

  @Test(arguments: [true, false])
  func `only a default board as in a new store is replaced`(isNew: Bool) throws {
    try TestBoard.run { saved in
      let tar = saved.folder.path("one.tar")
      try saved.add("A")
      try saved.store.writeBackup(to: tar, replacing: false)
      try TestBoard.run { board in
        if !isNew {
          try board.store.perform(.renameList(board.store.lists(on: .main)[0].id, title: "Ideas"))
        }
        _ = try board.store.restoreBackup(at: tar)
        let names = try board.store.boards().map(\.name)
        #expect(names == (isNew ? ["Board"] : ["Board", "Board (2)"]))
        #expect(try board.store.lists(on: .main)[0].title == (isNew ? "To Do" : "Ideas"))
      }
    }
  }

  @Test func `what is cut off or no backup is refused, and nothing changes`() throws {
    try TestBoard.run { board in
      try board.add("A")
      let saved = try bytes(of: board, "one.tar")
      #expect(BoardStore.isBackup(at: board.folder.path("one.tar")))
      let before = try board.store.fingerprint()
      for count in [0, 100, 700, saved.count / 2, saved.count - 1200] {
        let path = try board.folder.write("cut.tar", Array(saved.prefix(count)))
        #expect(
          error { _ = try board.store.restoreBackup(at: path) }
            == .invalid(field: "the backup", reason: "it is damaged, or was cut off"), "\(count)")
      }
      #expect(try board.store.fingerprint() == before)
      #expect(try !BoardStore.isBackup(at: board.folder.write("x.md", text: "- [ ] one")))
    }
  }

  /// A backup of a stranger could have any file of the person on a card otherwise, or an id that is a path.
  @Test(arguments: [
    ("file", "/etc/hostname"), ("file", "../../../x"), ("file", "content/../boards.json"),
    ("file", "content/"), ("file", "1"), ("id", "../x"), ("id", "b"), ("id", ""),
    ("id", "00000000-0000-4000-8000-00000000000A"),
  ])
  func `a backup names nothing outside of it`(field: String, text: String) throws {
    try TestBoard.run { board in
      let root = try board.folder.makeFolder("made/dragboard")
      _ = try board.folder.makeFolder("made/dragboard/content")
      _ = try board.folder.write("made/dragboard/content/1", text: "words")
      let (file, id) =
        field == "file"
        ? (text, "00000000-0000-4000-8000-000000000001") : ("content/1", text)
      _ = try board.folder.write(
        "made/dragboard/boards.json",
        text: """
          {"version": 1, "boards": [{"id": "main", "name": "B", "lists": [{
          "id": "00000000-0000-4000-8000-000000000002", "title": "L",
          "cards": [{"id": "\(id)", "title": "C", "text": "", "kind": "text",
          "content": [{"type": "text/plain", "file": "\(file)"}]}]}]}]}
          """)
      let path = board.folder.path("made.tar")
      let made = try Program.run("tar", ["-C", "\(root)/..", "-cf", path, "dragboard"])
      #expect(made.exit == .success)
      let failure = error { _ = try board.store.restoreBackup(at: path) }
      guard case .invalid(field: field, _) = failure else {
        Issue.record("\(String(describing: failure))")
        return
      }
      #expect(try board.store.boards().count == 1)
    }
  }
}
