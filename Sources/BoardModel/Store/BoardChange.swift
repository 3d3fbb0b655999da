/// A change that a person makes to the board. Each is one transaction and one undo step.
package enum BoardChange: Sendable {
  /// Adds a board with lists of these titles; with those of a new store for nil.
  case addBoard(name: String, lists: [String]? = nil)
  case renameBoard(BoardID, name: String)
  /// Deletes a board with all its lists. The default board stays.
  case deleteBoard(BoardID)
  /// Adds whole lists at the end of a board. A title that another list of the board has gets a number; the outcome's
  /// notes say so.
  ///
  /// `naming` makes the board, as a part of the change.
  case importLists([NewList], to: BoardID, naming: String? = nil)
  /// Adds a list at an index among the lists of a board; at the end for nil.
  /// - Parameter refusingKnown: whether to refuse a title that another list of the board has, in any case of letters.
  case addList(
    title: String, at: Int?, on: BoardID, limit: Int? = nil, refusingKnown: Bool = false)
  /// Sets how many cards a list should have at most; nil removes the limit.
  case limitList(ListID, Int?)
  /// Archives a list with its cards, or restores it unless another list of the board has its title by then.
  case archiveList(ListID, Bool)
  case sortList(ListID, by: CardOrder)
  /// - Parameters:
  ///   - refusingKnown: as for `addList`.
  ///   - addition: the change that added the list. As long as it is the last one, the title becomes part of it.
  case renameList(ListID, title: String, refusingKnown: Bool = false, in: ChangeID? = nil)
  /// Reorders a list, to an index among the other lists.
  case reorderList(ListID, to: Int)
  /// Deletes a list with all its cards.
  case deleteList(ListID)
  /// - Parameter step: earlier additions of what a person did at once, such as a drop whose items arrive one after the
  ///   other. Undo reverts all of it in one step, as the last one, unless the earlier cards were changed meanwhile.
  case addCards([NewCard], to: ListID, at: Position, in: ChangeStep? = nil)
  /// Adds new cards with the content of others, in the order given; cards that no longer exist are left out.
  case copyCards([CardID], to: ListID, at: Position)
  /// Changes title and text, or the name and summary of a geocache; and the details, unless they are nil.
  case editCard(CardID, title: String, text: String, details: CardDetails? = nil)
  case editDetails(CardID, CardDetails)
  /// Sets the due date of cards, or removes it; cards that no longer exist are left out.
  case setDue([CardID], DueDate?)
  /// Marks cards as done or not; cards that no longer exist are left out.
  /// - Parameter next: what happens to those that are done.
  case setDone([CardID], Bool, then: Preferences.WhenDone = .stay)
  /// Gives cards a label, or takes it from them; cards that no longer exist are left out.
  case setLabel([CardID], CardLabel, Bool)
  /// Changes a label of a board on all its cards, archived ones too, or takes it from them for nil. With the name of
  /// another label of the board it becomes that one.
  case changeLabel(String, to: CardLabel?, on: BoardID)
  /// Archives cards, or restores them together with those of their lists that are archived; cards that no longer exist
  /// are left out.
  case archiveCards([CardID], Bool)
  /// Restores archived lists, and cards as `archiveCards` does.
  case restore([ListID], [CardID])
  /// Attaches files after those that the card has.
  case attach([NewAttachment], to: CardID)
  /// Removes the attachment with a number.
  case detach(CardID, attachment: Int)
  /// Removes the attachments with these numbers.
  case detachAll(CardID, [Int])
  case editGeocache(CardID, Geocache)
  /// Reorders cards, in the order given; cards that no longer exist are left out.
  case reorderCards([CardID], to: ListID, at: Position)
  /// Deletes cards; cards that no longer exist are left out.
  case deleteCards([CardID])
}

/// The result of a change.
package struct ChangeOutcome: Hashable, Sendable {
  /// The id for undoing the change; nil where nothing had to be changed.
  package var change: ChangeID?
  /// The step of which added cards are a part; nil for any other change.
  package var step: ChangeStep?
  /// The added, changed and deleted boards.
  package var boards: [BoardID] = []
  /// The added, changed and deleted lists.
  package var lists: [ListID] = []
  /// The added, changed, reordered and deleted cards.
  package var cards: [CardID] = []
  /// The name of the change that was undone or repeated; nil for any other change.
  package var name: String?
  /// The boards on which undo and redo have changed something, in no particular order.
  package var places: [BoardID] = []
  /// What a person should know of the change, a line for each.
  package var notes: [String] = []
}

/// Additions of cards that a person made at once.
package struct ChangeStep: Hashable, Sendable {
  /// The id for undoing them.
  package let change: ChangeID
  let count: Int
}

/// A list with its cards that is not on a board yet.
package struct NewList: Sendable {
  package var title: String
  package var limit: Int?
  package var isArchived: Bool
  package var cards: [NewCard]

  package init(title: String, limit: Int? = nil, isArchived: Bool = false, cards: [NewCard] = []) {
    (self.title, self.limit, self.isArchived, self.cards) = (title, limit, isArchived, cards)
  }
}
