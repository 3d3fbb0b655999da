/// Cards that stand one after the other in a list.
package struct CardRun: Sendable {
  package let list: ListID
  package fileprivate(set) var cards: [Card]
  /// The card after them; nil at the end of the list.
  package let next: CardID?
}

/// Reading only what has changed: a list may have thousands of other cards.
extension BoardStore {
  /// Those of the cards that lists show, at the places where they are now. The time grows with these cards, and not
  /// with their lists.
  ///
  /// - Returns: the runs, those of one list in its order. The card after a run is none of these cards.
  package func runs(of cards: [CardID]) throws(BoardError) -> [CardRun] {
    try database.snapshot { () throws(BoardError) in
      var rows: [CardRow] = []
      for id in Set(cards) {
        if let row = try row(id), !row.card.isArchived { rows.append(row) }
      }
      rows.sort { $0.place < $1.place }
      // From the end: what follows a card that another of them follows follows both.
      var runs: [CardRun] = []
      for row in rows.reversed() {
        let next = try next(after: row)
        if let last = runs.last, last.list == row.card.list, last.cards.last?.id == next {
          runs[runs.count - 1].cards.append(row.card)
        } else {
          runs.append(CardRun(list: row.card.list, cards: [row.card], next: next))
        }
      }
      for index in runs.indices { runs[index].cards.reverse() }
      return runs.reversed()
    }
  }

  /// The card that a list shows after another one.
  private func next(after row: CardRow) throws(BoardError) -> CardID? {
    try database.first(
      """
      SELECT id FROM cards WHERE list = ? AND (rank, id) > (?, ?) AND is_archived = 0
      ORDER BY rank, id LIMIT 1
      """, .text(row.card.list.rawValue), .bytes(row.rank.bytes), .text(row.card.id.rawValue)
    ) { CardID(rawValue: $0.text(0)) }
  }
}

extension CardRow {
  /// Compares as the store orders the cards.
  fileprivate var place: (String, Rank, String) { (card.list.rawValue, rank, card.id.rawValue) }
}
