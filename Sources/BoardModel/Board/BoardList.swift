/// A column of the board.
package struct BoardList: Hashable, Sendable, Identifiable {
  package let id: ListID
  package var title: String
  package var board: BoardID
  /// How many cards it should have at most; nil for any number. A list may have more, and says so.
  package var limit: Int?
  /// The limits that a list can have.
  static let limits = 1...9999
  package var isArchived: Bool

  package init(
    id: ListID, title: String, board: BoardID = .main, limit: Int? = nil, isArchived: Bool = false
  ) {
    self.id = id
    self.title = title
    self.board = board
    self.limit = limit
    self.isArchived = isArchived
  }
}

/// A place in a list.
package enum Position: Hashable, Sendable {
  /// Before the card that is the n-th now, counted from 0 and with the cards that are being reordered; at the end when
  /// the list has fewer. An insertion line shows this place.
  case index(Int)
  /// Before this card; at the end when the card has left the list.
  case before(CardID)
  /// After all other cards.
  case end
}
