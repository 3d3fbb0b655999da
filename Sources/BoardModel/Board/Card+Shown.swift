/// As much of a card's words as anybody sees at a glance. A text may be one single line, and all that a label has is
/// laid out at once.
extension Card {
  private static let longestTitle = 300
  private static let longestText = 600

  /// The beginning of its title; of its file name where it has none.
  package var shownTitle: String {
    String((title.isEmpty ? name ?? "Untitled" : title).prefix(Self.longestTitle))
  }

  /// The beginning of its text, without blank lines.
  package var shownText: String {
    text.prefix(Self.longestText).split(separator: "\n")
      .filter { !$0.allSatisfy(\.isWhitespace) }.joined(separator: "\n")
  }
}
