internal import BoardModel
internal import GtkKit
internal import Translations

/// A row of a list, which shows a card or a placeholder.
final class BoardRow: ListRow {
  var widget: Widget { cardID == nil ? placeholder.widget : card.widget }
  private(set) var name = "" {
    didSet { widget.parent?.accessibleLabel = name }
  }
  private(set) var details = "" {
    didSet { widget.parent?.setAccessibleDescription(details) }
  }
  private let card = CardFace()
  /// Made on demand: a list view makes hundreds of rows at once.
  private lazy var placeholder = PlaceholderFace()
  /// The card that it shows; nil for a placeholder.
  var cardID: CardID? { shownCard?.id }
  private var shownCard: Card?

  func show(_ entry: BoardEntry, _ pictures: CardPictures) {
    switch entry {
    case .card(let shown):
      // Each change of the board shows all cards. A picture may be another one, and a date has become today.
      guard shown != shownCard || shown.showsPicture || shown.details.due != nil else { return }
      shownCard = shown
      card.show(shown, pictures)
      name = shown.shownTitle
      details = CardMarks.words(of: shown)
    case .placeholder(let shown):
      shownCard = nil
      placeholder.show(shown)
      name = translated("Loading {name}", ["name": shown.name])
      details = ""
    }
  }

  /// No longer seen.
  func hide() { card.stopLoading() }

  func setDragged(_ isDragged: Bool) {
    card.widget.set(style: "dragged", isDragged)
  }

  func setCut(_ isCut: Bool) {
    card.widget.set(style: "cut", isCut)
  }

  /// Makes room above or below the row for what is dragged over the list; nil closes the room.
  ///
  /// - Parameter isSliding: whether the other rows slide; else they are at their places at once.
  func part(_ side: Gap?, isSliding: Bool) {
    for widget in [card.widget] + (cardID == nil ? [placeholder.widget] : []) {
      widget.set(style: "sliding", isSliding)
      widget.set(style: "gap-above", side == .above)
      widget.set(style: "gap-below", side == .below)
    }
  }

  enum Gap { case above, below }

  /// The height of the room, as in ``Stylesheet``.
  static let gap = 36.0

  /// Shows briefly that the card has just come to its place.
  func setMarked(_ isMarked: Bool) {
    card.widget.set(style: "marked", isMarked)
  }
}

/// The content of a row.
enum BoardEntry {
  case card(Card)
  case placeholder(Placeholder)
}
