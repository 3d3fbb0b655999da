/// Reading a board over any connection to its database.
extension Database {
  func lists() throws(BoardError) -> [BoardList] {
    try all("SELECT id, title FROM lists ORDER BY rank, id") {
      BoardList(id: ListID(rawValue: $0.text(0)), title: $0.text(1))
    }
  }

  func cards(in list: ListID) throws(BoardError) -> [Card] {
    let count = try cardCount(in: list)
    var reader = CardListReader(list, count: count)
    try each(
      "SELECT \(CardListReader.columns) FROM cards WHERE list = ? ORDER BY rank, id",
      .text(list.rawValue)
    ) { reader.append($0) }
    return reader.cards
  }

  func cardCount(in list: ListID) throws(BoardError) -> Int {
    try first("SELECT count(*) FROM cards WHERE list = ?", .text(list.rawValue)) {
      $0.integer(0)
    } ?? 0
  }

  func board() throws(BoardError) -> [(list: BoardList, cards: [Card])] {
    try snapshot { () throws(BoardError) in
      var board: [(list: BoardList, cards: [Card])] = []
      for list in try lists() { board.append((list, try cards(in: list.id))) }
      return board
    }
  }
}
