internal import BoardModel
internal import GtkKit

/// The drop area that deletes cards. It is shown only while cards of this board are dragged.
final class DeleteArea {
  let widget: Revealer
  private let area = Box(.horizontal, spacing: 8, [Icon("user-trash-symbolic"), Label("Delete")])

  init(_ board: Board, _ commands: BoardCommands) {
    area.add(style: "drop-area")
    widget = Revealer(area, .fromBottom)
    widget.aligned(horizontally: .center, vertically: .end)
    widget.isTarget = false
    let target = DropSite(actions: [.copy, .move])
    target.onAccept { [board] drop in drop.types.contains(CardContent.type(of: board.store)) }
    target.onHover { [weak self] drop, _, _ in
      self?.setHovered(true)
      return drop.actions.contains(.move) ? .move : .copy
    }
    target.onLeave { [weak self] in self?.setHovered(false) }
    target.onDrop { [board, commands] drop, _, _ in
      guard let drag = board.drag(of: drop) else {
        Task { await DeleteArea.delete(drop, board, commands) }
        return true
      }
      drag.needsNoDeletion = true
      drop.finish(drop.actions.contains(.move) ? .move : .copy)
      commands.delete(drag.cards)
      return true
    }
    area.add(target)
  }

  /// Deletes cards of this board from a drag of another process, or from one that GTK has lost: on Wayland it loses a
  /// drag when an earlier one of this process ends.
  private static func delete(_ drop: Drop, _ board: Board, _ commands: BoardCommands) async {
    let cards = try? await drop.cards(of: board)
    // The source must not delete the cards: the store does.
    drop.finish(cards == nil ? [] : .copy)
    board.refresh()
    if let cards { commands.delete(cards) }
  }

  var isShown: Bool {
    get { widget.isRevealing }
    set {
      widget.isRevealing = newValue
      widget.isTarget = newValue
      setHovered(false)
    }
  }

  private func setHovered(_ isHovered: Bool) {
    area.set(style: "hovered", isHovered)
    // Assistive technology sees the hidden area too.
    area.accessibleLabel = isHovered ? "Delete, hovered" : isShown ? "Delete" : ""
  }
}
