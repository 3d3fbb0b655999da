/// A note's lines: words separated by one space; the first word says what the line is.
struct NoteLines {
  private var lines: ArraySlice<Substring>

  /// Nil unless the first line is the title.
  init?(_ text: String, title: String) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    guard lines.popLast() == "", lines.popFirst() == Substring(title) else { return nil }
  }

  var isAtEnd: Bool { lines.isEmpty }

  /// The words of the next line after its first; nil unless the first is `word` and `count` words follow.
  mutating func next(_ word: String, _ count: Int) -> [Substring]? {
    guard let line = lines.popFirst() else { return nil }
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    guard words.first == Substring(word), words.count == count + 1 else { return nil }
    return Array(words.dropFirst())
  }
}
