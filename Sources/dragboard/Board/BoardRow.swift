internal import BoardModel
internal import GtkKit

/// A row of a list, which shows a card or a placeholder.
final class BoardRow: ListRow {
  let widget: Widget
  private let pages = Pages()
  private let card = CardFace()
  /// Made when it is needed: a list view makes some hundred rows at once.
  private var placeholder: PlaceholderFace?
  /// Which card it shows; nil for a placeholder.
  private(set) var cardID: CardID?

  init() {
    widget = pages
    pages.add(card.widget, as: "card")
  }

  func show(_ entry: BoardEntry, _ pictures: CardPictures) {
    switch entry {
    case .card(let shown):
      cardID = shown.id
      card.show(shown, pictures)
      pages.shown = "card"
      label(shown.title)
    case .placeholder(let shown):
      cardID = nil
      face.show(shown)
      pages.shown = "placeholder"
      label("Loading \(shown.name)")
    }
  }

  private var face: PlaceholderFace {
    if let placeholder { return placeholder }
    let new = PlaceholderFace()
    pages.add(new.widget, as: "placeholder")
    placeholder = new
    return new
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
