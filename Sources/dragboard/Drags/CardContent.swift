internal import BoardModel
internal import DragClient
internal import GtkKit

/// What cards offer to a drag or the clipboard.
enum CardContent {
  /// The path of a private offer of dragd's, through which the same cards are to be had.
  static let offerType = "application/vnd.dragd.offer"

  /// Says which cards of a board are meant: their ids, one a line. Only processes with the same board understand it.
  static func type(of store: BoardStore) -> String {
    "application/x-dragboard-cards;board=\(store.identity)"
  }

  /// Everything that the cards can be had as; nothing is made before somebody asks for it.
  ///
  /// - Parameter drag: is settled when somebody takes the cards out of the store or through dragd.
  static func provider(
    of cards: [CardID], _ board: Board, _ bus: BoardBus, drag: CardDrag? = nil
  ) -> ContentProvider {
    var representations = [
      ContentRepresentation(type(of: board.store)) { writer in
        drag?.isSettled = true
        try await writer.write(cards.map(\.rawValue).joined(separator: "\n"))
      }
    ]
    if bus.client != nil {
      let offer = CardOffer(cards, board, bus)
      representations.append(
        ContentRepresentation(offerType) { writer in
          drag?.isSettled = true
          try await writer.write(try await offer.path())
        })
    }
    representations += OfferedCards.representations(of: cards, board)
    return ContentProvider(representations, forDrag: drag != nil)
  }

  /// A new card with the same content.
  static func copy(of id: CardID, _ board: Board) throws(BoardError) -> NewCard {
    guard let card = board.card(id) else { throw .noSuchCard(id.rawValue) }
    var contents: [(type: String, content: Content)] = []
    for one in card.representations {
      contents.append((one.type, try board.store.content(of: id, type: one.type)))
    }
    let item = IncomingItem(name: card.name, representations: contents)
    guard var copy = try CardReader().cards(from: item).first else {
      throw .noSuchCard(id.rawValue)
    }
    copy.title = card.title
    copy.text = card.text
    return copy
  }
}
