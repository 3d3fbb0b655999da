/// A line of Markdown that `#` marks as a heading (CommonMark 4.2).
enum HeadingLine {
  private static let mostMarks = 6
  private static let deepestIndent = 3

  /// The words of a heading without the marks before and after them; nil for any other line. `#1 priority` and `#label`
  /// are words: a blank stands after the marks of a heading.
  static func words(of line: some StringProtocol) -> String? {
    let marked = line.drop { $0 == " " }
    let rest = marked.drop { $0 == "#" }
    let count = marked.count - rest.count
    guard line.count - marked.count <= deepestIndent, 1...mostMarks ~= count,
      rest.first.map({ $0.isWhitespace }) ?? true
    else { return nil }
    return withoutClosingMarks(String(rest))
  }

  /// The marks that close a heading stand after a blank.
  private static func withoutClosingMarks(_ words: String) -> String {
    let words = words.trimmed
    guard let end = words.lastIndex(where: { $0 != "#" }) else { return "" }
    return words[end].isBlank ? String(words[..<end]).trimmed : words
  }
}
