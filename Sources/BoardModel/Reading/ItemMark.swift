/// What stands before the words of a list's item: a bullet or a number.
enum ItemMark {
  private static let markdownBullets = "-*+"
  /// Those that other programs write.
  private static let otherBullets = "•◦▪‣–"
  private static let bullets = markdownBullets + otherBullets
  private static let mostDigits = 3

  /// The words after the mark with which a line begins; nil for a line without a mark.
  static func words(after line: some StringProtocol) -> String? {
    let line = line.drop(while: \.isBlank)
    let digits = line.prefix { $0.isASCII && $0.isNumber }
    guard digits.count <= mostDigits, case let rest = line.dropFirst(digits.count),
      let mark = rest.first, (digits.isEmpty ? bullets : ".)").contains(mark),
      rest.dropFirst().first?.isWhitespace ?? true
    else { return nil }
    return String(rest.dropFirst()).trimmed
  }

  /// A line with the bullet that Markdown knows.
  static func inMarkdown(_ line: Substring) -> Substring {
    guard let first = line.first(where: { !$0.isBlank }), otherBullets.contains(first),
      words(after: line) != nil
    else { return line }
    return line.prefix(while: \.isBlank) + "-" + line.drop(while: \.isBlank).dropFirst()
  }
}
