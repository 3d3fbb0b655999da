/// Finding cards, lists and boards.
extension BoardStore {
  /// The cards of a board that a search finds, in the order of the board.
  package func search(
    _ search: CardSearch, on board: BoardID = .main
  ) throws(BoardError) -> [(list: BoardList, cards: [Card])] {
    try self.board(board).compactMap { list, cards in
      let found = cards.filter(search.finds)
      return found.isEmpty ? nil : (list, found)
    }
  }

  /// The cards of a board that are put away, each with its list, which may be put away too: the lists in their order.
  package func archivedCards(
    on board: BoardID = .main
  ) throws(BoardError) -> [(card: Card, list: BoardList)] {
    let cards = try database.all(
      """
      SELECT \(Schema.cardColumns) FROM cards
      WHERE is_archived = 1 AND list IN (SELECT id FROM lists WHERE board = ?)
      ORDER BY list, rank, id
      """, .text(board.rawValue)
    ) { CardRow($0).card }
    var found: [(card: Card, list: BoardList)] = []
    for list in try lists(on: board) + archivedLists(on: board) {
      found += cards.filter { $0.list == list.id }.map { ($0, list) }
    }
    return found
  }

  /// The lists of a board that are put away, in their order.
  package func archivedLists(on board: BoardID = .main) throws(BoardError) -> [BoardList] {
    try database.lists(on: board, archived: true)
  }

  /// The board with a name or an id; “board” is the default board, whatever its name. Where no name matches exactly,
  /// its case does not count.
  ///
  /// - Throws: `noSuchBoard`.
  package func board(matching text: String) throws(BoardError) -> NamedBoard {
    let boards = try boards()
    let found =
      boards.first { $0.name == text } ?? boards.first { $0.id.rawValue == text }
      ?? boards.first { $0.name.lowercased() == text.lowercased() }
      ?? boards.first { $0.targetPrefix() == text.lowercased() }
    guard let found else { throw .noSuchBoard(text) }
    return found
  }

  /// The content of a card's attachment, which may be read on any thread.
  ///
  /// - Throws: `noSuchCard`, `noSuchRepresentation`.
  package func attachment(_ number: Int, of id: CardID) throws(BoardError) -> Content {
    try contents(of: id).read(attachment: number)
  }
}
