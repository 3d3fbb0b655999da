import Testing

@testable import BoardModel

/// The results of a search, and the cards that a pasted text becomes.
@Suite struct CardSearchTests {
  private let text = SearchText(
    Card(
      id: CardID(), list: ListID(), title: "Café at the Mühle", text: "Two litres\nof BLUE paint",
      kind: .file, name: "tide-table.pdf", coordinates: nil, hasPicture: false,
      representations: [RepresentationInfo(type: "application/pdf", size: 3)]),
    and: "PDF document")

  @Test(arguments: [
    "", "  ", "café", "CAFE", "muhle", "MÜHLE", "blue", "litres paint", "paint  litres",
    "tide-t", "application/pdf", "document",
  ])
  func `each typed word is found in any field, case and accent`(_ typed: String) {
    #expect(CardSearch(typed).finds(text))
  }

  @Test(arguments: ["cafe latte", "mühlen", "litresof", "pdfa", "paintt", "x"])
  func `a word that is not there, or stands across two fields, is not found`(_ typed: String) {
    #expect(!CardSearch(typed).finds(text))
  }

  @Test func `a label is found as it is typed`() {
    let card = Card(
      id: CardID(), list: ListID(), title: "garden", text: "", kind: .text, name: nil,
      coordinates: nil, hasPicture: false, representations: [],
      details: CardDetails(labels: [CardLabel("Home & Yard")]))
    for typed in ["#home", "home", "#Home yard"] {
      #expect(CardSearch(typed).finds(SearchText(card)), "\(typed)")
    }
    for typed in ["#garden", "#yard", "##home"] {
      #expect(!CardSearch(typed).finds(SearchText(card)), "\(typed)")
    }
  }

  /// The card is due tomorrow and not done, or overdue.
  @Test(arguments: [
    ("due:tomorrow", true), ("due:week", true), ("due:", true), ("done:no", true),
    ("label:\"In Prog\"", true), ("label:“in progress” paint", true), ("label:\"in x\"", false),
    ("label:in-prog", true), ("LABEL:in", true), ("paint due:week done:no", true),
    ("due:today", false), ("overdue", false), ("due:overdue", false), ("due:none", false),
    ("done:yes", false), ("label:progress", false), ("due:week done:yes", false),
    ("due:soon", false),
  ])
  func `what is planned is found by words for it`(_ typed: String, isFound: Bool) {
    var card = Card(
      id: CardID(), list: ListID(), title: "Paint", text: "", kind: .text, name: nil,
      coordinates: nil, hasPicture: false, representations: [],
      details: CardDetails(due: DueDate.now.tomorrow, labels: [CardLabel("In progress")]))
    #expect(CardSearch(typed).finds(card) == isFound)
    card.details.due = DueDate(year: 2000, month: 1, day: 1)
    #expect(CardSearch("overdue").finds(card) && CardSearch("due:overdue").finds(card))
    card.details.isDone = true
    #expect(!CardSearch("overdue").finds(card) && CardSearch("done:yes").finds(card))
    card.title = "overdue"
    card.details.due = nil
    #expect(CardSearch("overdue").finds(card) && CardSearch("due:none").finds(card))
  }

  @Test func `blanks search for nothing`() {
    #expect(CardSearch(" \t").isEmpty)
    #expect(!CardSearch("a").isEmpty)
  }

  @Test func `each line that is not blank becomes a card, or all of them become one`() {
    let pasted = TypedLines("\r\n  Buy milk \r\n\n\tCall Ada\nSleep")
    #expect(pasted.cards().map(\.title) == ["Buy milk", "Call Ada", "Sleep"])
    #expect(pasted.card.title == "Buy milk")
    #expect(pasted.card.text == "\n\tCall Ada\nSleep")
    #expect(TypedLines(" \n\n").lines.isEmpty)
  }

  @Test func `marks of a list are left out of pasted lines, and boxes say what is done`() {
    let pasted = TypedLines(
      "- [ ] Lay floor #house\n* [x] Paint\n1. Walk\n 2)  Run\n• Eat\n-5 degrees\n1999. A year\n- \n-[x] no"
    )
    let cards = pasted.cards()
    let titles = [
      "Lay floor", "Paint", "Walk", "Run", "Eat", "-5 degrees", "1999. A year", "-", "-[x] no",
    ]
    #expect(cards.map(\.title) == titles)
    #expect(cards.map(\.details.isDone) == titles.map { $0 == "Paint" })
    #expect(cards[0].details.labels.map(\.name) == ["house"])
    #expect(pasted.items[1] == ChecklistItem("Paint", isDone: true))
    #expect(pasted.items[0] == ChecklistItem("Lay floor #house"))
  }
}
