internal import Foundation

/// A search for words in cards: in their titles, texts, names, types, labels, checklists and attachments.
package struct CardSearch: Sendable {
  private let words: [String]

  /// - Parameter text: words; a card has to have each somewhere. Neither case nor accents count.
  package init(_ text: String) {
    words = text.split(whereSeparator: \.isWhitespace).map { Self.folded(String($0)) }
  }

  /// Whether it finds everything.
  package var isEmpty: Bool { words.isEmpty }

  package func finds(_ card: Card) -> Bool {
    guard !words.isEmpty else { return true }
    var parts = [card.title, card.text, card.name ?? ""]
    parts += card.representations.map(\.type)
    parts += card.details.labels.map(\.name) + card.details.checklist.map(\.text)
    parts += card.attachments.map(\.name)
    let text = Self.folded(parts.joined(separator: "\n"))
    return words.allSatisfy(text.contains)
  }

  private static func folded(_ text: String) -> String {
    // Most cards are plain: folding by Foundation takes ten times as long.
    text.utf8.allSatisfy { $0 < 128 }
      ? text.lowercased()
      : text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
  }
}
