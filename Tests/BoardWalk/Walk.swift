package import BoardModel
package import Harness

/// Changes a board at random: in the same way for the same seed and the same board.
package struct Walk {
  package var generator: SeededGenerator
  private var added = 0

  package init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  /// The kinds of steps.
  package enum Step: CaseIterable {
    case addCards, addLarge, reorderCards, deleteCards, editCard
    case planCards, attach, archiveCards
    case addList, renameList, reorderList, deleteList
    case undo, redo
    case receive, settle, depart
  }

  /// Steps that undo takes back.
  package static let changes: [Step] = [
    .addCards, .addLarge, .reorderCards, .deleteCards, .editCard, .planCards, .attach,
    .archiveCards,
    .addList, .renameList, .reorderList, .deleteList,
  ]

  /// Steps that make files and remove them.
  package static let large: [Step] = [.addLarge, .addLarge, .attach, .depart, .undo, .renameList]

  /// Performs one step; some do nothing, such as a move of cards on an empty board.
  package mutating func step(
    _ board: BoardStore, among steps: [Step] = Step.allCases
  ) throws(BoardError) {
    let lists = try board.lists()
    // Most steps change cards.
    let isCard = Int.random(in: 0..<4, using: &generator) < 2 && steps.contains(.addCards)
    let step =
      isCard
      ? [.addCards, .reorderCards, .editCard].randomElement(using: &generator)
      : steps.randomElement(using: &generator)
    guard let step, let list = lists.randomElement(using: &generator) else {
      try board.perform(.addList(title: "Again", at: nil, on: .main))
      return
    }
    switch step {
    case .addCards: try board.perform(.addCards(newCards(), to: list.id, at: position()))
    case .addLarge: try board.perform(.addCards([largeCard()], to: list.id, at: position()))
    case .reorderCards, .deleteCards, .editCard, .planCards, .attach, .archiveCards, .depart:
      try changeCards(board, step, list.id)
    case .addList: try board.perform(.addList(title: name("List"), at: number(4), on: .main))
    case .renameList: try board.perform(.renameList(list.id, title: name("List")))
    case .reorderList: try board.perform(.reorderList(list.id, to: number(4)))
    case .deleteList: try board.perform(.deleteList(list.id))
    case .undo: try board.undo()
    case .redo: try board.redo()
    case .receive:
      try board.insertPending(name("transfer"), newCards(), to: list.id, at: position())
    case .settle: try settle(board)
    }
  }

  private mutating func changeCards(
    _ board: BoardStore, _ step: Step, _ list: ListID
  ) throws(BoardError) {
    let cards = try board.board().flatMap(\.cards).map(\.id)
    let chosen = cards.filter { _ in number(6) == 0 }
    guard let first = chosen.first ?? cards.first else { return }
    switch step {
    case .reorderCards: try board.perform(.reorderCards(chosen, to: list, at: position()))
    case .deleteCards: try board.perform(.deleteCards(chosen))
    case .editCard:
      try board.perform(.editCard(first, title: name("Edited"), text: "Line\nLine"))
    case .planCards:
      let details = CardDetails(
        due: DueDate(year: 2026, month: 1 + number(12), day: 1), isDone: number(2) == 0,
        labels: [CardLabel(name("Label"))],
        checklist: [ChecklistItem("One", isDone: true), ChecklistItem("Two", in: name("List"))],
        comments: [CardComment(name("Comment"), time: 1_764_500_000)])
      try board.perform(.editDetails(first, details))
    case .attach: try attach(board, first)
    case .archiveCards: try board.perform(.archiveCards(chosen + [first], true))
    case .depart:
      let key = try board.moveKey(of: first)
      try board.prepareMove(key: key)
      try board.deleteMoved(key: key)
    case .addCards, .addLarge, .addList, .renameList, .reorderList, .deleteList, .undo, .redo,
      .receive, .settle:
      break
    }
  }

  /// Attaches a file that is stored as one, or removes the first attachment.
  private mutating func attach(_ board: BoardStore, _ card: CardID) throws(BoardError) {
    if let first = try board.card(card)?.attachments.first, number(2) == 0 {
      try board.perform(.detach(card, attachment: first.number))
      return
    }
    let content = [UInt8](repeating: UInt8(number(256)), count: Staging.threshold + 1)
    let file = NewAttachment(
      name: name("file"), type: "application/x-large", content: .bytes(content))
    try board.perform(.attach([file], to: card))
  }

  private mutating func settle(_ board: BoardStore) throws(BoardError) {
    guard let transfer = try board.pendingTransfers().randomElement(using: &generator) else {
      return
    }
    switch number(3) {
    case 0: try board.makePermanent(transfer)
    case 1: try board.discard(transfer)
    case _:
      try board.makePermanent(transfer)
      try board.forget(transfer)
    }
  }

  private mutating func number(_ limit: Int) -> Int {
    Int.random(in: 0..<limit, using: &generator)
  }

  private mutating func name(_ word: String) -> String {
    added += 1
    return "\(word) \(added)"
  }

  private mutating func position() -> Position {
    number(3) == 0 ? .end : .index(number(6))
  }

  private mutating func newCards() throws(BoardError) -> [NewCard] {
    var cards: [NewCard] = []
    for _ in 0...number(3) {
      if number(3) == 0 {
        let geocache = try Geocache(
          name: name("Cache"), summary: "Here", latitude: Double(number(90)),
          longitude: -Double(number(180)))
        cards.append(try NewCard(geocache))
      } else {
        cards.append(NewCard(title: name("Card"), text: number(2) == 0 ? "" : "Text"))
      }
    }
    return cards
  }

  /// A card with a file of its own for its content.
  private mutating func largeCard() throws(BoardError) -> NewCard {
    let byte = UInt8(number(256))
    let content = [UInt8](repeating: byte, count: Staging.threshold + 1 + number(1000))
    let item = IncomingItem(
      name: name("large"), representations: [("application/x-large", .bytes(content))])
    let cards = try CardReader().cards(from: item)
    return cards[0]
  }
}
