import BoardModel
import Harness
import Testing

/// What a person was writing when the program was killed.
@Suite struct DraftTests {
  private func words(_ title: String, _ text: String = "") -> CardWords {
    CardWords(title: title, text: text, details: CardDetails(labels: [CardLabel("home")]))
  }

  /// Keeps a draft as a process that ends then.
  private func keep(_ board: TestBoard, _ draft: CardDraft) throws {
    try board.another().keep(draft)
  }

  @Test func `the words for a card are on it, beside what else has changed`() throws {
    try TestBoard.run { board in
      let card = try board.add("one")[0]
      let seen = CardWords(try #require(try board.store.card(card)))
      let list = try board.lists()[0]
      try keep(board, CardDraft(id: "a", card: card, list: list, seen: seen, words: words("two")))
      try board.store.perform(.editCard(card, title: "one", text: "notes"))
      #expect(board.store.saveDraftsOfTheDead() == [card])
      let now = try #require(try board.store.card(card))
      #expect(CardWords(now) == words("two", "notes"))
      #expect(try board.store.undoName() == "Edit Card")
      #expect(board.store.saveDraftsOfTheDead().isEmpty)
    }
  }

  @Test func `the words for a new card are one, also where a process was killed while it saved`()
    throws
  {
    try TestBoard.run { board in
      let draft = CardDraft(id: "a", list: try board.lists()[1], words: words("new", "text"))
      for _ in 0..<2 {
        try keep(board, draft)
        #expect(board.store.saveDraftsOfTheDead() == [draft.card])
      }
      #expect(try board.titles(1) == ["new"])
    }
  }

  @Test func `the words for what is gone become a card in a list that is there`() throws {
    try TestBoard.run { board in
      let card = try board.add("one", to: 1)[0]
      let seen = CardWords(try #require(try board.store.card(card)))
      let list = try board.lists()[1]
      try keep(board, CardDraft(id: "a", card: card, list: list, seen: seen, words: words("two")))
      try board.store.perform(.deleteList(list))
      let saved = try #require(board.store.saveDraftsOfTheDead().first)
      #expect(saved != card)
      #expect(try board.titles(0) == ["two"])
    }
  }

  @Test func `the drafts of a process that runs are its own`() throws {
    try TestBoard.run { board in
      let other = try board.another()
      try other.keep(CardDraft(id: "a", list: try board.lists()[0], words: words("new")))
      #expect(board.store.saveDraftsOfTheDead().isEmpty)
      other.forgetDraft("a")
      withExtendedLifetime(other) {}
    }
    // A draft that is forgotten is not saved later.
    try TestBoard.run { board in
      do {
        let other = try board.another()
        try other.keep(CardDraft(id: "a", list: try board.lists()[0], words: words("new")))
        other.forgetDraft("a")
      }
      #expect(board.store.saveDraftsOfTheDead().isEmpty)
    }
  }

  @Test func `a draft that the board cannot have stays one`() throws {
    try TestBoard.run { board in
      let list = try board.lists()[0]
      let long = String(repeating: "x", count: 2 << 20)
      try keep(board, CardDraft(id: "a", list: list, words: words("new", long)))
      #expect(board.store.saveDraftsOfTheDead().isEmpty)
      let files = try Program.run("ls", [board.folder.path("data/drafts")]).output
      #expect(files.split(separator: "\n").count == 1)
    }
  }
}
