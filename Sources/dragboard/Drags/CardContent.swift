internal import BoardModel
internal import DragClient
internal import GtkKit

/// The content of cards for a drag or the clipboard.
enum CardContent {
  /// The type for the path of a private offer on dragd, which offers the same cards.
  static let offerType = "application/vnd.dragd.offer"

  /// The type that says that pasting moves the cards.
  static let cutType = "application/x-dragboard-cut"

  /// The type for the ids of cards, one a line. Only processes with the same board understand it.
  static func type(of store: BoardStore) -> String {
    "\(WantedTypes.cards);board=\(store.identity)"
  }

  /// All representations of the cards, each made when a program requests it.
  ///
  /// - Parameters:
  ///   - drag: needs no deletion once the destination reads the cards from the store or through dragd.
  ///   - isCut: whether pasting moves the cards.
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
    representations += OfferedCards.representations(of: cards, board, isCopied: drag == nil)
    return ContentProvider(representations, forDrag: drag != nil)
  }
}
