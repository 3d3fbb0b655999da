internal import BoardModel
internal import GtkKit

/// Lets cards be dragged out of a list.
final class CardDragSource {
  private unowned let column: ListColumn
  private let board: Board
  private unowned let commands: BoardCommands
  private var grabbed = (x: 0.0, y: 0.0)

  init(_ column: ListColumn, _ board: Board, _ commands: BoardCommands) {
    self.column = column
    self.board = board
    self.commands = commands
    let source = DragSource(actions: [.copy, .move])
    source.onPrepare { [weak self] x, y in self?.prepare(x, y) }
    source.onBegin { [weak self] drag in self?.begin(drag) }
    source.onEnd { [weak self] _, isToDelete in self?.end(isToDelete) }
    column.view.add(source)
  }

  private func prepare(_ x: Double, _ y: Double) -> ContentProvider? {
    guard let found = column.row(at: y), let id = found.row.cardID else { return nil }
    let selected = column.selectedCards
    let cards = selected.contains(id) ? selected : [id]
    if !selected.contains(id) { column.view.selection.ids = [id.rawValue] }
    commands.window.boardView.clearSelections(but: column.id)
    grabbed = (x - 8, y - found.top - 4)
    let drag = CardDrag(cards)
    board.drag = drag
    return CardContent.provider(of: cards, board, commands.window.bus, drag: drag)
  }

  private func begin(_ drag: Drag) {
    guard let current = board.drag, let first = current.cards.first, let card = board.card(first)
    else { return }
    drag.onDrop { [weak drag] in
      current.isMove = drag.map { $0.actions == .move || $0.isShiftHeld } ?? false
    }
    drag.setIcon(
      DragPicture.make(
        card, count: current.cards.count, width: column.widget.width - 16, board.pictures),
      x: Int(grabbed.x), y: Int(grabbed.y))
    commands.window.application.showDrag(of: current.cards, true)
  }

  private func end(_ isToDelete: Bool) {
    guard let current = board.drag else { return }
    board.drag = nil
    commands.window.application.showDrag(of: current.cards, false)
    if isToDelete && current.isMove && !current.isSettled { commands.delete(current.cards) }
  }
}

/// What is at the pointer while cards are dragged.
enum DragPicture {
  static func make(_ card: Card, count: Int, width: Int, _ pictures: CardPictures) -> Widget {
    let face = CardFace()
    face.show(card, pictures)
    face.widget.add(style: "drag-picture")
    if !Style.isComposited { face.widget.add(style: "square") }
    // As large as in its list: left alone, a picture would come in its own size.
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
