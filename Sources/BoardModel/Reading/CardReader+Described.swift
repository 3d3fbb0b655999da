/// Cards of other boards.
extension CardReader {
  /// The cards of an item: of one with a description a card that says what it said where it comes from.
  ///
  /// - Throws: as `cards(from:)`.
  package func cards(
    from item: IncomingItem, describedBy description: CardDescription?
  ) throws(BoardError) -> [NewCard] {
    guard let description else { return try cards(from: item) }
    var item = item
    item.name = description.name
    var cards = try cards(from: item)
    // A geocache says itself what it is called.
    if cards.count == 1, cards[0].kind != .geocache {
      cards[0].title = CardText.line(description.title)
      cards[0].text = description.text
    }
    return cards
  }
}
