/// Strong, emphasized and code words of one line as Markdown (CommonMark). Where “*” in a row would not mean the look
/// that they stand for, the words have no look: they always mean themselves.
enum StyledMarkdown {
  /// Markdown that has one look: blanks, or something without blanks at its ends.
  struct Run {
    var text: String
    var style = HTMLLine.Style()
    /// The same words without the look of code.
    var plain: String?
    var isBlank = false

    static func blank(_ style: HTMLLine.Style = HTMLLine.Style()) -> Run {
      Run(text: " ", style: style, isBlank: true)
    }
  }

  private enum Mark: CaseIterable {
    case emphasis, strong

    var text: String { self == .strong ? "**" : "*" }

    func isIn(_ style: HTMLLine.Style) -> Bool {
      self == .strong ? style.isStrong : style.isEmphasized
    }
  }

  /// - Parameters:
  ///   - words: of one line.
  ///   - isInLink: whether they stand between brackets.
  ///   - isBeforeLink: whether a link follows directly.
  static func runs(
    _ words: Substring, _ style: HTMLLine.Style, isInLink: Bool = false, isBeforeLink: Bool = false
  ) -> [Run] {
    let scalars = words.unicodeScalars
    let start = scalars.drop(while: \.properties.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.properties.isWhitespace }) else {
      return words.isEmpty ? [] : [.blank(style)]
    }
    let core = Substring(start[...last])
    let isEnd = last == scalars.index(before: scalars.endIndex)
    let plain = MarkdownText.escaped(
      core, isInLink: isInLink, isBeforeLink: isBeforeLink && isEnd)
    let run = Run(text: style.isCode ? code(core) : plain, style: style, plain: plain)
    return (start.startIndex > words.startIndex ? [.blank(style)] : []) + [run]
      + (isEnd ? [] : [.blank(style)])
  }

  private static func code(_ words: Substring) -> String {
    let fence = String(repeating: "`", count: MarkdownText.longestRun(of: "`", in: words) + 1)
    let (first, last) = (words.unicodeScalars.first, words.unicodeScalars.last)
    let pad = first == "`" || last == "`" ? " " : ""
    return fence + pad + words + pad + fence
  }

  static func text(_ parts: [Run]) -> String {
    let runs = joined(parts)
    let ends = Mark.allCases.map { Self.ends(of: $0, in: runs) }
    var text = ""
    // Marks that are open, and the run before which each closes.
    var open: [(mark: Mark, end: Int)] = []
    for (index, run) in runs.enumerated() {
      let hasClosed = open.last?.end == index
      while let last = open.last, last.end == index {
        text += last.mark.text
        open.removeLast()
      }
      // Marks that close and marks that open would be one row of them.
      if !run.isBlank, !hasClosed {
        let wanted = zip(Mark.allCases, ends).filter { mark, ends in
          ends[index] > index && !open.contains { $0.mark == mark }
        }
        // The look that ends last is the outer one.
        for (mark, ends) in wanted.sorted(by: { $0.1[index] > $1.1[index] }) {
          let end = min(ends[index], open.last?.end ?? runs.count)
          guard canOpen(index, in: runs, isInner: !open.isEmpty), canClose(end, in: runs) else {
            continue
          }
          open.append((mark, end))
          text += mark.text
        }
      }
      text += run.text
    }
    for last in open.reversed() { text += last.mark.text }
    return text
  }

  /// Blanks have no look that a word beside them does not have. Code that directly follows code would be a part of it.
  private static func joined(_ parts: [Run]) -> [Run] {
    var runs: [Run] = []
    for part in parts {
      if part.isBlank, runs.last?.isBlank == true { continue }
      runs.append(part)
      guard part.style.isCode, let plain = part.plain, runs.dropLast().last?.style.isCode == true
      else { continue }
      runs[runs.count - 1].text = plain
      runs[runs.count - 1].style.isCode = false
    }
    for index in runs.indices where runs[index].isBlank && index > 0 && index + 1 < runs.count {
      for style in [runs[index - 1].style, runs[index + 1].style] {
        if !style.isStrong { runs[index].style.isStrong = false }
        if !style.isEmphasized { runs[index].style.isEmphasized = false }
      }
    }
    return runs
  }

  /// For each run the index of the next one that does not have the look.
  private static func ends(of mark: Mark, in runs: [Run]) -> [Int] {
    var ends = Array(repeating: runs.count, count: runs.count)
    var end = runs.count
    for index in runs.indices.reversed() {
      if !mark.isIn(runs[index].style) { end = index }
      ends[index] = end
    }
    return ends
  }

  // MARK: Rows of marks (CommonMark, section 6.2)

  private static func canOpen(_ index: Int, in runs: [Run], isInner: Bool) -> Bool {
    let (before, after) = (last(before: index, in: runs), first(at: index, in: runs))
    // A row within another look must not be able to close that look.
    if isInner { return after != .blank && (before == .blank || before == .mark && after == .word) }
    return after == .word || after != .blank && (before == .blank || before == .mark)
  }

  private static func canClose(_ end: Int, in runs: [Run]) -> Bool {
    let (before, after) = (last(before: end, in: runs), first(at: end, in: runs))
    return before == .word || before != .blank && (after == .blank || after == .mark)
  }

  private enum Kind {
    /// Versions of CommonMark differ about symbols that are not of ASCII.
    case blank, word, mark, symbol
  }

  private static func last(before index: Int, in runs: [Run]) -> Kind {
    index > 0 ? kind(runs[index - 1].text.unicodeScalars.last) : .blank
  }

  private static func first(at index: Int, in runs: [Run]) -> Kind {
    index < runs.count ? kind(runs[index].text.unicodeScalars.first) : .blank
  }

  private static func kind(_ scalar: Unicode.Scalar?) -> Kind {
    guard let scalar else { return .blank }
    switch scalar.properties.generalCategory {
    case .spaceSeparator, .lineSeparator, .paragraphSeparator: return .blank
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
      .initialPunctuation, .finalPunctuation, .otherPunctuation:
      return .mark
    case .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol:
      return scalar.isASCII ? .mark : .symbol
    default: return scalar.properties.isWhitespace ? .blank : .word
    }
  }
}
