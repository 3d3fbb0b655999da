internal import BoardModel
internal import DragClient
internal import GtkKit

/// Takes one drop: the board's own cards out of the store, what has an offer through dragd, anything else from the
/// display server's stream. The window that it fell on may be closed meanwhile.
final class DropTaking {
  private let drop: Drop
  private let action: DragActions
  private let place: ListPlace
  private let commands: BoardCommands

  /// How long another program may be silent before it counts as gone.
  static let patience: Duration = .seconds(20)

  init(_ drop: Drop, _ action: DragActions, _ place: ListPlace, _ commands: BoardCommands) {
    self.drop = drop
    self.action = action
    self.place = place
    self.commands = commands
  }

  func begin() {
    let placeholder = Placeholder(name: "Drop", list: place.list, next: place.next)
    // The other program is not kept waiting until somebody has read why it failed, and then nothing can be read again.
    placeholder.canBeRetried = false
    placeholder.work = { try await self.take($0) }
    commands.board.add(placeholder)
  }

  private func take(_ placeholder: Placeholder) async throws {
    var result: DragActions = []
    defer { drop.finish(result) }
    let board = commands.board
    if let cards = try await drop.cards(of: board) {
      // The source has nothing to delete: the cards stay in the store.
      result = .copy
      board.reload()
      CardTaking.take(cards, copying: action == .copy, to: place, commands)
    } else if let (offered, items) = try await drop.offer(at: commands.bus) {
      // dragd does the rest, the deleting included.
      result = .copy
      let operation: DragOperation =
        action == .move && offered.operations.contains(.move) ? .move : .copy
      ItemTaking.take(items, operation, at: place, board, commands.bus)
    } else {
      let content = NamedDrop(drop) { placeholder.name = $0 }
      let cards = try await StreamReading.cards(
        from: content, board.store.staging, placeholder, isMove: action == .move)
      try Task.checkCancellation()
      try board.perform(.addCards(cards, to: place.list, at: place.position))
      result = action
    }
  }
}
