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

  /// A card for each line, as if the person had typed it. It leaves out the mark of a list's item, and a box says
  /// whether the card is done. What is nested in an item of a list belongs to its card.
  ///
  /// - Parameter colors: the colours that the board's labels have.
  package func cards(colors: [String: LabelColor] = [:]) -> [NewCard] {
    let list = BoardImport.cards(ofList: whole) { line in
      let card = NewCard(typed: line, colors: colors)
      return (card.title, card.details, [])
    }
    return list
      ?? lines.map { line in
        let (isDone, words) = Self.unmarked(line)
        var card = NewCard(typed: words, colors: colors)
        card.details.isDone = isDone
        return card
      }
  }

  /// The longest line in characters that looks like a title. A paragraph whose lines end by themselves has longer ones.
  private static let longestTitle = 60

  /// Whether the lines look like titles: several short ones, without a blank line between them, and none indented
  /// deeper than the first.
  package var areTitles: Bool {
    guard 2...Self.most ~= lines.count else { return false }
    let all = whole.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .drop(while: \.isBlank)
    let filled = all.prefix { !$0.isBlank }
    let indent = filled.first?.prefix(while: \.isBlank).count ?? 0
    return filled.count == lines.count
      && lines.allSatisfy { $0.count <= Self.longestTitle }
      && filled.allSatisfy { $0.prefix(while: \.isBlank).count <= indent }
  }

  /// A checklist item for each line.
  package var items: [ChecklistItem] {
    lines.map { line in
      let (isDone, words) = Self.unmarked(line)
      return ChecklistItem(words, isDone: isDone)
    }
  }

  /// A line without a bullet or number, and a box, before its words.
  private static func unmarked(_ line: String) -> (isDone: Bool, words: String) {
    guard let item = ItemMark.words(after: line) else { return (false, line) }
    let (isDone, words) = MarkdownTask.state(item)
    // A box without words is not an item.
    return words.isEmpty ? (false, line) : (isDone ?? false, words)
  }

  /// One card: its title is the first line, and its text has the others.
  package var card: NewCard {
    let words = CardText(whole)
    var card = NewCard(title: words.title, text: words.text)
    card.details.isDone = words.isDone
    return card
  }
}
