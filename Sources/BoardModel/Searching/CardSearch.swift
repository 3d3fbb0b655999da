internal import Foundation

/// A search for cards: a card is found when it has each of the typed words somewhere, in any case and with or without
/// accents.
package struct CardSearch: Equatable, Sendable {
  private let words: [[UInt8]]

  package init(_ typed: String) {
    words = typed.split(whereSeparator: \.isWhitespace).map { SearchText.folded(String($0)) }
  }

  /// Whether nothing is searched for: every card is found.
  package var isEmpty: Bool { words.isEmpty }

  package func finds(_ text: SearchText) -> Bool { words.allSatisfy { text.contains($0) } }
}

/// The words of a card in which a search looks: its title, its text, its file name and its types. Folding them takes
/// longer than a search, which so many keys repeat.
package struct SearchText: Sendable {
  private let bytes: [UInt8]

  /// - Parameter others: more words that the board shows of the card, such as the name of its type.
  package init(_ card: Card, and others: String = "") {
    let types = card.representations.map(\.type)
    let words = [card.title, card.text, card.name ?? "", others] + types
    // No typed word contains a line's end: none is found across two fields.
    bytes = Self.folded(words.joined(separator: "\n"))
  }

  static func folded(_ text: String) -> [UInt8] {
    let options: String.CompareOptions = [
      .caseInsensitive, .diacriticInsensitive, .widthInsensitive,
    ]
    return Array(text.folding(options: options, locale: nil).utf8)
  }

  func contains(_ word: [UInt8]) -> Bool {
    guard let first = word.first else { return true }
    guard bytes.count >= word.count else { return false }
    for start in 0...(bytes.count - word.count)
    where bytes[start] == first && bytes[start..<(start + word.count)].elementsEqual(word) {
      return true
    }
    return false
  }
}
