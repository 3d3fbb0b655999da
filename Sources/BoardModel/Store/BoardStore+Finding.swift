/// Finding cards, lists and boards.
extension BoardStore {
  /// The cards of a board that a search finds, in the order of the board.
  ///
  /// - Parameter includesArchive: whether it also finds archived cards. They stand behind the others of their lists,
  ///   and archived lists behind the others.
  package func search(
    _ search: CardSearch, on board: BoardID = .main, includesArchive: Bool = false
  ) throws(BoardError) -> [(list: BoardList, cards: [Card])] {
    var lists = try self.board(board)
    if includesArchive {
      lists += try archivedLists(on: board).map { ($0, []) }
      let hidden = try hiddenCards(on: board)
      for index in lists.indices { lists[index].cards += hidden[lists[index].list.id] ?? [] }
    }
    return lists.compactMap { list, cards in
      let found = cards.filter(search.finds)
      return found.isEmpty ? nil : (list, found)
    }
  }

  /// The archive of a board: first each list that has archived cards, with these cards; then each archived list, with
  /// all its cards.
  package func archive(
    of board: BoardID = .main
  ) throws(BoardError) -> [(list: BoardList, cards: [Card])] {
    let hidden = try hiddenCards(on: board)
    let lists = try lists(on: board).filter { hidden[$0.id] != nil } + archivedLists(on: board)
    return lists.map { ($0, hidden[$0.id] ?? []) }
  }

  /// The cards of a board that no list shows, by their lists.
  private func hiddenCards(on board: BoardID) throws(BoardError) -> [ListID: [Card]] {
    Dictionary(grouping: try database.hiddenCards(on: board)) { $0.list.id }
      .mapValues { $0.map(\.card) }
  }

  /// The archived cards of a board, each with its list, which may be archived too: the lists in their order.
  package func archivedCards(
    on board: BoardID = .main
  ) throws(BoardError) -> [(card: Card, list: BoardList)] {
    try database.archivedCards(on: board)
  }

  /// The archived lists of a board, in their order.
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
