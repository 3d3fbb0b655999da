/// The words of a paragraph or a heading, without blanks at their ends: one or several lines, with links.
struct HTMLLine: Hashable {
  /// How words look.
  struct Style: Hashable {
    var isStrong = false
    var isEmphasized = false
    var isCode = false
  }

  /// Words that share what they link to and how they look.
  struct Piece: Hashable {
    /// Lines are separated by a line feed.
    var words: String
    var link: String?
    var style = Style()
  }

  private(set) var pieces: [Piece] = []
  /// The state of a box before the words; nil without one.
  private(set) var isDone: Bool?

  /// Whether there is nothing in it, not even a box.
  var isEmpty: Bool { pieces.isEmpty && isDone == nil }
  /// All words, without links.
  var words: String { pieces.map(\.words).joined() }
  var hasLinks: Bool { pieces.contains { $0.link != nil } }

  /// The strong words with which it begins, and what follows them; nil without any.
  var strong: (words: String, rest: String)? {
    let first = pieces.prefix { $0.style.isStrong }
    guard !first.isEmpty else { return nil }
    return (
      first.map(\.words).joined().trimmed,
      pieces.dropFirst(first.count).map(\.words).joined().trimmed
    )
  }

  /// Adds words. Blanks in a row are one, and there is none at the beginning of a line.
  mutating func add(_ text: String, link: String? = nil, style: Style = Style()) {
    let isAfterBlank = pieces.last?.words.unicodeScalars.last?.properties.isWhitespace ?? true
    var words = Self.withSingleBlanks(text, isAfterBlank: isAfterBlank)
    if pieces.isEmpty, isDone == nil { removeBox(from: &words) }
    append(words, link, style)
  }

  /// Adds a box that a person can tick. After other words the box becomes a word.
  mutating func addBox(isDone: Bool) {
    guard isEmpty else { return add(isDone ? "[x] " : "[ ] ") }
    self.isDone = isDone
  }

  /// Ends a line.
  mutating func addBreak() {
    dropBlankEnd()
    append("\n", nil, Style())
  }

  /// Removes blanks and line feeds from the end.
  mutating func dropBlankEnd() {
    while let last = pieces.indices.last {
      while pieces[last].words.unicodeScalars.last?.properties.isWhitespace == true {
        pieces[last].words.unicodeScalars.removeLast()
      }
      guard pieces[last].words.isEmpty else { return }
      pieces.removeLast()
    }
  }

  /// Whether it ends with a line feed.
  var isAtLineStart: Bool { pieces.last?.words.last?.isNewline ?? true }

  private mutating func append(_ words: String, _ link: String?, _ style: Style) {
    guard !words.isEmpty else { return }
    // A copy of the last piece would make each addition copy all of its words.
    if let last = pieces.indices.last, pieces[last].link == link, pieces[last].style == style {
      pieces[last].words += words
    } else {
      pieces.append(Piece(words: words, link: link, style: style))
    }
  }

  /// Removes a box that is a character from the beginning.
  private mutating func removeBox(from words: inout String) {
    switch words.unicodeScalars.first {
    case "☐": isDone = false
    case "☑", "☒": isDone = true
    default: return
    }
    words = String(
      words.unicodeScalars.dropFirst().drop(while: \.properties.isWhitespace))
  }

  /// - Parameter isAfterBlank: whether it stands where a blank would be a second one.
  private static func withSingleBlanks(_ text: String, isAfterBlank: Bool) -> String {
    var text = text
    return text.withUTF8 { bytes in
      String(unsafeUninitializedCapacity: bytes.count) { words in
        var (count, index, isAfterBlank) = (0, 0, isAfterBlank)
        while index < bytes.count {
          let length = blank(in: bytes, at: index)
          if length == 0 || !isAfterBlank {
            words[count] = length == 0 ? bytes[index] : UInt8(ascii: " ")
            count += 1
          }
          isAfterBlank = length > 0
          index += max(length, 1)
        }
        return count
      }
    }
  }

  /// How many bytes of UTF-8 a blank, or the end of a line, at an index has: 0 for anything else.
  private static func blank(in bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
    func has(_ byte: UInt8, after count: Int) -> Bool {
      index + count < bytes.count && bytes[index + count] == byte
    }
    switch bytes[index] {
    case 0x09...0x0D, 0x20: return 1
    case 0xC2: return has(0xA0, after: 1) || has(0x85, after: 1) ? 2 : 0
    case 0xE2: return has(0x80, after: 1) && (has(0xA8, after: 2) || has(0xA9, after: 2)) ? 3 : 0
    default: return 0
    }
  }

  /// The other lines; the box goes with the first.
  var withoutFirstLine: HTMLLine {
    var rest = HTMLLine()
    var isFirst = true
    for piece in pieces {
      var words = piece.words[...]
      if isFirst {
        guard let end = words.firstIndex(of: "\n") else { continue }
        isFirst = false
        words = words[words.index(after: end)...]
      }
      if !words.isEmpty {
        rest.pieces.append(
          Piece(words: String(words), link: piece.link, style: piece.style))
      }
    }
    return rest
  }
}
