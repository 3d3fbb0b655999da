internal import BoardModel
internal import DragClient
internal import GtkKit

/// Takes one drop: the board's own cards out of the store, what has an offer through dragd, anything else from the
/// display server's stream.
final class DropTaking {
  private let drop: Drop
  private let action: DragActions
  private let place: ListPlace
  private let board: Board
  private unowned let window: BoardWindow

  /// How long another program may be silent before it counts as gone.
  static let patience: Duration = .seconds(20)
  /// How many bytes an offer's path or a list of cards may have.
  private static let fewBytes = 1 << 20

  init(
    _ drop: Drop, _ action: DragActions, _ place: ListPlace, _ board: Board, _ window: BoardWindow
  ) {
    self.drop = drop
    self.action = action
    self.place = place
    self.board = board
    self.window = window
  }

  func begin() {
    Task { await take() }
  }

  private func take() async {
    let types = drop.types
    let own = CardContent.type(of: board.store)
    if types.contains(own), let text = try? await text(own) {
      // The source has nothing to delete: the cards stay in the store.
      drop.finish(.copy)
      let cards = text.split(separator: "\n").map { CardID(rawValue: String($0)) }
      board.reload()
      CardTaking.take(cards, copying: action == .copy, to: place, window.commands)
      return
    }
    if types.contains(CardContent.offerType), let client = window.bus.client,
      let path = try? await text(CardContent.offerType),
      let offered = try? await client.offered(at: path), let items = try? await offered.items()
    {
      // dragd does the rest, the deleting included.
      drop.finish(.copy)
      let operation: DragOperation =
        action == .move && offered.operations.contains(.move) ? .move : .copy
      ItemTaking.take(items, operation, at: place, board, window.bus)
      return
    }
    takeStream()
  }

  private func takeStream() {
    let (drop, action, place, board) = (drop, action, place, board)
    let placeholder = Placeholder(name: "Drop", list: place.list, next: place.next)
    // The other program is not kept waiting until somebody has read why it failed, and then nothing can be read again.
    placeholder.canBeRetried = false
    placeholder.work = { placeholder in
      var result: DragActions = []
      defer { drop.finish(result) }
      let cards = try await StreamReading.cards(from: drop, board.store.staging, placeholder)
      try board.perform(.addCards(cards, to: place.list, at: place.position))
      result = action
    }
    board.add(placeholder)
  }

  private func text(_ type: String) async throws -> String {
    let bytes = try await drop.bytes(type, atMost: Self.fewBytes, within: Self.patience)
    return String(decoding: bytes, as: UTF8.self)
  }
}
