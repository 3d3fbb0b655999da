/// A card that is not on the board yet: what came in, checked, and what is shown of it.
package struct NewCard: Sendable {
  /// Its id once it is on the board.
  package var id = CardID()
  package var title: String
  package var text: String
  package var kind: CardKind
  /// The file name that it came with.
  package var name: String?
  package var coordinates: Coordinates?
  package var hasPicture = false
  /// Best first; byte for byte as they came.
  package var representations: [(type: String, content: Content)]

  /// What a person types.
  package init(title: String, text: String = "") {
    let words = CardText(title: title, text: text)
    self.init(
      title: words.title, text: words.text, kind: .text,
      representations: [("text/plain;charset=utf-8", .bytes(Array(words.whole.utf8)))])
  }

  init(
    title: String, text: String = "", kind: CardKind, name: String? = nil,
    representations: [(type: String, content: Content)]
  ) {
    self.title = title
    self.text = text
    self.kind = kind
    self.name = name
    self.representations = representations
  }

  /// The same with everything large in files of the store: takes as long as copying them does.
  package func staged(by staging: Staging) throws(BoardError) -> NewCard {
    var card = self
    for index in representations.indices {
      card.representations[index].content = try staging.stage(representations[index].content)
    }
    return card
  }
}

/// A text as a card shows it: its first line, and the rest.
struct CardText {
  let title: String
  let text: String

  init(title: String, text: String) {
    self.title = Self.line(title)
    self.text = text
  }

  /// The first line that is not blank, and what follows it.
  init(_ whole: String) {
    let lines = whole.split(omittingEmptySubsequences: false) { $0.isNewline }
    let first = lines.firstIndex { !$0.allSatisfy(\.isWhitespace) } ?? lines.startIndex
    let rest = lines[first...].dropFirst().joined(separator: "\n")
    self.init(title: String(lines[first]), text: rest)
  }

  /// Both as one text.
  var whole: String { text.isEmpty ? title : "\(title)\n\(text)" }

  /// On one line, without blanks around it.
  static func line(_ text: String) -> String {
    text.split { $0.isNewline }.joined(separator: " ").trimmed
  }
}

extension String {
  /// Without blanks at its ends.
  var trimmed: String {
    let start = drop { $0.isWhitespace }
    return String(
      start.prefix(
        upTo: (start.lastIndex { !$0.isWhitespace }).map { start.index(after: $0) }
          ?? start.startIndex))
  }
}
