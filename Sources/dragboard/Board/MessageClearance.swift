internal import BoardModel
internal import GtkKit

/// Keeps the lists clear of the message that lies over the board: as long as it is shown, the cards and rows for new
/// cards that would reach below its top end above it, wherever it is in the width, so that a click on a card never
/// meets the message. The columns stay as high as they are.
final class MessageClearance {
  private let board: Widget
  private let columns: () -> [ListColumn]
  /// The bounds of the message in a widget; nil without one.
  var messageBounds: @MainActor (Widget) -> Widget.Bounds? = { _ in nil }
  private let marked: () -> Set<CardID>
  private var framesLeft = 0
  /// The turns of the wheel before cards came to their places; nil when nothing is to be scrolled to.
  private var wheelStepsBefore: Int?

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
  /// as the board, and with one the marked cards, and the one with the keyboard, are clear of it as soon as all have
  /// their places.
  func update() {
    wheelStepsBefore = wheelSteps
    sizesChanged()
  }

  /// The window has another size, or a list has more or fewer cards.
  func sizesChanged() {
    guard messageBounds(board) != nil else {
      framesLeft = 0
      for column in columns() where column.body.bottomMargin > 0 {
        column.scroller.keepTop { column.body.margins(bottom: 0) }
      }
      return
    }
    let isRunning = framesLeft > 0
    framesLeft = Self.frames
    guard !isRunning else { return }
    board.onTick { [weak self] in
      guard let self, framesLeft > 0 else { return false }
      framesLeft -= 1
      clear()
      if framesLeft == 0 { wheelStepsBefore = nil }
      return framesLeft > 0
    }
  }

  private var wheelSteps: Int { columns().reduce(0) { $0 + $1.view.wheelSteps } }

  private func clear() {
    // Whoever turns the wheel looks at something else.
    let isScrolling = wheelStepsBefore == wheelSteps
    guard let message = messageBounds(board), message.y > 0 else { return }
    for column in columns() {
      let before = column.body.bottomMargin
      guard let bounds = column.body.bounds(in: board),
        before > 0 || column.hasContent(below: message.y, in: board)
      else { continue }
      // A card out of sight is not scrolled to: the person has scrolled on meanwhile.
      let top = before == 0 ? message.y : 0
      let cards = isScrolling ? marked().union(column.focusedCard.map { [$0] } ?? []) : []
      let card = column.shown(of: cards, from: top, to: bounds.y + bounds.height, in: board)
      let margin = before + Int(bounds.y + bounds.height - message.y + Self.gap)
      guard margin > 0, margin != before else { continue }
      column.scroller.keepTop { column.body.margins(bottom: margin) }
      // It may still scroll to a card that is out of sight.
      if !marked().isDisjoint(with: column.shownCards) { column.scroller.releaseTop() }
      if let card { column.scroll(to: card) }
    }
  }
}

extension ListColumn {
  fileprivate var focusedCard: CardID? { view.focusedID.map { CardID(rawValue: $0) } }

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
