internal import BoardModel

/// Where in a list something would fall.
struct DropPlace: Equatable {
  /// The row before which; as many as there are rows for the end.
  var row: Int
  /// Where the insertion line is, in pixels from the top of what is shown.
  var y: Double
}

/// A place in a list that stays valid while the list changes.
struct ListPlace: Sendable {
  let list: ListID
  /// The card before which it is; nil for the end.
  let next: CardID?

  var position: Position { next.map { .before($0) } ?? .end }
}

/// Cards of this board that come to another place of it.
enum CardPlacement {
  static func place(
    _ cards: [CardID], copying: Bool, to place: ListPlace, _ commands: BoardCommands
  ) {
    if copying {
      commands.perform(.copyCards(cards, to: place.list, at: place.position))
    } else {
      // Before one of those that move is before the next that stays.
      var place = place
      if let next = place.next, cards.contains(next) {
        let order = commands.board.cards(in: place.list).map(\.id)
        let following = order.drop { $0 != next }.first { !cards.contains($0) }
        place = ListPlace(list: place.list, next: following)
      }
      commands.move(cards, to: place.list, at: place.position)
    }
  }
}
