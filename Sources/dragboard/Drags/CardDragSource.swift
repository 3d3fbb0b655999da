internal import BoardModel
internal import GtkKit

/// Lets cards be dragged out of a list.
final class CardDragSource {
  private weak var column: ListColumn?
  private let board: Board
  private let commands: BoardCommands
  /// The cards of the drag that is beginning, and the one of them that the person holds.
  /// The distance of the pointer from the left edge of that one is `x`.
  private var prepared: (drag: CardDrag, held: CardID, x: Double)?

  init(_ column: ListColumn, _ board: Board, _ commands: BoardCommands) {
    self.column = column
    self.board = board
    self.commands = commands
    let source = DragSource(actions: [.copy, .move])
    source.onPrepare { [weak self] x, y in self?.prepare(x, y) }
    source.onBegin { [weak self] drag in self?.dragBegan(drag) }
    // The list and its window may be closed by then.
    source.onEnd { [board, commands] drag, isToDelete in
      CardDragSource.end(drag, isToDelete, board, commands)
    }
    column.view.add(source)
  }

  private func prepare(_ x: Double, _ y: Double) -> ContentProvider? {
    guard let column, let found = column.row(at: y), let id = found.row.cardID else { return nil }
    guard let selection = commands.openWindow?.boardView.selection else { return nil }
    if !selection.cards.contains(id) { selection.set([id]) }
    selection.activate(column.id)
    let cards = selection.cards
    let drag = CardDrag(cards)
    prepared = (drag, id, x - (found.row.widget.bounds(in: column.view)?.x ?? x))
    let provider = CardContent.provider(of: cards, board, commands.bus, drag: drag)
    provider.onWritten { type, isWhole in
      if !isWhole {
        drag.isBroken = true
      } else if type != CardDescription.type {
        drag.isGiven = true
      }
    }
    return provider
  }

  private func dragBegan(_ drag: Drag) {
    guard let (current, held, x) = prepared else { return }
    prepared = nil
    board.drags[drag] = current
    drag.onDrop { current.isMove = $0.actions == .move || $0.isShiftHeld }
    commands.application.showDrag(of: current.cards, true)
    guard let column, let card = board.card(held) else { return }
    drag.setIcon(
      DragPicture.make(
        card, count: current.cards.count, width: column.widget.width - 16, board.pictures),
      // It hangs from the pointer where the person has grasped the card.
      x: Int(x), y: DragPicture.hotspot.y)
  }

  private static func end(
    _ drag: Drag, _ isToDelete: Bool, _ board: Board, _ commands: BoardCommands
  ) {
    guard let ended = board.drags.removeValue(forKey: drag) else { return }
    commands.application.showDrag(of: ended.cards, false)
    if isToDelete && ended.isMove && ended.isGiven && !ended.isBroken && !ended.needsNoDeletion {
      commands.delete(ended.cards)
    }
  }
}

/// The picture beside the pointer while something is dragged.
enum DragPicture {
  /// The point of the picture that is at the pointer: it is outside, so that the picture hides nothing that the pointer
  /// is over.
  static let hotspot = (x: -14, y: -10)

  /// Styles a picture. Only a compositor can make it translucent.
  static func style(_ widget: Widget) {
    widget.add(style: "drag-picture")
    widget.add(style: Style.isComposited ? "translucent" : "square")
  }

  static func make(_ card: Card, count: Int, width: Int, _ pictures: CardPictures) -> Widget {
    let face = CardFace()
    face.show(card, pictures)
    style(face.widget)
    // As large as in its list: otherwise a picture would have its natural size.
    let size = Box(.vertical).minimum(
      width: width, height: face.widget.leastHeight(forWidth: width))
    let overlay = Overlay(size)
    overlay.add(face.widget)
    guard count > 1 else { return overlay }
    let badge = Label("\(count)", style: "drag-count")
    badge.aligned(horizontally: .end, vertically: .start).margins(top: 6, end: 6)
    overlay.add(badge)
    return overlay
  }
}

/// Cards that are being dragged out of this process.
final class CardDrag {
  let cards: [CardID]
  /// Whether the destination is this process, or reads the cards through dragd or from the store. Then the board
  /// ignores the display server's request to delete them.
  var needsNoDeletion = false
  /// Whether the person requested a move by Shift. Some programs, such as file managers, move everything that they may:
  /// they get copies otherwise.
  var isMove = false
  /// Whether a representation was written completely. On Wayland the destination cannot tell a truncated representation
  /// from a complete one, and reports it as moved.
  var isGiven = false
  /// Whether a representation could not be written completely.
  var isBroken = false

  init(_ cards: [CardID]) {
    self.cards = cards
  }
}
