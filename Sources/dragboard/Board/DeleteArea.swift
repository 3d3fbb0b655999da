internal import BoardModel
internal import GtkKit
internal import Translations

/// The drop area that deletes cards. It is shown only while cards of this board are dragged. The lists above make room
/// for it, so it covers no other destination.
final class DeleteArea: DropDestination {
  let widget: Revealer
  private let board: Board
  private let commands: BoardCommands
  /// Whether the pointer has been elsewhere since the area appeared: it may appear below a pointer at rest.
  private var isReady = false
  private let area = Box(
    .horizontal, spacing: 8, [Icon("user-trash-symbolic"), Label(translated("Delete"))])

  init(_ board: Board, _ commands: BoardCommands) {
    self.board = board
    self.commands = commands
    area.add(style: "drop-area")
    widget = Revealer(area, .fromBottom)
    widget.aligned(horizontally: .center)
    widget.isTarget = false
    setHovered(false)
  }

  /// Whether it accepts the content at a point of a widget.
  func accepts(_ drop: Drop, _ x: Double, _ y: Double, of other: Widget) -> Bool {
    guard isShown, let place = area.bounds(in: other) else { return false }
    guard x >= place.x, x < place.x + place.width, y >= place.y, y < place.y + place.height else {
      isReady = true
      return false
    }
    return isReady && drop.types.contains(CardContent.type(of: board.store))
  }

  func hover(_ drop: Drop, _ x: Double, _ y: Double) -> DragActions {
    setHovered(true)
    return drop.actions.contains(.move) ? .move : .copy
  }

  func leave() { setHovered(false) }

  func accept(_ drop: Drop, _ x: Double, _ y: Double) -> Bool {
    drop.acceptCards(of: board) { [commands] in commands.delete($0) }
    return true
  }

  var isShown: Bool {
    get { widget.isRevealing }
    set {
      widget.isRevealing = newValue
      isReady = false
      setHovered(false)
    }
  }

  private func setHovered(_ isHovered: Bool) {
    area.set(style: "hovered", isHovered)
    // Assistive technology sees the hidden area too.
    area.accessibleLabel =
      isHovered ? translated("Delete, hovered") : isShown ? translated("Delete") : ""
  }
}
