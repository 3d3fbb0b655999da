internal import BoardModel
internal import DragClient
internal import GtkKit

/// What cards offer to a drag or the clipboard.
enum CardContent {
  /// The path of a private offer of dragd's, through which the same cards are to be had.
  static let offerType = "application/vnd.dragd.offer"

  /// Says that the cards are to move to where they are pasted.
  static let cutType = "application/x-dragboard-cut"

  /// Says which cards of a board are meant: their ids, one a line. Only processes with the same board understand it.
  static func type(of store: BoardStore) -> String {
    "\(WantedTypes.cards);board=\(store.identity)"
  }

  /// Everything that the cards can be had as; nothing is made before somebody asks for it.
  ///
  /// - Parameters:
  ///   - drag: is settled when somebody takes the cards out of the store or through dragd.
  ///   - isCut: whether they are to move to where they are pasted.
  static func provider(
    of cards: [CardID], _ board: Board, _ bus: BoardBus, drag: CardDrag? = nil,
    isCut: Bool = false
  ) -> ContentProvider {
    var representations = [
      ContentRepresentation(type(of: board.store)) { writer in
        drag?.needsNoDeletion = true
        try await writer.write(cards.map(\.rawValue).joined(separator: "\n"))
      }
    ]
    if bus.client != nil {
      let offer = CardOffer(cards, board, bus)
      representations.append(
        ContentRepresentation(offerType) { writer in
          let path = try await offer.path()
          drag?.needsNoDeletion = true
          try await writer.write(path)
        })
    }
    if isCut {
      representations.append(ContentRepresentation(cutType) { try await $0.write("cut") })
    }
    representations += OfferedCards.representations(of: cards, board)
    return ContentProvider(representations, forDrag: drag != nil)
  }
}
