internal import Translations

/// The words of a card: the first line of a text, and the rest.
package struct CardText {
  let title: String
  let text: String
  /// Whether its only task is the title, and is done.
  private(set) var isDone = false

  /// The longest title of a card or a list, in bytes of UTF-8.
  package static let longestTitle = 4_096
  /// The longest text of a card, in bytes of UTF-8.
  package static let longestText = 1 << 20

  /// A title that is too long goes on in the text.
  init(title: String, text: String) {
    let line = Self.line(title)
    let end = line.end(ofStart: Self.longestTitle)
    self.title = Self.line(String(line[..<end]))
    let rest = line[end...]
    self.text = rest.isEmpty ? text : text.isEmpty ? String(rest) : "\(rest)\n\(text)"
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

  /// Checks a text that lists show.
  ///
  /// - Throws: `invalid`, with the beginning of the text.
  static func check(_ text: String, _ field: String, atMost limit: Int) throws(BoardError) {
    guard text.utf8.count > limit else { return }
    throw .invalid(
      field: field,
      reason: translated(
        "“{beginning}…” has {count} bytes; {limit} at most can be kept",
        ["beginning": line(text.start(80)), "count": text.utf8.count, "limit": limit]))
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
  /// The beginning, of at most so many bytes of UTF-8, in whole code points.
  func start(_ bytes: Int) -> String { String(self[..<end(ofStart: bytes)]) }

  /// A slice of a string ends at a code point even if the index is in the middle of it.
  func end(ofStart bytes: Int) -> Index {
    utf8.index(startIndex, offsetBy: bytes, limitedBy: endIndex) ?? endIndex
  }

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
