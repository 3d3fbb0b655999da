internal import BoardModel
internal import GtkKit

/// Keeps what a person has just made or dropped clear of the message that lies over the board: as long as the message
/// is shown, the list ends above it.
final class MessageClearance {
  private let board: Widget
  private let columns: () -> [ListColumn]
  /// The bounds of the message in a widget; nil without one.
  var messageBounds: @MainActor (Widget) -> (x: Double, y: Double, width: Double, height: Double)? =
    { _ in nil }
  private let marked: () -> Set<CardID>

  /// By how much lists end higher.
  private var raised: [ListID: Double] = [:]

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

  /// A message has appeared, or one has left.
  func messageChanged() {
    guard messageBounds(board) == nil else { return clearSoon() }
    for column in columns() where raised[column.id] != nil { column.widget.margins(bottom: 0) }
    raised = [:]
  }

  /// Keeps the marked cards clear as soon as they and the message have their places.
  func clearSoon() {
    var frames = 0
    board.onTick { [weak self] in
      frames += 1
      guard let self else { return false }
      clear()
      return frames < Self.frames
    }
  }

  private func clear() {
    let marked = marked()
    guard !marked.isEmpty, let message = messageBounds(board), message.y > 0 else { return }
    for column in columns() {
      let before = raised[column.id]
      guard let bounds = column.widget.bounds(in: board),
        bounds.x < message.x + message.width, message.x < bounds.x + bounds.width,
        let card = column.shown(of: marked, below: before == nil ? message.y : 0, in: board)
      else { continue }
      let end = bounds.y + bounds.height + (before ?? 0)
      let height = end - message.y + Self.gap
      guard height > 0, height != before else { continue }
      raised[column.id] = height
      column.widget.margins(bottom: Int(height))
      column.scroll(to: card)
    }
  }
}

extension ListColumn {
  /// One of the cards that it shows and that reach below a height of the board.
  fileprivate func shown(of cards: Set<CardID>, below y: Double, in board: Widget) -> CardID? {
    cards.first { card in
      guard let row = view.row(of: card.rawValue), let bounds = row.widget.bounds(in: board)
      else { return false }
      return bounds.y + bounds.height > y
    }
  }
}
