internal import BoardModel
internal import GtkKit

/// Lets a list accept drops, and shows a line at the insertion position.
final class CardDropTarget {
  private weak var column: ListColumn?
  private let board: Board
  private let commands: BoardCommands

  init(_ column: ListColumn, _ board: Board, _ commands: BoardCommands) {
    self.column = column
    self.board = board
    self.commands = commands
    let target = DropSite(actions: [.copy, .move])
    target.onAccept { drop in !drop.types.contains(ListOrdering.type) && !drop.types.isEmpty }
    target.onHover { [weak self] drop, x, y in self?.hover(drop, x, y) ?? [] }
    target.onLeave { [weak self] in
      self?.column?.showInsertion(at: nil)
      self?.commands.openWindow?.boardView.hover(nil)
    }
    target.onDrop { [weak self] drop, _, y in self?.accept(drop, y) ?? false }
    column.widget.add(target)
  }

  private func hover(_ drop: Drop, _ x: Double, _ y: Double) -> DragActions {
    guard let column else { return [] }
    commands.openWindow?.boardView.hover((column, x))
    column.showInsertion(at: column.place(at: y), pointer: y)
    return action(for: drop)
  }

  /// A drop of the board's own cards reorders them; any other drop copies. The modifier keys can restrict the actions.
  private func action(for drop: Drop) -> DragActions {
    let isOurs = drop.types.contains(CardContent.type(of: board.store))
    let wanted: [DragActions] = isOurs ? [.move, .copy] : [.copy, .move]
    return wanted.first { drop.actions.contains($0) } ?? []
  }

  private func accept(_ drop: Drop, _ y: Double) -> Bool {
    guard let column else { return false }
    let next = column.card(at: column.place(at: y))
    let action = action(for: drop)
    column.showInsertion(at: nil)
    guard !action.isEmpty else { return false }
    let place = ListPlace(list: column.id, next: next)
    guard let drag = board.drag(of: drop) else {
      DropReceiver(drop, action, place, commands).start()
      return true
    }
    drag.needsNoDeletion = true
    drop.finish(action)
    CardPlacement.place(drag.cards, copying: action == .copy, to: place, commands)
    column.view.selection.ids = drag.cards.map(\.rawValue)
    return true
  }
}
