internal import Translations

/// Changing the board.
extension BoardStore {
  /// Performs a change. The change is durable when this returns. It is one undo step.
  ///
  /// - Throws: `noSuchList`, `noSuchCard`, `invalid`; `diskFull`, `busy`, `storage`. Then nothing has changed.
  @discardableResult
  package func perform(_ change: BoardChange) throws(BoardError) -> ChangeOutcome {
    switch change {
    case .addBoard(let name, let lists): try addBoard(name, lists)
    case .renameBoard(let board, let name): try renameBoard(board, name)
    case .deleteBoard(let board): try deleteBoard(board)
    case .importLists(let lists, let board, let name): try importLists(lists, board, name)
    case .addList(let title, let index, let board, let limit, let refusingKnown):
      try addList(title, index, board, limit, refusingKnown)
    case .limitList(let list, let limit): try limitList(list, limit)
    case .archiveList(let list, let isArchived): try archiveList(list, isArchived)
    case .sortList(let list, let order): try sortList(list, order)
    case .renameList(let list, let title, let refusingKnown, let addition):
      try renameList(list, title, refusingKnown, addition)
    case .reorderList(let list, let index): try reorderList(list, index)
    case .deleteList(let list): try deleteList(list)
    case .addCards(let cards, let list, let position, let step):
      try addCards(cards, list, position, step)
    case .copyCards(let cards, let list, let position): try copyCards(cards, list, position)
    case .editCard(let card, let title, let text, let details):
      try editCard(card, title, text, details)
    case .editDetails(let card, let details): try editDetails(card, details)
    case .setDue(let cards, let due): try setDue(cards, due)
    case .setDone(let cards, let isDone, let next): try setDone(cards, isDone, then: next)
    case .setLabel(let cards, let label, let isSet): try setLabel(cards, label, isSet)
    case .changeLabel(let name, let label, let board): try changeLabel(name, label, board)
    case .archiveCards(let cards, let isArchived): try archiveCards(cards, isArchived)
    case .restore(let lists, let cards): try restore(lists, cards)
    case .attach(let files, let card): try attach(files, card)
    case .detach(let card, let number): try detach(card, [number])
    case .detachAll(let card, let numbers): try detach(card, numbers)
    case .editGeocache(let card, let geocache): try editGeocache(card, geocache)
    case .reorderCards(let cards, let list, let position): try reorderCards(cards, list, position)
    case .deleteCards(let cards): try deleteCards(cards)
    }
  }

  // MARK: Lists

  private func addList(
    _ title: String, _ index: Int?, _ board: BoardID, _ limit: Int?, _ refusingKnown: Bool
  ) throws(BoardError) -> ChangeOutcome {
    try Self.check(limit: limit)
    let title = try Self.title(ofList: title)
    return try change { () throws(BoardError) in
      try requireBoard(board)
      if refusingKnown { try requireNoList(named: title, on: board) }
      let list = ListID()
      let rank = try rank(ofListAt: index ?? .max, on: board, without: nil)
      let change = try recording(translated("Add List"), lists: [list]) { () throws(BoardError) in
        try database.insert(BoardList(id: list, title: title, board: board, limit: limit), rank)
      }
      return ChangeOutcome(change: change, lists: [list])
    }
  }

  private func renameList(
    _ list: ListID, _ title: String, _ refusingKnown: Bool, _ addition: ChangeID?
  ) throws(BoardError) -> ChangeOutcome {
    let title = try Self.title(ofList: title)
    return try change { () throws(BoardError) in
      try requireList(list)
      if refusingKnown, let board = try self.list(list)?.board {
        try requireNoList(named: title, on: board, besides: list)
      }
      if let addition, try lastChange(undone: false)?.id == addition {
        try setTitle(title, of: list)
        try amend(addition, title, of: list)
        return ChangeOutcome(change: addition, lists: [list])
      }
      let change = try recording(translated("Rename List"), lists: [list]) {
        () throws(BoardError) in
        try setTitle(title, of: list)
      }
      return ChangeOutcome(change: change, lists: [list])
    }
  }

  private func setTitle(_ title: String, of list: ListID) throws(BoardError) {
    try database.run(
      "UPDATE lists SET title = ? WHERE id = ?", .text(title), .text(list.rawValue))
  }

  private func reorderList(_ list: ListID, _ index: Int) throws(BoardError) -> ChangeOutcome {
    try change { () throws(BoardError) in
      guard let board = try self.list(list)?.board else { throw .noSuchList(list.rawValue) }
      let order = try lists(on: board).map(\.id)
      var wanted = order.filter { $0 != list }
      wanted.insert(list, at: min(max(index, 0), wanted.count))
      guard wanted != order else { return ChangeOutcome(lists: [list]) }
      let rank = try rank(ofListAt: index, on: board, without: list)
      let change = try recording(translated("Move List"), lists: [list]) { () throws(BoardError) in
        try database.run(
          "UPDATE lists SET rank = ? WHERE id = ?", .bytes(rank.bytes), .text(list.rawValue))
      }
      return ChangeOutcome(change: change, lists: [list])
    }
  }

  private func deleteList(_ list: ListID) throws(BoardError) -> ChangeOutcome {
    try change { () throws(BoardError) in
      try requireList(list)
      let cards = try database.all(
        "SELECT id FROM cards WHERE list = ?", .text(list.rawValue)
      ) { CardID(rawValue: $0.text(0)) }
      let change = try recording(translated("Delete List"), lists: [list], cards: cards) {
        () throws(BoardError) in
        try database.run("DELETE FROM cards WHERE list = ?", .text(list.rawValue))
        try database.run("DELETE FROM lists WHERE id = ?", .text(list.rawValue))
      }
      return ChangeOutcome(change: change, lists: [list], cards: cards)
    }
  }

