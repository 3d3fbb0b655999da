/// Reading the board, without waiting for other processes.
extension BoardStore {
  /// The boards, in their order.
  package func boards() throws(BoardError) -> [NamedBoard] { try database.boards() }

  /// The lists of a board that are not archived, in their order.
  package func lists(on board: BoardID = .main) throws(BoardError) -> [BoardList] {
    try database.lists(on: board)
  }

  /// The list with an id, even if it is archived; nil if it does not exist.
  package func list(_ id: ListID) throws(BoardError) -> BoardList? {
    try database.first(
      "SELECT title, board, card_limit, is_archived FROM lists WHERE id = ?", .text(id.rawValue)
    ) { row in
      BoardList(
        id: id, title: row.text(0), board: BoardID(rawValue: row.text(1)),
        limit: row.isNull(2) ? nil : row.integer(2), isArchived: row.integer(3) != 0)
    }
  }

  /// The cards of a list, in their order. Two queries read them all.
  package func cards(in list: ListID) throws(BoardError) -> [Card] { try database.cards(in: list) }

  /// The ids of a list's cards, in their order.
  package func cardIDs(in list: ListID) throws(BoardError) -> [CardID] {
    try database.all(
      "SELECT id FROM cards WHERE list = ? AND is_archived = 0 ORDER BY rank, id",
      .text(list.rawValue)
    ) { CardID(rawValue: $0.text(0)) }
  }

  /// The number of cards in a list.
  package func cardCount(in list: ListID) throws(BoardError) -> Int {
    try database.cardCount(in: list)
  }

  /// The whole board at one moment.
  package func board(
    _ board: BoardID = .main
  ) throws(BoardError) -> [(list: BoardList, cards: [Card])] {
    try database.board(board)
  }

  /// Starts reading the whole board on another thread.
  package func startReading(_ board: BoardID = .main) -> BoardReading {
    BoardReading(Self.databasePath(in: folder), board)
  }

  /// The card with an id; nil where it does not exist.
  package func card(_ id: CardID) throws(BoardError) -> Card? { try row(id)?.card }

  /// The card with the id that a person typed, or the cards whose ids begin with it if it has at least four characters.
  package func cards(matching text: String) throws(BoardError) -> [Card] {
    let text = text.lowercased()
    if let card = try card(CardID(rawValue: text)) { return [card] }
    guard text.count >= 4, text.allSatisfy({ $0.isHexDigit || $0 == "-" }) else { return [] }
    return try database.all(
      "SELECT \(Schema.cardColumns) FROM cards WHERE id >= ?1 AND id < ?1 || 'g' ORDER BY id",
      .text(text)
    ) { CardRow($0).card }
  }

  /// The list with a title or an id. If no title matches exactly, case is ignored.
  ///
  /// - Parameter includesArchive: whether to look among archived lists too.
  /// - Throws: `noSuchList`, `ambiguous`.
  package func list(
    matching text: String, on board: BoardID = .main, includesArchive: Bool = false
  ) throws(BoardError) -> BoardList {
    let lists = try lists(on: board) + (includesArchive ? archivedLists(on: board) : [])
    if let list = lists.first(where: { $0.id.rawValue == text }) { return list }
    var found = lists.filter { $0.title == text }
    if found.isEmpty { found = lists.filter { $0.isNamed(text) } }
    guard let only = found.first else { throw .noSuchList(text) }
    guard found.count == 1 else {
      throw .ambiguous(text, candidates: found.map { "\($0.id) (\($0.title))" })
    }
    return only
  }

  func row(_ id: CardID) throws(BoardError) -> CardRow? {
    try database.first(
      "SELECT \(Schema.cardColumns) FROM cards WHERE id = ?", .text(id.rawValue)
    ) { CardRow($0) }
  }
}
