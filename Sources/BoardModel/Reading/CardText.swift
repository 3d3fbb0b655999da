/// The words of a card: the first line of a text, and the rest.
package struct CardText {
  let title: String
  let text: String

  init(title: String, text: String) {
    self.title = Self.line(title)
    self.text = text
  }

  /// Splits a text after its first line that is not blank. A title that Markdown marks as a heading loses the marks.
  ///
  /// - Parameter isMarkdown: whether the text is known to be Markdown. Otherwise a lone line stays as it is.
  init(_ whole: String, isMarkdown: Bool = false) {
    let lines = whole.split(omittingEmptySubsequences: false) { $0.isNewline }
    let first = lines.firstIndex { !$0.allSatisfy(\.isWhitespace) } ?? lines.startIndex
    let rest = lines[first...].dropFirst()
    let hasMore = !rest.allSatisfy { $0.allSatisfy(\.isWhitespace) }
    let words = isMarkdown || hasMore ? HeadingLine.words(of: lines[first]) : nil
    let title = words.flatMap { $0.isEmpty ? nil : $0 } ?? String(lines[first])
    self.init(title: title, text: rest.joined(separator: "\n"))
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
