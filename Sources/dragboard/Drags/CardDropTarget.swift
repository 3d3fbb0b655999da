internal import BoardModel
internal import GtkKit

/// Lets a list accept drops. It shows a line at the insertion position, or the card to which files would be attached.
final class CardDropTarget: DropDestination {
  /// Nil once the list is deleted, even while content hovers over it.
  private weak var column: ListColumn?
  private let board: Board
  private let commands: BoardCommands

  init(_ column: ListColumn, _ board: Board, _ commands: BoardCommands) {
    self.column = column
    self.board = board
    self.commands = commands
  }

  func hover(_ drop: Drop, _ x: Double, _ y: Double) -> DragActions {
    guard let column else { return [] }
    let isParting = !mayAttach(drop)
    if !isParting, let card = column.cardForFiles(at: y) {
      column.showAttaching(to: card, pointer: y)
      return .copy
    }
    column.showInsertion(
      at: column.place(at: y, isParting: isParting), pointer: y, isParting: isParting)
    return action(for: drop)
  }

  func leave() { column?.showInsertion(at: nil) }

  /// Whether a drop in the middle of a card would be attached to it.
  private func mayAttach(_ drop: Drop) -> Bool {
    ReceivedFiles.areOnly(in: drop) && drop.actions.contains(.copy)
  }

  /// A drop of the board's own cards reorders them; any other drop copies. The modifier keys can restrict the actions.
  private func action(for drop: Drop) -> DragActions {
    let isOurs = drop.types.contains(CardContent.type(of: board.store))
    let wanted: [DragActions] = isOurs ? [.move, .copy] : [.copy, .move]
    return wanted.first { drop.actions.contains($0) } ?? []
  }

  func accept(_ drop: Drop, _ x: Double, _ y: Double) -> Bool {
    guard let column else { return false }
    if mayAttach(drop), let card = column.cardForFiles(at: y) {
      column.showInsertion(at: nil)
      AttachingDrop(drop, to: card, commands).start()
      return true
    }
    let place = column.listPlace(at: column.place(at: y))
    let action = action(for: drop)
    column.showInsertion(at: nil, isDropped: true)
    guard !action.isEmpty else { return false }
    guard let drag = board.drag(of: drop) else {
      DropReceiver(drop, action, place, commands).start()
      return true
    }
    drag.needsNoDeletion = true
    drop.finish(action)
    commands.revealSelecting(
      CardPlacement.place(drag.cards, copying: action == .copy, to: place, commands))
    return true
  }
}
