internal import BoardModel
internal import GtkKit

/// Keeps what a person has just made or dropped, and the row for new cards, clear of the message that lies over the
/// board: as long as the message is shown, the list ends above it.
final class MessageClearance {
  private let board: Widget
  private let columns: () -> [ListColumn]
  /// The bounds of the message in a widget; nil without one.
  var messageBounds: @MainActor (Widget) -> Widget.Bounds? = { _ in nil }
  private let marked: () -> Set<CardID>

  private static let gap = 6.0
  /// As long as cards, messages and the area for deleting take to come to their places.
  private static let frames = 30

  /// - Parameter marked: the cards that have just come.
  init(
    _ board: Widget, columns: @escaping () -> [ListColumn], marked: @escaping () -> Set<CardID>
  ) {
    self.board = board
    self.columns = columns
    self.marked = marked
  }

  /// Cards have come to their places, a message has appeared, or one has left: without a message all lists are as high
  /// as the board, and with one the marked cards are clear of it as soon as all have their places.
  func update() {
    guard messageBounds(board) != nil else {
      for column in columns() { column.widget.margins(bottom: 0) }
      return
    }
    var frames = 0
    let steps = wheelSteps
    board.onTick { [weak self] in
      frames += 1
      // Whoever turns the wheel looks at something else.
      guard let self, steps == wheelSteps else { return false }
      clear()
      return frames < Self.frames
    }
  }

  private var wheelSteps: Int { columns().reduce(0) { $0 + $1.view.wheelSteps } }

  private func clear() {
    let marked = marked()
    guard let message = messageBounds(board), message.y > 0 else { return }
    for column in columns() {
      let before = column.widget.bottomMargin
      let top = before == 0 ? message.y : 0
      guard let bounds = column.widget.bounds(in: board),
        bounds.x < message.x + message.width, message.x < bounds.x + bounds.width
      else { continue }
      // A card out of sight is not scrolled to: the person has scrolled on meanwhile.
      let card = column.shown(of: marked, from: top, to: bounds.y + bounds.height, in: board)
      guard card != nil || column.showsRow(below: top, in: board) else { continue }
      let margin = before + Int(bounds.y + bounds.height - message.y + Self.gap)
      guard margin > 0, margin != before else { continue }
      column.widget.margins(bottom: margin)
      if let card { column.scroll(to: card) }
    }
  }
}

extension ListColumn {
  /// One of the cards that it shows and that reach between two heights of the board.
  fileprivate func shown(
    of cards: Set<CardID>, from top: Double, to bottom: Double, in board: Widget
  ) -> CardID? {
    cards.first { card in
      guard let row = view.row(of: card.rawValue), let bounds = row.widget.bounds(in: board)
      else { return false }
      return bounds.y + bounds.height > top && bounds.y < bottom
    }
  }
}
