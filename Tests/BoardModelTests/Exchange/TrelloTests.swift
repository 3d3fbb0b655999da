import Foundation
import Testing

@testable import BoardModel

@Suite struct TrelloTests {
  private func read(_ text: String) throws -> BoardImport {
    try BoardImport(
      trello: Array(text.utf8), zone: try #require(TimeZone(identifier: "Europe/Berlin")))
  }

  /// Regression: each checklist of a card was compared with each of the board's.
  @Test(.timeLimit(.minutes(1))) func `a card may have very many checklists`() throws {
    let lists = (0..<20_000).map { #"{"id": "\#($0)", "idCard": "c"}"# }.joined(separator: ",")
    let read = try read(
      #"""
      {"lists": [{"id": "l"}], "checklists": [\#(lists)],
       "cards": [{"id": "c", "idList": "l", "name": "A", "checklists": [\#(lists)]}]}
      """#)
    #expect(read.lists[0].cards.map(\.title) == ["A"])
  }

  @Test func `what a board says of itself, and that a card is a template, is told`() throws {
    let read = try read(
      #"""
      {"name": "", "desc": "For the harbour", "prefs": {"isTemplate": true}, "lists": [{"id": "l"}],
       "cards": [{"id": "c", "idList": "l", "name": "A", "isTemplate": true}]}
      """#)
    #expect(
      read.left == [
        "the board's description", "that the board is a template", "“A”: that it is a template",
      ])
  }

  @Test func `a board of Trello's is read with its order, dates, labels and checklists`() throws {
    let read = try read(
      #"""
      {"name": "Harbour", "lists": [
        {"id": "l2", "name": "Done", "closed": true, "pos": 20.5},
        {"id": "l1", "name": "To\nDo", "closed": false, "pos": 10}],
      "cards": [
        {"id": "c2", "idList": "l1", "name": "Second", "desc": "", "pos": 2, "closed": true},
        {"id": "c1", "idList": "l1", "name": "First", "desc": "the **fence**", "pos": 1,
         "due": "2026-11-25T14:30:00.000Z", "dueComplete": true,
         "labels": [{"name": "Home", "color": "lime_dark"}, {"name": "", "color": "sky"},
                    {"name": "Home", "color": "red"}, {"name": "", "color": null}],
         "attachments": [{"name": "plan [1].pdf", "url": "https://example.org/a b"},
           {"name": "https://example.org", "url": "https://example.org"},
           {"name": "own.pdf", "url": "file:///own.pdf"}],
         "idMembers": ["m1", "m2", "m1", "gone"], "start": null, "cover": {"color": "sky"}},
        {"id": "c3", "idList": "gone", "name": "Lost", "pos": 3}],
      "checklists": [
        {"id": "k1", "idCard": "c1", "name": "Checklist", "pos": 1, "checkItems": [
          {"name": "b", "state": "incomplete", "pos": 2}, {"name": "a", "state": "complete", "pos": 1}]},
        {"id": "k2", "idCard": "c1", "name": "Colours", "pos": 2,
         "checkItems": [{"name": "blue", "state": "incomplete", "pos": 1, "due": "2026-11-25T14:30:00.000Z",
           "idMember": "m1"}]}],
      "members": [{"id": "m1", "fullName": "Jane Doe", "username": "jane"},
        {"id": "m2", "fullName": "", "username": "home"}, {"id": 3}],
      "actions": [
        {"type": "commentCard", "data": {"card": {"id": "c1"}, "text": "well\n"},
         "date": "2026-11-26T09:00:00.500Z", "memberCreator": {"fullName": "Jane Doe"}},
        {"type": "commentCard", "data": {"card": {"id": "c1"}, "text": "first"},
         "date": "2026-11-25T09:00:00.000Z", "idMemberCreator": "m2"},
        {"type": "commentCard", "data": {"card": {"id": "c1"}}}]}
      """#)
    #expect(read.lists.map(\.title) == ["To Do", "Done"])
    #expect(read.lists.map(\.isArchived) == [false, true])
    try #require(read.lists[0].cards.count == 2)
    let (first, second) = (read.lists[0].cards[0], read.lists[0].cards[1])
    #expect(first.title == "First" && !first.isArchived)
    #expect(
      first.text
        == "the **fence**\n\n[plan \\[1\\].pdf](https://example.org/a%20b)\nhttps://example.org")
    let words = try first.representations[0].content.bytes()
    #expect(String(decoding: words, as: UTF8.self) == "First\n\(first.text)")
    #expect(first.details.due == DueDate("2026-11-25T15:30"))
    #expect(first.details.isDone)
    #expect(
      first.details.labels == [
        CardLabel("Home", .green), CardLabel("sky", .blue), CardLabel("Jane Doe"),
        CardLabel("home"),
      ])
    #expect(
      first.details.checklist == [
        ChecklistItem("a", isDone: true), ChecklistItem("b"),
        ChecklistItem("blue", due: DueDate("2026-11-25T15:30"), in: "Colours"),
      ])
    #expect(
      first.details.comments == [
        CardComment("first", time: 1_795_597_200, author: "home"),
        CardComment("well\n", time: 1_795_683_600, author: "Jane Doe"),
      ])
    #expect(second.title == "Second" && second.isArchived)
    #expect(
      read.left.filter { !$0.hasPrefix("“First”") } == [
        "the board's name “Harbour”", "“Lost”: it is in no list",
      ])
    // One line has all of a card.
    let parts = read.left.filter { $0.hasPrefix("“First”: ") }
      .flatMap { $0.dropFirst("“First”: ".count).components(separatedBy: "; ") }
    #expect(
      Set(parts) == [
        "the label “”", "the attachment own.pdf", "its members", "1 comment",
        "the member of the item “blue”", "the colour of its cover",
      ])
    #expect(read.left.count { $0.hasPrefix("“First”: ") } <= 2)
  }

  @Test(arguments: [
    "[]", "{}", #"{"lists": []}"#, #"{"lists": {}, "cards": []}"#, "{", "no JSON",
    "{\"lists\": [], ",
  ])
  func `what is no board of Trello's is refused`(text: String) {
    guard case .malformed? = error({ _ = try read(text) }) else {
      Issue.record("it was accepted")
      return
    }
  }

  @Test func `members of other types count as missing`() throws {
    let read = try read(
      #"""
      {"lists": [{"id": 1, "name": 2, "closed": "x", "pos": "bottom"}, 3, null],
       "cards": [{"name": null, "idList": 1, "labels": [{"color": "a "}], "due": 5, "pos": 1e999}, []],
       "checklists": 7, "actions": [{"type": "commentCard"}]}
      """#)
    #expect(read.lists.map(\.title) == ["2"])
    try #require(read.lists[0].cards.count == 1)
    #expect(read.lists[0].cards.map(\.title) == ["Untitled"])
    #expect(read.lists[0].cards[0].details.labels == [CardLabel("a")])
    #expect(
      Set(read.left) == [
        "what has another form than Trello's in “lists”",
        "what has another form than Trello's in “cards”",
        "what has another form than Trello's in “checklists”",
        "“Untitled”: the date “5”",
      ])
  }

  /// Regression: these were lost without a word.
  @Test func `items without a name and items in another form are listed`() throws {
    let read = try read(
      #"""
      {"lists": [{"id": "l", "name": "To Do"}],
       "cards": [{"id": "a", "idList": "l", "name": "A"}, {"id": "b", "idList": "l", "name": "B"}],
       "checklists": [{"id": "k1", "idCard": "a", "checkItems": [
           {"name": ""}, {"name": null}, {"name": 7, "state": "complete"}, "x"]},
         {"id": "k2", "idCard": "b", "checkItems": {"name": "one"}}]}
      """#)
    let (a, b) = (read.lists[0].cards[0], read.lists[0].cards[1])
    #expect(a.details.checklist == [ChecklistItem("7", isDone: true)])
    #expect(b.details.checklist.isEmpty)
    #expect(
      read.left == [
        "“A”: what has another form than Trello's in “checkItems”; 2 items without a name",
        "“B”: what has another form than Trello's in “checkItems”",
      ])
  }

  /// Regression: a checklist in its card was lost without a word.
  @Test func `a checklist in its card is read, once if the board has it too`() throws {
    let read = try read(
      #"""
      {"lists": [{"id": "l", "name": "To Do"}],
       "cards": [{"id": "a", "idList": "l", "name": "A", "checklists": [
           {"id": "k1", "checkItems": [{"name": "one"}]},
           {"id": "k2", "checkItems": [{"name": "two"}]}, {"checkItems": [{"name": "three"}]}]},
         {"id": "b", "idList": "l", "name": "B", "checklists": ["k3"]}],
       "checklists": [{"id": "k1", "checkItems": [{"name": "one"}]},
         {"id": "k2", "idCard": "a", "checkItems": [{"name": "other"}]}]}
      """#)
    #expect(
      read.lists[0].cards.map { $0.details.checklist.map(\.text) }
        == [["one", "other", "two", "three"], []])
    #expect(read.left == ["“B”: what has another form than Trello's in “checklists”"])
  }

  /// Regression: both cards had the checklist.
  @Test func `of cards with the same id, only the first has the checklist`() throws {
    let read = try read(
      #"""
      {"lists": [{"id": "l", "name": "To Do"}],
       "cards": [{"id": "a", "idList": "l", "name": "A"}, {"id": "a", "idList": "l", "name": "B"}],
       "checklists": [{"idCard": "a", "checkItems": [{"name": "one"}]}],
       "actions": [{"type": "commentCard", "data": {"card": {"id": "a"}}}]}
      """#)
    #expect(read.lists[0].cards.map { $0.details.checklist.map(\.text) } == [["one"], []])
    #expect(read.left == ["“A”: 1 comment"])
  }

  /// Regression: a checklist without its card's id was lost without a word.
  @Test func `a checklist is of the card that it names, or that names it, or is listed`() throws {
    let read = try read(
      #"""
      {"lists": [{"id": "l", "name": "To Do"}],
       "cards": [{"id": "a", "idList": "l", "name": "A", "idChecklists": ["k2", 5, "k1"]},
         {"id": "b", "idList": "l", "name": "B", "idChecklists": {}}],
       "checklists": [{"id": "k1", "idCard": "b", "checkItems": [{"name": "one"}]},
         {"id": "k2", "checkItems": [{"name": "two"}]},
         {"id": "k3", "name": "Paint", "checkItems": [{"name": "three"}]},
         {"idCard": "gone", "checkItems": [{"name": "four"}]}]}
      """#)
    #expect(read.lists[0].cards.map { $0.details.checklist.map(\.text) } == [["two"], ["one"]])
    #expect(
      read.left == [
        "the checklist “Paint”, which no card has", "the checklist “Untitled”, which no card has",
      ])
  }

  /// Regression: the limits were lost without a word.
  @Test func `a list keeps its limit, and one that no list can have is listed`() throws {
    let limits = ["5", "9999.0", "null", "0", "2.5", "10000", "1e99", "\"many\"", "[3]"]
    let lists = limits.enumerated().map { #"{"name": "L\#($0)", "softLimit": \#($1)}"# }
    let read = try read(#"{"lists": [\#(lists.joined(separator: ",")), {}], "cards": []}"#)
    #expect(read.lists.map(\.limit) == [5, 9999] + Array(repeating: nil, count: 8))
    #expect(
      read.left == [
        "“L3”: the limit of 0", "“L4”: the limit of 2.5", "“L5”: the limit of 10000",
        "“L6”: the limit of 1e99", "“L7”: the limit of many",
        "“L8”: what has another form than Trello's in “softLimit”",
      ])
  }

  @Test func `too much is refused`() {
    let cards = Array(repeating: "{}", count: BoardImport.mostCards + 1).joined(separator: ",")
    guard case .malformed? = error({ _ = try read(#"{"lists":[],"cards":[\#(cards)]}"#) }) else {
      Issue.record("it was accepted")
      return
    }
  }
}
