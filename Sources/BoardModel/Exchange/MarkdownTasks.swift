/// How a task stands in a line of Markdown, as GitHub and Obsidian's Kanban write it:
/// `- [x] Title @{2026-11-25} @@{14:30} #label`. Words at the end of a title that would be read as these have a
/// backslash before them, as in Markdown.
enum MarkdownTask {
  /// Takes what is planned from the end of a title, as ``planned(_:)`` does.
  typealias Planning = (String) -> (title: String, details: CardDetails, unknown: [Substring])

  /// The state before a task's words, if it has one, and the words.
  static func state(_ text: some StringProtocol) -> (isDone: Bool?, rest: String) {
    let bytes = Array(text.utf8.prefix(4))
    guard bytes.count >= 3, bytes[0] == UInt8(ascii: "["), bytes[2] == UInt8(ascii: "]"),
      bytes.count == 3 || bytes[3] == UInt8(ascii: " ")
    else { return (nil, String(text)) }
    let rest = String(text.dropFirst(3)).trimmed
    switch bytes[1] {
    case UInt8(ascii: " "): return (false, rest)
    case UInt8(ascii: "x"), UInt8(ascii: "X"): return (true, rest)
    default: return (nil, String(text))
    }
  }

  /// The lines of words in which `<br>` ends a line, as in tasks that Obsidian shows with several. In code and after a
  /// backslash it is a word.
  static func lines(_ words: String) -> [String] {
    var lines: [String] = []
    var start = words.startIndex
    // How many backticks the line has before `counted`: none is counted twice.
    var (counted, backticks) = (start, 0)
    for found in words.matches(of: /<br\s*\/?>/.ignoresCase()) {
      let before = words[start..<found.range.lowerBound]
      backticks += words[counted..<before.endIndex].count { $0 == "`" }
      counted = before.endIndex
      guard before.last != "\\", backticks.isMultiple(of: 2) else { continue }
      lines.append(String(before).trimmed)
      start = found.range.upperBound
      (counted, backticks) = (start, 0)
    }
    return (lines + [String(words[start...]).trimmed]).filter { !$0.isEmpty }
  }

  /// Takes the dates and labels from the end of a title. Those between its words are part of what it says.
  ///
  /// - Returns: also the words among these that have the form of a date but are none; they stay in the title.
  static func planned(
    _ text: String
  ) -> (title: String, details: CardDetails, unknown: [Substring]) {
    var words = text.split(separator: " ")
    var details = CardDetails()
    // What stands between the braces, and the whole word.
    var time: (inner: Substring, word: Substring)?
    // The last one first.
    var unknown: [Substring] = []
    // Obsidian's name of the line, to which links lead, stays the end of the title.
    var name: Substring?
    if words.count > 2, let last = words.last, isBlockName(last), isMark(words[words.count - 2]) {
      name = words.removeLast()
    }
    while let word = words.last, words.count > 1 {
      if let inner = word.within("@@{"), time == nil, details.due == nil {
        time = (inner, word)
      } else if let inner = word.within("@{"), details.due == nil,
        let due = DueDate(String(inner) + (time.map { "T\($0.inner)" } ?? ""))
      {
        details.due = due
        time = nil
      } else if let inner = word.within("@{"), DueDate(String(inner)) == nil || time != nil {
        if let time { unknown.append(time.word) }
        unknown.append(word)
        time = nil
      } else if let name = label(word), details.labels.count < CardDetails.mostLabels {
        details.labels.removeAll { $0.name == name }
        details.labels.insert(CardLabel(name), at: 0)
      } else {
        break
      }
      words.removeLast()
    }
    unknown.reverse()
    // A time without a date is nothing but words.
    guard time == nil else { return (unescaped(text), CardDetails(), unknown) }
    let title = unescaped(String(text[..<(words.last?.endIndex ?? text.endIndex)]))
    let rest = unknown + [name].compactMap(\.self)
    return (([title[...]] + rest).joined(separator: " "), details, unknown)
  }

  private static func isBlockName(_ word: Substring) -> Bool {
    word.first == "^" && word.count > 1
      && word.dropFirst().allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
  }

  /// A title as it is written before dates and labels.
  static func escaped(_ title: String) -> String {
    mappingLastWords(of: title, where: isMark) { "\\\($0)" }
  }

  private static func unescaped(_ title: String) -> String {
    mappingLastWords(of: title) {
      $0.first == "\\" && isMark($0)
    } _: {
      String($0.dropFirst())
    }
  }

  private static func isMark(_ word: Substring) -> Bool {
    word.first { $0 != "\\" }.map { "#@".contains($0) } ?? false
  }

  /// Maps the words at the end of a title that meet a condition. The first word is never one of these.
  private static func mappingLastWords(
    of title: String, where isMeant: (Substring) -> Bool, _ body: (Substring) -> String
  ) -> String {
    let words = title.split(separator: " ").dropFirst().reversed().prefix(while: isMeant)
    guard let start = words.last?.startIndex else { return title }
    let mapped = title[start...].split(separator: " ", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : body($0) }
    return title[..<start] + mapped.joined(separator: " ")
  }

  /// The date that a word says, with the time that the next one says.
  static func due(_ word: Substring, time: Substring? = nil) -> DueDate? {
    guard let day = word.within("@{") else { return nil }
    guard let time else { return DueDate(String(day)) }
    return time.within("@@{").flatMap { time in
      // “9:00”
      DueDate("\(day)T\(time.utf8.count == 4 ? "0" : "")\(time)")
    }
  }

  /// Whether a word says the time of a date before it.
  static func isTime(_ word: Substring) -> Bool { word.within("@@{") != nil }

  static func label(_ word: Substring) -> String? {
    guard word.first == "#", let second = word.dropFirst().first, second.isLetter,
      word.utf8.count <= CardDetails.longestLine, !word.contains(where: \.isWhitespace)
    else { return nil }
    return String(word.dropFirst())
  }

  /// The words of a card's details that stand after its title.
  static func suffix(_ details: CardDetails) -> String {
    var words: [String] = []
    if let due = details.due {
      words.append("@{\(due.wholeDay)}")
      if due.minute != nil { words.append("@@{\(due.description.suffix(5))}") }
    }
    words += tags(details)
    return words.map { " \($0)" }.joined()
  }

  /// The labels that can be written, each as one word.
  static func tags(_ details: CardDetails) -> [String] {
    details.labels.compactMap { tag($0.name) }.map { "#\($0)" }
  }

  /// A label's name as one word; nil if no program would read that as a label.
  static func tag(_ name: String) -> String? {
    let tag = name.asOneWord
    return label("#\(tag)") == nil ? nil : tag
  }
}

extension Substring {
  /// What stands between a beginning and a closing brace at the end.
  fileprivate func within(_ start: String) -> Substring? {
    hasPrefix(start) && hasSuffix("}") ? dropFirst(start.count).dropLast() : nil
  }
}
