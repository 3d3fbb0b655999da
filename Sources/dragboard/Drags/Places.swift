internal import BoardModel

/// Where in a list a drop would be inserted.
struct DropPlace: Equatable {
  /// The index of the next row; the number of rows for the end.
  var row: Int
  /// The position of the insertion line, in pixels from the top of the visible part.
  var y: Double
}

/// A position in a list that stays valid while the list changes.
struct ListPlace: Sendable {
  let list: ListID
  /// The card after the position; nil for the end.
  let next: CardID?
  /// The placeholder right after the position; nil where no placeholder stands between it and `next`.
  var placeholder: Placeholder.ID?

  var position: Position { next.map { .before($0) } ?? .end }
}

/// Places cards at a position of a list.
enum CardPlacement {
  /// Copies the cards to a position, or reorders them there.
  ///
  /// - Returns: the cards at that position: the copies or the same ones.
  static func place(
    _ cards: [CardID], copying: Bool, to place: ListPlace, _ commands: BoardCommands
  ) -> [CardID] {
    let board = commands.board
    if copying {
      let copies = commands.perform(.copyCards(cards, to: place.list, at: place.position))
      board.placePlaceholders(above: copies?.cards ?? [], at: place)
      return copies?.cards ?? []
    } else {
      // A position before a card that is being reordered is the position before the next other card.
      var place = place
      if let next = place.next, cards.contains(next) {
        let order = board.cards(in: place.list)
        let following = order.drop { $0 != next }.first { !cards.contains($0) }
        place = ListPlace(list: place.list, next: following, placeholder: place.placeholder)
      }
      board.detachPlaceholders(in: place.list, from: Set(cards))
      commands.reorder(cards, to: place.list, at: place.position)
      board.placePlaceholders(above: cards, at: place)
      return cards
    }
  }
}
