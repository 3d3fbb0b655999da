internal import BoardModel
internal import DragClient
internal import DragModel
internal import DragProtocol

/// The private offer on dragd that accompanies a drag or a copy. It is published when a program requests its path.
final class CardOffer {
  private let cards: [CardID]
  private let board: Board
  private let bus: BoardBus
  private var publishing: Task<Offering, any Error>?

  init(_ cards: [CardID], _ board: Board, _ bus: BoardBus) {
    self.cards = cards
    self.board = board
    self.bus = bus
  }

  /// What the destination shows until it has read the description of the one card.
  private var label: String? {
    guard cards.count == 1, let title = board.card(cards[0])?.shownTitle else { return nil }
    let label = BoardCommands.short(Printable.line(title))
    return label.utf8.count <= Lengths.text ? label : nil
  }

  /// The object path of the offer.
  func path() async throws -> String {
    let publishing =
      publishing
      ?? Task {
        var options = OfferingOptions()
        options.operations = [.copy, .move]
        options.moves = try bus.moveSource()
        options.isPrivate = true
        options.expiresAfter = .seconds(3600)
        options.label = label
        var items: [ItemProvider] = []
        for id in cards {
          guard let card = board.card(id) else { throw BoardError.noSuchCard(id.rawValue) }
          items.append(try OfferedCards.lazyItem(of: card, in: board.store, bus.taken))
        }
        return try await bus.offer(items, options)
      }
    self.publishing = publishing
    return try await publishing.value.path
  }
}
