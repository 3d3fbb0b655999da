/// Words as Markdown (CommonMark) in which they mean just themselves.
///
/// Markdown reads code points: a “>” with a combining mark is a “>”, which a `Character` is not.
enum MarkdownText {
  /// - Parameters:
  ///   - words: without line feeds.
  ///   - isInLink: whether they stand between brackets.
  ///   - isBeforeLink: whether a link follows directly.
  static func escaped(
    _ words: some StringProtocol, isInLink: Bool = false, isBeforeLink: Bool = false
  ) -> String {
    let scalars = Array(words.unicodeScalars)
    var text = String.UnicodeScalarView()
    for (index, scalar) in scalars.enumerated() {
      let next = index + 1 < scalars.count ? scalars[index + 1] : nil
      let isMark =
        switch scalar {
        case "*", "`", "[": true
        case "]": isInLink
        case "\\": next.map(isPunctuation) ?? true
        case "_": !(index > 0 && isWord(scalars[index - 1]) && next.map(isWord) ?? false)
        case "<": next.map { isWord($0) || beginsAngle($0) } ?? true
        case "&": next.map { isWord($0) || $0 == "#" } ?? true
        case "!": next == nil && isBeforeLink
        default: false
        }
      if isMark { text.append("\\") }
      text.append(scalar)
    }
    return String(text)
  }

  /// A line of Markdown that begins no block: a heading, a list, a quote and so on.
  static func line(_ line: String) -> String {
    let scalars = line.unicodeScalars
    let digits = scalars.prefix { ("0"..."9").contains($0) }
    let afterDigits = scalars.dropFirst(digits.count)
    let isMark =
      switch scalars.first {
      case "#": endsMark(scalars.drop { $0 == "#" }.first)
      case ">": true
      case "-", "+":
        endsMark(scalars.dropFirst().first) || isRule(scalars) || isTableRule(scalars)
      case "|", ":": isTableRule(scalars)
      case "=": isRule(scalars)
      case "~": scalars.starts(with: "~~~".unicodeScalars)
      default: false
      }
    if isMark { return "\\\(line)" }
    if !digits.isEmpty, let mark = afterDigits.first, mark == "." || mark == ")",
      endsMark(afterDigits.dropFirst().first)
    {
      return "\(Substring(digits))\\\(Substring(afterDigits))"
    }
    return line
  }

  /// A heading's words; a “#” at their end would close it.
  static func headingWords(_ words: String) -> String {
    words.unicodeScalars.last == "#" ? "\(Substring(words.unicodeScalars.dropLast()))\\#" : words
  }

  /// The most of a mark that stand in a row.
  static func longestRun(of mark: Unicode.Scalar, in words: some StringProtocol) -> Int {
    var (longest, run) = (0, 0)
    for scalar in words.unicodeScalars {
      run = scalar == mark ? run + 1 : 0
      longest = max(longest, run)
    }
    return longest
  }

  /// Whether a tag, or an address of mail, may begin with it behind a “<”.
  private static func beginsAngle(_ scalar: Unicode.Scalar) -> Bool {
    "/!?.#$%&'*+=^_`{|}~-".unicodeScalars.contains(scalar)
  }

  private static func endsMark(_ next: Unicode.Scalar?) -> Bool {
    next.map(\.properties.isWhitespace) ?? true
  }

  private static func isRule(_ line: String.UnicodeScalarView) -> Bool {
    line.allSatisfy { $0 == line.first || $0.properties.isWhitespace }
  }

  /// Whether it would make the line above it the headings of a table.
  private static func isTableRule(_ line: String.UnicodeScalarView) -> Bool {
    line.contains("|")
      && line.allSatisfy { ["|", ":", "-"].contains($0) || $0.properties.isWhitespace }
  }

  /// Whether it is a letter or a digit of any script.
  static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.numericType != nil
  }

  private static func isPunctuation(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && !isWord(scalar) && !scalar.properties.isWhitespace
  }
}
