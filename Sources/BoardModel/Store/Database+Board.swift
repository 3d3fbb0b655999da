/// Reading a board over any connection to its database.
extension Database {
  /// Changes with every change that another connection makes (“PRAGMA data_version”).
  func version() throws(BoardError) -> Int {
    try first("PRAGMA data_version") { $0.integer(0) } ?? 0
  }

  func boards() throws(BoardError) -> [NamedBoard] {
    try all("SELECT id, name FROM boards ORDER BY rank, id") {
      NamedBoard(id: BoardID(rawValue: $0.text(0)), name: $0.text(1))
    }
  }

  func lists(on board: BoardID, archived: Bool = false) throws(BoardError) -> [BoardList] {
    try all(
      """
      SELECT id, title, card_limit FROM lists WHERE board = ? AND is_archived = ?
      ORDER BY rank, id
      """, .text(board.rawValue), .flag(archived)
    ) { row in
      BoardList(
        id: ListID(rawValue: row.text(0)), title: row.text(1), board: board,
        limit: row.isNull(2) ? nil : row.integer(2), isArchived: archived)
    }
  }

  func cards(in list: ListID) throws(BoardError) -> [Card] {
    let count = try cardCount(in: list)
    var reader = CardListReader(list, count: count)
    try each(
      """
      SELECT \(CardListReader.columns) FROM cards WHERE list = ? AND is_archived = 0
      ORDER BY rank, id
      """, .text(list.rawValue)
    ) { reader.append($0) }
    return reader.cards
  }

  func cardCount(in list: ListID) throws(BoardError) -> Int {
    try first(
      "SELECT count(*) FROM cards WHERE list = ? AND is_archived = 0", .text(list.rawValue)
    ) { $0.integer(0) } ?? 0
  }

  /// The archived cards, each with its list, which may be archived too.
  func archivedCards(on board: BoardID) throws(BoardError) -> [(card: Card, list: BoardList)] {
    let cards = try all(
      """
      SELECT \(Schema.cardColumns) FROM cards
      WHERE is_archived = 1 AND list IN (SELECT id FROM lists WHERE board = ?)
      ORDER BY list, rank, id
      """, .text(board.rawValue)
    ) { CardRow($0).card }
    let ofList = Dictionary(grouping: cards, by: \.list)
    return try (lists(on: board) + lists(on: board, archived: true)).flatMap { list in
      (ofList[list.id] ?? []).map { ($0, list) }
    }
  }

  /// The archived cards, and all cards of archived lists.
  func hiddenCards(on board: BoardID) throws(BoardError) -> [(card: Card, list: BoardList)] {
    var found: [(card: Card, list: BoardList)] = []
    for list in try lists(on: board, archived: true) {
      found += try cards(in: list.id).map { ($0, list) }
    }
    return try found + archivedCards(on: board)
  }

  func board(_ id: BoardID) throws(BoardError) -> [(list: BoardList, cards: [Card])] {
    try snapshot { () throws(BoardError) in
      var board: [(list: BoardList, cards: [Card])] = []
      for list in try lists(on: id) { board.append((list, try cards(in: list.id))) }
      return board
    }
  }
}
