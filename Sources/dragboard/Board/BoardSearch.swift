internal import BoardModel

/// The search of a window: which cards its lists show.
final class BoardSearch {
  private let board: Board
  private var search = CardSearch("")
  /// The words of each card, made when the card is first searched.
  private var texts: [CardID: (card: Card, text: SearchText)] = [:]

  init(_ board: Board) {
    self.board = board
  }

  /// Whether some cards may be hidden.
  var isActive: Bool { !search.isEmpty }

  /// Searches for what is typed.
  ///
  /// - Returns: whether that is another search than before.
  func set(_ typed: String) -> Bool {
    let new = CardSearch(typed)
    guard new != search else { return false }
    search = new
    if search.isEmpty { texts = [:] }
    return true
  }

  /// The entries of a list that are shown: placeholders, and the cards that are found.
  func shown(_ entries: [String]) -> [String] {
    guard isActive else { return entries }
    return entries.filter { id in
      guard let card = board.card(CardID(rawValue: id)) else { return true }
      return finds(card)
    }
  }

  func finds(_ card: Card) -> Bool {
    guard isActive else { return true }
    if let known = texts[card.id], known.card == card { return search.finds(known.text) }
    let text = SearchText(card, and: CardCaption.text(of: card))
    texts[card.id] = (card, text)
    return search.finds(text)
  }
}
