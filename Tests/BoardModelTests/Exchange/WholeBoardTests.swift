import BoardWalk
import Harness
import Testing

@testable import BoardModel

/// Whole boards that are written as Markdown, with limits and an archive, and read again.
@Suite struct WholeBoardTests {
  @Test func `a file without the ending of a format gets one`() {
    for (path, expected) in [
      ("/a/Wedding", "/a/Wedding.ics"), ("/a/pics.xyz", "/a/pics.xyz.ics"),
      ("/a/v1.2", "/a/v1.2.ics"), ("/a/Wedding.md", "/a/Wedding.md"),
      ("/a/Wedding.TXT", "/a/Wedding.TXT"), ("/a.md/Wedding", "/a.md/Wedding.ics"),
    ] {
      #expect(ListFile.path(path, ending: "ics") == expected)
    }
  }

  @Test func `what is left out names the list of cards with the same title`() throws {
    try TestBoard.run { board in
      func card(_ title: String) -> NewCard {
        var card = NewCard(title: title)
        card.attachments = [NewAttachment(name: "a.txt", type: "text/plain", content: .bytes([1]))]
        return card
      }
      let lists = [
        NewList(title: "To Do", cards: [card("Rent chairs"), card("Other")]),
        NewList(title: "Done", cards: [card("Rent chairs")]),
      ]
      try board.store.perform(.importLists(lists, to: .main))
      let left = [
        "“Rent chairs” in “To Do”: the attachment a.txt",
        "“Other”: the attachment a.txt",
        "“Rent chairs” in “Done”: the attachment a.txt",
      ]
      #expect(try board.store.markdown(of: .main).left == left)
      for name in ["a.ics", "a.txt"] {
        let export = try board.store.export(.main, toFileNamed: name)
        #expect(export.left.filter { $0.contains("attachment") } == left)
      }
    }
  }

  @Test(arguments: 0..<20)
  func `any board comes back from its Markdown, or it is told`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    try TestBoard.run { board in
      for list in try board.lists() { try board.store.perform(.deleteList(list)) }
      let made = (0..<1 + generator.random(below: 4)).map { number in
        let limit = generator.one(of: [nil, nil, 1 + generator.random(below: 9999)])
        let title =
          generator.one(of: Self.titles) + (number == 0 ? "" : generator.one(of: Self.endings))
        let cards = (0..<generator.random(below: 4)).map { _ in
          var card = NewCard(
            title: "card", text: generator.one(of: ["", "***\n\n## Archive\n\n- x"]))
          card.isArchived = generator.random(below: 3) == 0
          return card
        }
        return NewList(title: title, limit: limit, cards: cards)
      }
      try board.store.perform(.importLists(made, to: .main))
      let export = try board.store.markdown(of: .main)
      let read = try BoardImport(markdown: export.bytes, title: "")
      let text = String(decoding: export.bytes, as: UTF8.self)
      let shown = try board.store.lists()
      #expect(read.left == [], "\(text)")
      try #require(read.lists.count == made.count, "\(text)")
      for (index, list) in read.lists.enumerated() {
        let isTold = export.left.contains {
          $0.hasPrefix("“\(shown[index].title)”: ") && $0.contains("it is read as “\(list.title)”")
        }
        let isSame = list.title == shown[index].title && list.limit == shown[index].limit
        #expect(isSame != isTold, "\(text)\(export.left)")
        #expect(
          list.cards.filter { !$0.isArchived }.map(\.text)
            == made[index].cards.filter { !$0.isArchived }.map(\.text), "\(text)")
      }
      let archived = made.flatMap(\.cards).filter(\.isArchived)
      #expect(read.lists.last?.cards.filter(\.isArchived).map(\.text) == archived.map(\.text))
      let elsewhere = made.dropLast().flatMap(\.cards).count { $0.isArchived }
      #expect(export.left.count { $0.contains(": its list “") } == elsewhere)
    }
  }

  private static let titles = [
    "To Do", "A (3)", "(4)", "# B", "C #", "Archive", "***", "D\\", "E (0)", "F (99999)", "---",
  ]
  private static let endings = ["", " (1)", " #", " (2) (3)"]
}
