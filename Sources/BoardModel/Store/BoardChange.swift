/// A change that a person makes to the board. Each is one transaction and one undo step.
package enum BoardChange: Sendable {
  /// Adds a list at an index among the lists; at the end for nil.
  case addList(title: String, at: Int?)
  case renameList(ListID, title: String)
  /// Reorders a list, to an index among the other lists.
  case moveList(ListID, to: Int)
  /// Deletes a list with all its cards.
  case deleteList(ListID)
  case addCards([NewCard], to: ListID, at: Position)
  /// Adds new cards with the content of others, in the order given; cards that no longer exist are left out.
  case copyCards([CardID], to: ListID, at: Position)
  /// Changes title and text, or the name and summary of a geocache.
  case editCard(CardID, title: String, text: String)
  case editGeocache(CardID, Geocache)
  /// Reorders cards, in the order given; cards that no longer exist are left out.
  case moveCards([CardID], to: ListID, at: Position)
  /// Deletes cards; cards that no longer exist are left out.
  case deleteCards([CardID])
}

/// The result of a change.
package struct ChangeOutcome: Hashable, Sendable {
  /// The id for undoing the change; nil where nothing had to be changed.
  package var change: ChangeID?
  /// The added, changed and deleted lists.
  package var lists: [ListID] = []
  /// The added, changed, reordered and deleted cards.
  package var cards: [CardID] = []
}
