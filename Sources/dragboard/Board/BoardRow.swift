internal import BoardModel
internal import GtkKit

/// A row of a list, which shows a card or a placeholder.
final class BoardRow: ListRow {
  let widget: Widget
  private let stack = Pages()
  private let card = CardFace()
  private let placeholder = PlaceholderFace()
  /// Which card it shows; nil for a placeholder.
  private(set) var cardID: CardID?

  init() {
    widget = stack
    stack.add(card.widget, as: "card")
    stack.add(placeholder.widget, as: "placeholder")
  }

  func show(_ entry: BoardEntry, _ pictures: CardPictures) {
    switch entry {
    case .card(let shown):
      cardID = shown.id
      card.show(shown, pictures)
      stack.shown = "card"
      label(shown.title)
    case .placeholder(let shown):
      cardID = nil
      placeholder.show(shown)
      stack.shown = "placeholder"
      label("Loading \(shown.name)")
    }
  }

  /// The row that GTK makes is what a screen reader reads.
  private func label(_ text: String) {
    (widget.parent ?? widget).accessibleLabel = text
  }

  func setDragged(_ isDragged: Bool) {
    card.widget.set(style: "dragged", isDragged)
  }
}

/// What a row can show.
enum BoardEntry {
  case card(Card)
  case placeholder(Placeholder)

  var id: String {
    switch self {
    case .card(let card): card.id.rawValue
    case .placeholder(let placeholder): placeholder.id
    }
  }
}
