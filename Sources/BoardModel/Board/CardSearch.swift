internal import Foundation

/// A search for words in cards: a card has to have each of them somewhere, in any case and with or without accents.
/// Some words ask for what is planned: `due:today`, `due:week`, `overdue`, `label:NAME`, `done:no`. Quotes around
/// several words make one of them: `label:"Big Deal"`.
package struct CardSearch: Equatable, Sendable {
  private let words: [SearchWord]

  package init(_ text: String) {
    words = Self.words(of: text[...]).map { SearchWord($0) }
  }

  /// A search for the words of a command's arguments: an argument that asks for what is planned is one of them.
  package init(arguments: [String]) {
    words = arguments.flatMap { argument in
      switch SearchWord(argument) {
      case .text: CardSearch(argument).words
      case let word: [word]
      }
    }
  }

  private static func words(of text: Substring) -> [String] {
    var (words, word, rest) = ([] as [String], "", text)
    while let character = rest.popFirst() {
      if character.isWhitespace {
        if !word.isEmpty { words.append(word) }
        word = ""
      } else if let closing = quotes[character], word.isEmpty || word.last == ":",
        let end = rest.firstIndex(where: closing.contains)
      {
        word += rest[..<end]
        rest = rest[end...].dropFirst()
      } else {
        word.append(character)
      }
    }
    return word.isEmpty ? words : words + [word]
  }

  /// The marks that begin a quotation, with those that end it.
  private static let quotes: [Character: [Character]] = [
    "\"": ["\""], "“": ["”"], "„": ["“", "”"], "«": ["»"], "»": ["«"],
  ]

  /// Whether it finds everything.
  package var isEmpty: Bool { words.isEmpty }

  package func finds(_ card: Card) -> Bool { isEmpty || finds(SearchText(card)) }

  package func finds(_ text: SearchText) -> Bool { words.allSatisfy { $0.finds(text) } }
}

/// The words of a card in which a search looks: its title, text, name, types, labels as `#label`, checklists,
/// comments and attachments. Folding takes longer than searching, and each typed letter searches again.
package struct SearchText: Sendable {
  private let bytes: [UInt8]
  let details: CardDetails

  /// - Parameter others: more words that the board shows of the card, such as the name of its type.
  package init(_ card: Card, and others: String = "") {
    var parts = [card.title, card.text, card.name ?? "", others]
    parts += card.representations.map(\.type)
    parts += card.details.labels.map { "#\($0.name)" } + card.details.checklist.map(\.text)
    parts += card.details.checklists.map(\.name) + card.details.comments.map(\.text)
    parts += card.attachments.map(\.name)
    details = card.details
    // No word contains a line feed, so a search finds none across two parts.
    bytes = Self.folded(parts.joined(separator: "\n"))
  }

  static func folded(_ text: String) -> [UInt8] {
    // Most cards are ASCII, and folding by Foundation takes ten times as long.
    if text.utf8.allSatisfy({ $0 < 128 }) { return Array(text.lowercased().utf8) }
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
