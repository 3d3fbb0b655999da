import DragModel
import Harness
import Testing

@testable import BoardModel

/// Comments, several checklists, dates of items and a cover: wherever a card goes, they go with it.
@Suite struct WholeCardTests {
  private static let details = CardDetails(
    checklist: [
      ChecklistItem("first"), ChecklistItem("dated", isDone: true, due: DueDate("2026-11-25")),
      ChecklistItem("paint # 2", due: DueDate("2026-11-25T14:30"), in: "Things to buy"),
      ChecklistItem("x brush", in: "Things to buy"), ChecklistItem("@x", in: "# people"),
    ],
    comments: [
      CardComment("two\nlines \"quoted\"", time: 1_764_500_000, author: "Jane Doe"),
      CardComment("mine"),
    ], cover: 2)

  private func card(_ title: String = "one") -> NewCard {
    var card = NewCard(title: title)
    card.details = Self.details
    card.attachments = ["a.txt", "b.png"].map {
      NewAttachment(
        name: $0, type: $0.hasSuffix("png") ? "image/png" : "text/plain",
        content: .bytes(Array($0.utf8)))
    }
    return card
  }

  @Test func aCardKeepsThemInItsStoreItsHistoryAndABackup() throws {
    try TestBoard.run { board in
      let list = try board.store.lists()[0].id
      let id = try board.store.perform(.addCards([card()], to: list, at: .end)).cards[0]
      for store in [board.store, try board.another()] {
        #expect(try store.card(id)?.details == Self.details)
        #expect(try store.cards(in: list)[0].details == Self.details)
      }
      #expect(try board.store.card(id)?.cover?.name == "b.png")
      try board.store.perform(.editCard(id, title: "else", text: "words"))
      #expect(try board.store.card(id)?.details == Self.details)
      let copy = try board.store.perform(.copyCards([id], to: list, at: .end)).cards[0]
      #expect(try board.store.card(copy)?.details == Self.details)
      let path = board.folder.path("first.tar")
      try board.store.writeBackup(to: path, replacing: false)
      let other = try BoardStore(folder: board.folder.path("other"))
      _ = try other.restoreBackup(at: path)
      #expect(try other.card(id)?.details == Self.details)
      let again = board.folder.path("again.tar")
      try other.writeBackup(to: again, replacing: false)
      #expect(
        try OpenFile(reading: path).readAll(limit: 1 << 20)
          == OpenFile(reading: again).readAll(limit: 1 << 20))

      // A later attachment may get the number of the cover.
      try board.store.perform(.detach(id, attachment: 2))
      #expect(try board.store.card(id)?.details.cover == nil)
      try board.store.undo()
      #expect(try board.store.card(id)?.details == Self.details)
      let activity = try board.store.activity(of: id)
      #expect(activity.map(\.name) == ["Edit Card", "Add Card"])
      #expect(activity.allSatisfy { $0.time?.wholeDay == DueDate.now.wholeDay })
    }
  }

  @Test func anotherBoardGetsThemAndTheCoverHasItsNewNumber() throws {
    try TestBoard.run { board in
      let list = try board.store.lists()[0].id
      let id = try board.store.perform(.addCards([card()], to: list, at: .end)).cards[0]
      try board.store.perform(.detach(id, attachment: 1))
      let whole = try #require(try board.store.card(id))
      let description = try CardDescription(json: CardDescription(of: whole).json)
      #expect(description.details == Self.details)
      let offered = try board.store.offeredCard(id).representations.map {
        (type: $0.type, content: try $0.read())
      }
      let read = try CardReader().cards(
        from: IncomingItem(representations: offered.filter { $0.type != CardDescription.type }),
        describedBy: description)
      let new = try board.store.perform(.addCards(read, to: list, at: .end)).cards[0]
      #expect(try board.store.card(new)?.details.cover == 1)
      #expect(try board.store.card(new)?.cover?.name == "b.png")
      #expect(try board.store.card(new)?.details.comments == Self.details.comments)
    }
  }

  @Test func markdownAndCalendarsHaveListsAndDatesAndTellOfComments() throws {
    try TestBoard.run { board in
      let list = try board.store.lists()[0].id
      var new = card()
      new.attachments = []
      new.details.cover = nil
      new.details.checklist.removeLast()
      try board.store.perform(.addCards([new], to: list, at: .end))
      let markdown = try board.store.markdown(of: .main)
      #expect(markdown.left == ["“one”: 2 comments"])
      var read = try BoardImport(markdown: markdown.bytes, title: "").lists[0].cards[0]
      #expect(read.details.checklist == new.details.checklist)
      let calendar = try board.store.calendar(of: .main)
      #expect(calendar.left.contains { $0.hasPrefix("“one”: ") && $0.contains("2 comments") })
      read = try BoardImport(calendar: calendar.bytes, title: "").lists[0].cards[0]
      #expect(read.details.checklist == new.details.checklist)
      #expect(
        try board.store.todoText(of: .main).left.contains {
          $0.hasPrefix("“one”: ") && $0.contains("2 comments")
        })
    }
  }

  @Test func commentsThatTwoPeopleChangeAreMerged() {
    let (a, b, c, d) = (
      CardComment("a"), CardComment("b"), CardComment("c"), CardComment("d")
    )
    let old = CardDetails(comments: [a, b])
    let mine = CardDetails(comments: [b, c])
    let current = CardDetails(comments: [a, b, d])
    #expect(mine.merged(from: old, into: current).comments == [b, d, c])
  }

  @Test func aStoreWithoutThemGetsTheirColumns() throws {
    try TestBoard.run { board in
      let card = try board.add("one")[0]
      let folder = board.folder.path("old")
      _ = try Program.run("cp", ["-r", board.folder.path("data"), folder])
      _ = try Program.run("rm", ["-r", folder + "/processes"])
      let database = try Database(folder + "/board.sqlite")
      for table in ["cards", "card_images", "pending_cards"] {
        try database.execute("ALTER TABLE \(table) DROP COLUMN comments")
        try database.execute("ALTER TABLE \(table) DROP COLUMN cover")
      }
      try database.execute("ALTER TABLE changes DROP COLUMN time; PRAGMA user_version = 2")
      let store = try BoardStore(folder: folder)
      #expect(try store.card(card)?.title == "one")
      #expect(try store.activity(of: card).map(\.time) == [nil])
      #expect(
        try Database(folder + "/backup-2/board.sqlite").first("PRAGMA user_version") {
          $0.integer(0)
        } == 2)
      try store.undo()
      #expect(try store.card(card) == nil)
    }
  }
}
