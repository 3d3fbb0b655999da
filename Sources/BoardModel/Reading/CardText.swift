/// The words of a card: the first line of a text, and the rest.
package struct CardText {
  let title: String
  let text: String
  /// Whether its only task is the title, and is done.
  private(set) var isDone = false

  init(title: String, text: String) {
    self.title = Self.line(title)
    self.text = text
  }

  /// Splits a text after its first line that is not blank. A title that Markdown marks as a heading or as a task loses
  /// the marks.
  ///
  /// - Parameter isMarkdown: whether the text is known to be Markdown. Otherwise a lone line stays as it is.
  init(_ whole: String, isMarkdown: Bool = false) {
    let lines = whole.split(omittingEmptySubsequences: false) { $0.isNewline }
    let first = lines.firstIndex { !$0.isBlank } ?? lines.startIndex
    let rest = lines[first...].dropFirst()
    let hasMore = !rest.allSatisfy(\.isBlank)
    let heading = isMarkdown || hasMore ? HeadingLine.words(of: lines[first]) : nil
    let task = Self.task(lines[first])
    let title = [heading, task?.words].compactMap(\.self).first { !$0.isEmpty }
    self.init(title: title ?? String(lines[first]), text: rest.joined(separator: "\n"))
    isDone = task?.isDone == true && !rest.contains { Self.task($0) != nil }
  }

  /// The words of an item with a box, and whether that is ticked; nil for any other line.
  private static func task(_ line: Substring) -> (isDone: Bool, words: String)? {
    guard let item = ItemMark.words(after: line),
      case (let isDone?, let words) = MarkdownTask.state(item), !words.isEmpty
    else { return nil }
    return (isDone, words)
  }

  /// The title and the text as one text.
  var whole: String { text.isEmpty ? title : "\(title)\n\(text)" }

  /// The text on one line, without blanks at the ends of its lines.
  package static func line(_ text: String) -> String {
    TypedLines(text).lines.joined(separator: " ")
  }
}

extension Character {
  /// Whether it is blank as a whole. One that only begins with a blank, with a combining mark after it, says something:
  /// `isWhitespace` looks at the first code point only.
  var isBlank: Bool { unicodeScalars.allSatisfy(\.properties.isWhitespace) }
}

extension StringProtocol {
  /// Whether there is nothing in it but blanks and line breaks.
  package var isBlank: Bool { unicodeScalars.allSatisfy(\.properties.isWhitespace) }
}

extension String {
  /// The words as one, for programs that know no others.
  var asOneWord: String {
    let words = unicodeScalars.split(whereSeparator: \.properties.isWhitespace)
    return words.map { String($0) }.joined(separator: "-")
  }

  /// The text without blanks at its ends.
  package var trimmed: String {
    let start = unicodeScalars.drop { $0.properties.isWhitespace }
    let last = start.lastIndex { !$0.properties.isWhitespace }
    return String(last.map { start[...$0] } ?? start[start.startIndex..<start.startIndex])
  }
}
