extension HTMLLine {
  /// Its lines as Markdown, with a box as task lists have it.
  var markdown: [String] {
    let lines = markdownRuns.map { runs in
      MarkdownText.line(StyledMarkdown.text(runs).trimmed)
    }
    guard let isDone else { return lines }
    return ["[\(isDone ? "x" : " ")] \(lines[0])"] + lines.dropFirst()
  }

  /// What each line consists of.
  private var markdownRuns: [[StyledMarkdown.Run]] {
    var lines: [[StyledMarkdown.Run]] = [[]]
    var index = 0
    while index < pieces.count {
      let (start, link) = (index, pieces[index].link)
      repeat { index += 1 } while index < pieces.count && pieces[index].link == link
      let group = pieces[start..<index]
      let isBeforeLink = index < pieces.count && pieces[index].link != nil
      if let link, !group.allSatisfy({ $0.words.trimmed.isEmpty }) {
        lines[lines.count - 1] += Self.runs(group, link)
        continue
      }
      for (number, piece) in zip(group.indices, group) {
        let isLast = number == index - 1
        let parts = piece.words.split(separator: "\n", omittingEmptySubsequences: false)
        for (line, words) in parts.enumerated() {
          if line > 0 { lines.append([]) }
          lines[lines.count - 1] += StyledMarkdown.runs(
            words, piece.style, isBeforeLink: isBeforeLink && isLast && line == parts.count - 1)
        }
      }
    }
    return lines
  }

  /// A link has its words on one line, and how they look within its brackets.
  private static func runs(_ group: ArraySlice<Piece>, _ link: String) -> [StyledMarkdown.Run] {
    let inner = group.flatMap { piece in
      var words = piece.words.split(whereSeparator: \.isNewline).joined(separator: " ")
      if piece.words.first?.isNewline == true { words = " \(words)" }
      if piece.words.last?.isNewline == true { words += " " }
      return StyledMarkdown.runs(words[...], piece.style, isInLink: true)
    }
    let words = StyledMarkdown.text(inner)
    let text = "[\(words.trimmed)](\(HTMLLink.destination(link)))"
    return (words.unicodeScalars.first == " " ? [.blank()] : []) + [StyledMarkdown.Run(text: text)]
      + (words.unicodeScalars.last == " " ? [.blank()] : [])
  }
}