  static func title(ofList title: String) throws(BoardError) -> String {
    let title = CardText.line(title)
    guard !title.isEmpty else {
      throw .invalid(field: "title", reason: translated("a list needs one"))
    }
    try CardText.check(title, "title", atMost: CardText.longestTitle)
    return title
  }

  // MARK: Cards

  private func addCards(
    _ cards: [NewCard], _ list: ListID, _ position: Position,
    _ earlier: ChangeStep?
  ) throws(BoardError) -> ChangeOutcome {
    var staged: [NewCard] = []
    for card in cards { staged.append(try card.staged(by: staging)) }
    step("large content is staged")
    return try change { () throws(BoardError) in
      try requireList(list)
      let ranks = try ranks(staged.count, in: list, at: position)
      let ids = staged.map(\.id)
      let earlier = try continued(earlier)
      let count = ids.count + (earlier?.count ?? 0)
      let name = translated(count: count, one: "Add Card", other: "Add {count} Cards")
      var notes: [String] = []
      let change = try recording(name, cards: ids, in: earlier) {
        () throws(BoardError) in
        for (card, rank) in zip(staged, ranks) {
          try insert(try store(card, in: list, rank))
        }
        notes = try unifyLabels(of: staged.filter { !$0.details.labels.isEmpty }.map(\.id))
      }
      let step = change.map { ChangeStep(change: $0, count: count) }
      return ChangeOutcome(change: change, step: step, cards: ids, notes: notes)
    }
  }

  /// A copy shares the content of its card, which never changes and exists as long as one card has it: copying a
  /// gigabyte takes no longer than copying a word.
  private func copyCards(
    _ ids: [CardID], _ list: ListID, _ position: Position
  ) throws(BoardError) -> ChangeOutcome {
    try change { () throws(BoardError) in
      try requireList(list)
      let originals = try existing(ids)
      let ranks = try ranks(originals.count, in: list, at: position)
      let copies = originals.map { _ in CardID() }
      let name = translated(
        count: copies.count, one: "Copy Card", other: "Copy {count} Cards")
      let change = try recording(name, cards: copies) { () throws(BoardError) in
        for (index, original) in originals.enumerated() {
          try database.run(
            """
            INSERT INTO cards (\(Schema.cardColumns))
            SELECT ?, ?, ?, \(Schema.shownColumns), 0 FROM cards WHERE id = ?
            """, .text(copies[index].rawValue), .text(list.rawValue), .bytes(ranks[index].bytes),
            .text(original.rawValue))
        }
        try unifyLabels(of: copies)
      }
      return ChangeOutcome(change: change, cards: copies)
    }
  }

  private func reorderCards(
    _ ids: [CardID], _ list: ListID, _ position: Position
  ) throws(BoardError) -> ChangeOutcome {
    try change { () throws(BoardError) in
      try requireList(list)
      let moving = try existing(ids)
      let isInPlace = try isInPlace(moving, list, position)
      guard !isInPlace else { return ChangeOutcome(cards: moving) }
      let ranks = try ranks(moving.count, in: list, at: position, without: Set(moving))
      let name = translated(
        count: moving.count, one: "Move Card", other: "Move {count} Cards")
      let areComing = try areComing(moving, to: list)
      let change = try recording(name, cards: moving) { () throws(BoardError) in
        for (card, rank) in zip(moving, ranks) {
          try database.run(
            "UPDATE cards SET list = ?, rank = ? WHERE id = ?", .text(list.rawValue),
            .bytes(rank.bytes), .text(card.rawValue))
        }
        if areComing { try unifyLabels(of: moving) }
      }
      return ChangeOutcome(change: change, cards: moving)
    }
  }

  /// Whether one of the cards is on another board than a list.
  private func areComing(_ cards: [CardID], to list: ListID) throws(BoardError) -> Bool {
    for id in cards {
      let isElsewhere = try database.first(
        """
        SELECT 1 FROM cards JOIN lists ON lists.id = cards.list
        WHERE cards.id = ? AND lists.board <> (SELECT board FROM lists WHERE id = ?)
        """, .text(id.rawValue), .text(list.rawValue)
      ) { _ in true }
      if isElsewhere != nil { return true }
    }
    return false
  }

  private func deleteCards(_ ids: [CardID]) throws(BoardError) -> ChangeOutcome {
    try change { () throws(BoardError) in
      let deleted = try existing(ids)
      let name = translated(
        count: deleted.count, one: "Delete Card", other: "Delete {count} Cards")
      let change = try recording(name, cards: deleted) { () throws(BoardError) in
        for card in deleted {
          try database.run("DELETE FROM cards WHERE id = ?", .text(card.rawValue))
        }
      }
      return ChangeOutcome(change: change, cards: deleted)
    }
  }

  /// The cards that still exist, each once. If none of them exists, it throws `noSuchCard`.
  func existing(_ ids: [CardID]) throws(BoardError) -> [CardID] {
    var found: [CardID] = []
    var seen: Set<CardID> = []
    for id in ids where seen.insert(id).inserted {
      if try card(id) != nil { found.append(id) }
    }
    if found.isEmpty, let first = ids.first { throw .noSuchCard(first.rawValue) }
    return found
  }
}
