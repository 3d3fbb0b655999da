/// The words of a card: the first line of a text, and the rest.
package struct CardText {
  let title: String
  let text: String

  init(title: String, text: String) {
    self.title = Self.line(title)
    self.text = text
  }

  /// Splits a text after its first line that is not blank.
  init(_ whole: String) {
    let lines = whole.split(omittingEmptySubsequences: false) { $0.isNewline }
    let first = lines.firstIndex { !$0.allSatisfy(\.isWhitespace) } ?? lines.startIndex
    let rest = lines[first...].dropFirst().joined(separator: "\n")
    self.init(title: String(lines[first]), text: rest)
  }

  /// The title and the text as one text.
  var whole: String { text.isEmpty ? title : "\(title)\n\(text)" }

  /// The text on one line, without blanks at the ends of its lines.
  package static func line(_ text: String) -> String {
    TypedLines(text).lines.joined(separator: " ")
  }
}

extension String {
  /// The text without blanks at its ends.
  package var trimmed: String {
    let start = drop { $0.isWhitespace }
    return String(
      start.prefix(
        upTo: (start.lastIndex { !$0.isWhitespace }).map { start.index(after: $0) }
          ?? start.startIndex))
  }
}
