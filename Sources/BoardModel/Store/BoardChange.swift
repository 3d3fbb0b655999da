/// What a person can do to the board. Each is one transaction, and one step of undo.
package enum BoardChange: Sendable {
  /// A new list, at that place among the lists; at the end for nil.
  case addList(title: String, at: Int?)
  case renameList(ListID, title: String)
  /// To that place among the other lists.
  case moveList(ListID, to: Int)
  /// With all its cards.
  case deleteList(ListID)
  case addCards([NewCard], to: ListID, at: Position)
  /// New cards of the same content, in the order given; those that are gone meanwhile are left out.
  case copyCards([CardID], to: ListID, at: Position)
  /// Changes title and text; for a geocache its name and summary.
  case editCard(CardID, title: String, text: String)
  case editGeocache(CardID, Geocache)
  /// Moves cards, in the order given; those that are gone meanwhile are left out.
  case moveCards([CardID], to: ListID, at: Position)
  /// Deletes cards; those that are gone meanwhile are left out.
  case deleteCards([CardID])
}

/// What came of a change.
package struct ChangeOutcome: Hashable, Sendable {
  /// Names the change for undoing it; nil when nothing had to be changed.
  package var change: ChangeID?
  /// The lists that were added, changed or deleted.
  package var lists: [ListID] = []
  /// The cards that were added, changed, moved or deleted.
  package var cards: [CardID] = []
}
