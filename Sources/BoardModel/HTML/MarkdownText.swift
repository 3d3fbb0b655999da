/// Words as Markdown (CommonMark) in which they mean just themselves.
enum MarkdownText {
  /// - Parameters:
  ///   - words: without line feeds.
  ///   - isInLink: whether they stand between brackets.
  ///   - isBeforeLink: whether a link follows directly.
  static func escaped(
    _ words: some StringProtocol, isInLink: Bool = false, isBeforeLink: Bool = false
  ) -> String {
    let characters = Array(words)
    var text = ""
    for (index, character) in characters.enumerated() {
      let next = index + 1 < characters.count ? characters[index + 1] : nil
      let isMark =
        switch character {
        case "*", "`", "[": true
        case "]": isInLink
        case "\\": next.map(isPunctuation) ?? true
        case "_": !(index > 0 && isWord(characters[index - 1]) && next.map(isWord) ?? false)
        case "<": next.map { $0.isLetter || "/!?".contains($0) } ?? true
        case "&": next.map { $0.isLetter || $0 == "#" } ?? true
        case "!": next == nil && isBeforeLink
        default: false
        }
      if isMark { text.append("\\") }
      text.append(character)
    }
    return text
  }

  /// A line of Markdown that begins no block: a heading, a list, a quote and so on.
  static func line(_ line: String) -> String {
    let rest = line.drop { $0 == "#" }
    let digits = line.prefix { $0.isASCII && $0.isNumber }
    let afterDigits = line.dropFirst(digits.count)
    let isMark =
      switch line.first {
      case "#": endsMark(rest.first)
      case ">": true
      case "-", "+": endsMark(line.dropFirst().first) || isRule(line)
      case "=": isRule(line)
      case "~": line.hasPrefix("~~~")
      default: false
      }
    if isMark { return "\\\(line)" }
    if !digits.isEmpty, let mark = afterDigits.first, mark == "." || mark == ")",
      endsMark(afterDigits.dropFirst().first)
    {
      return "\(digits)\\\(afterDigits)"
    }
    return line
  }

  /// A heading's words; a “#” at their end would close it.
  static func headingWords(_ words: String) -> String {
    words.last == "#" ? "\(words.dropLast())\\#" : words
  }

  private static func endsMark(_ next: Character?) -> Bool { next.map(\.isWhitespace) ?? true }
  private static func isRule(_ line: String) -> Bool {
    line.allSatisfy { $0 == line.first || $0.isWhitespace }
  }
  private static func isWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber
  }
  private static func isPunctuation(_ character: Character) -> Bool {
    character.isASCII && !character.isLetter && !character.isNumber && !character.isWhitespace
  }
}
