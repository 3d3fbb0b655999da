import Testing

@testable import BoardModel

/// Texts and pages that are nothing but a list: each item is a card.
@Suite struct ListCardTests {
  private static let plain = "text/plain;charset=utf-8"

  private func cards(
    _ representations: (String, String)..., splittingLists: Bool = true
  ) throws -> [NewCard] {
    try CardReader(splittingLists: splittingLists).cards(
      from: IncomingItem(
        representations: representations.map { ($0.0, .bytes(Array($0.1.utf8))) }))
  }

  private static let lists: [(String, [String], [[String]])] = [
    ("- [ ] Rent van\n- [ ] Pack boxes\n", ["Rent van", "Pack boxes"], [[], []]),
    ("- [ ] Rent van\n- Cancel internet\n", ["Rent van", "Cancel internet"], [[], []]),
    (
      "- [ ] Pack\n  - [ ] kitchen\n  - [x] books\n- Go", ["Pack", "Go"],
      [["kitchen", "books"], []]
    ),
    ("  * a\n\n  * b\n", ["a", "b"], [[], []]), ("1. a\n2. b", ["a", "b"], [[], []]),
    ("• a\r\n• b\r\n", ["a", "b"], [[], []]), ("•\ta\n–\tb", ["a", "b"], [[], []]),
    ("    - a\n    - b\n", ["a", "b"], [[], []]), ("- [ ] a\n- [ ] \n- \n", ["a"], [[]]),
    ("- [ ] one\n", ["one"], [[]]),
    ("- [ ] Pack\n\t- [ ] kitchen\n", ["Pack"], [["kitchen"]]),
    ("- [ ] a @{2026-13-40}\n- b", ["a @{2026-13-40}", "b"], [[], []]),
  ]

  @Test(arguments: [plain, "text/markdown"])
  func `each item of a list is a card, and nested boxes are its checklist`(type: String) throws {
    for (text, titles, items) in Self.lists {
      for heading in [nil, "Move"] {
        let whole = (heading.map { "## \($0) #\n\n" } ?? "") + text
        let cards = try cards((type, whole))
        #expect(cards.map(\.title) == titles, "\(whole)")
        #expect(cards.map { $0.details.checklist.map(\.text) } == items, "\(whole)")
        #expect(cards.map(\.heading) == [heading] + titles.dropFirst().map { _ in nil })
      }
    }
    let plans = try cards((type, "- [x] a @{2026-12-05} #home\n- b\n  - c\n"))
    #expect(plans[0].details.isDone && plans[0].details.labels == [CardLabel("home")])
    #expect(plans[0].details.due == DueDate("2026-12-05"))
    #expect(plans[1].title == "b" && plans[1].text == "- c")
  }

  @Test(arguments: [
    "Buy tent\nBook ferry\n", "- a\nwords\n- b\n", "Words:\n- a\n- b\n", "- a\n\nwords\n", "- a\n",
    "# A\n- a\n# B\n- b\n", "* * *\n* a\n", "-a\n-b\n", "- \n- \n", "# Title\n",
    "2026. a\n2027. b\n",
    "- [ ] task\n\nand words\n", "",
  ])
  func `other texts are one card`(text: String) throws {
    #expect(try cards((Self.plain, text)).count == 1)
    #expect(try cards(("text/markdown", text)).count == 1)
  }

  @Test func `only a text is split, and only where it is wanted`() throws {
    let list = "- [ ] a\n- [ ] b\n"
    #expect(try cards((Self.plain, list), splittingLists: false).count == 1)
    #expect(try cards(("text/markdown", list), splittingLists: false).count == 1)
    #expect(try cards((Self.plain, list), ("application/zip", "c")).count == 1)
    // What is for one program only does not stand for the content.
    #expect(
      try cards((Self.plain, list), ("application/x-other", "c")).map(\.title) == ["a", "b"])
    let file = IncomingItem(
      name: "a.md", representations: [(Self.plain, .bytes(Array(list.utf8)))])
    #expect(try CardReader().cards(from: file).count == 1)
    #expect(try cards((Self.plain, "a\nb\n"), ("text/markdown", list)).map(\.title) == ["a", "b"])
  }

  @Test func `each item of a list in HTML is a card`() throws {
    let html = """
      <meta charset="utf-8"><h2>Trip</h2><ul><li>Buy tent</li>
      <li><input type=checkbox checked>Pack<ul><li>☐ kitchen</ul></li>
      <li><a href="https://example.org/">Ferry</a></li></ul>
      """
    for cards in [
      try cards(("text/html", html)), try cards((Self.plain, "Trip\nBuy…"), ("text/html", html)),
    ] {
      #expect(cards.map(\.title) == ["Buy tent", "Pack", "Ferry"])
      #expect(cards.map(\.text) == ["", "", "[Ferry](https://example.org/)"])
      #expect(cards[1].details.isDone && cards[1].details.checklist == [ChecklistItem("kitchen")])
      #expect(cards[0].heading == "Trip")
    }
    #expect(try cards(("text/html", "<p>a<ul><li>b<li>c</ul>")).count == 1)
  }

  @Test(arguments: [
    ("<ul><li>Buy tent<li>Book ferry</ul><p>words", "Buy tent", "- Book ferry\n\nwords"),
    ("<ul><li>Buy tent</ul>", "Buy tent", ""),
    ("<ol><li>a<br>b<ul><li>c</ul><li>d</ol><p>e", "a", "b\n\n- c\n\n1) d\n\ne"),
    ("<blockquote>a<p>b</blockquote>", "a", "> b"),
    (
      "<ul><li><a href='https://e.org'>a</a><li>b</ul><p>c", "a",
      "[a](https://e.org)\n\n- b\n\nc"
    ),
    ("<title>T</title><ul><li>a<li>b</ul><p>c", "T", "- a\n- b\n\nc"),
  ])
  func `the first line of a page is not in the text again`(
    html: String, title: String, text: String
  ) throws {
    let card = try #require(try cards(("text/html", html)).first)
    #expect(card.title == title && card.text == text)
  }

  @Test(arguments: [
    ("Buy tent\nBook ferry\nAsk Ann\n", true), ("\n  a\n  b\n\n", true), ("one", false),
    ("a\n\nb\n", false), ("a\n  b\n", false), ("", false),
    ("a\n" + String(repeating: "long ", count: 13), false),
    (String(repeating: "a\n", count: 1001), false), (String(repeating: "a\n", count: 1000), true),
  ])
  func `several short lines may be titles`(text: String, areTitles: Bool) throws {
    let card = try #require(try cards((Self.plain, text)).first)
    #expect((card.titles != nil) == areTitles)
    #expect(try cards((Self.plain, text), ("text/html", "<p>a")).first?.titles == card.titles)
    #expect(try cards(("text/markdown", text)).first?.titles == nil)
  }

  @Test func `pasted lines keep what is nested in a list with its item`() {
    let text = "- [ ] Pack boxes #home due:2026-12-01\n  - [ ] kitchen\n  - [x] books\n- Rent van"
    let cards = TypedLines(text).cards(colors: ["home": .purple])
    #expect(cards.map(\.title) == ["Pack boxes", "Rent van"])
    #expect(
      cards[0].details
        == CardDetails(
          due: DueDate("2026-12-01"), labels: [CardLabel("home", .purple)],
          checklist: [ChecklistItem("kitchen"), ChecklistItem("books", isDone: true)]))
    // Lines of which some are no items are a card each, as before.
    #expect(
      TypedLines("Move\n- [x] a\n  - [ ] b\n").cards().map(\.title) == ["Move", "a", "b"])
  }
}
