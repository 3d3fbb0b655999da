/// The lines of a text that is pasted where titles of cards are typed: each may become a card.
package struct TypedLines: Equatable, Sendable {
  /// The lines that are not blank, without blanks at their ends.
  package let lines: [String]
  private let whole: String

  /// The most cards that one text becomes.
  package static let most = 1_000

  package init(_ text: String) {
    whole = text
    lines = text.split(whereSeparator: \.isNewline).map { String($0).trimmed }
      .filter { !$0.isEmpty }
  }

  /// A card of each line, as if it were typed.
  ///
  /// - Parameter colors: the colours that the board's labels have.
  package func cards(colors: [String: LabelColor] = [:]) -> [NewCard] {
    lines.map { NewCard(typed: $0, colors: colors) }
  }

  /// One card: its title is the first line, and its text has the others.
  package var card: NewCard {
    let words = CardText(whole)
    return NewCard(title: words.title, text: words.text)
  }
}
