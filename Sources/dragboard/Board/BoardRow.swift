internal import BoardModel
internal import GtkKit

/// A row of a list, which shows a card or a placeholder.
final class BoardRow: ListRow {
  var widget: Widget { cardID == nil ? placeholder.widget : card.widget }
  private(set) var name = "" {
    didSet { widget.parent?.accessibleLabel = name }
  }
  private let card = CardFace()
  /// Made on demand: a list view makes hundreds of rows at once.
  private lazy var placeholder = PlaceholderFace()
  /// The card that it shows; nil for a placeholder.
  private(set) var cardID: CardID?

  func show(_ entry: BoardEntry, _ pictures: CardPictures) {
    switch entry {
    case .card(let shown):
      cardID = shown.id
      card.show(shown, pictures)
      name = shown.shownTitle
    case .placeholder(let shown):
      cardID = nil
      placeholder.show(shown)
      name = "Loading \(shown.name)"
    }
  }

  func setDragged(_ isDragged: Bool) {
    card.widget.set(style: "dragged", isDragged)
  }
}

/// The content of a row.
enum BoardEntry {
  case card(Card)
  case placeholder(Placeholder)
}
