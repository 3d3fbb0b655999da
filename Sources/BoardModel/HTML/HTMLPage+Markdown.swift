extension [HTMLPage.Block] {
  /// The blocks as Markdown.
  var markdown: String { markdownLines.joined(separator: "\n") }

  fileprivate var markdownLines: [String] {
    var lines: [String] = []
    var bullet: Character = "-"
    for (index, block) in enumerated() {
      if index > 0 { lines.append("") }
      // With the same bullet, a list after a list would continue the first.
      bullet = index > 0 && self[index - 1].isList && bullet == "-" ? "*" : "-"
      lines += block.lines(bullet)
    }
    return lines
  }
}

extension HTMLPage.Block {
  fileprivate var isList: Bool { if case .list = self { true } else { false } }

  /// - Parameter bullet: of the items of a list.
  fileprivate func lines(_ bullet: Character) -> [String] {
    switch self {
    case .heading(let level, let line):
      let words = MarkdownText.headingWords(line.markdown.joined(separator: " "))
      return ["\(String(repeating: "#", count: level)) \(words)"]
    case .paragraph(let line): return line.markdown
    case .code(let text):
      let fence = String(
        repeating: "`", count: Swift.max(MarkdownText.longestRun(of: "`", in: text) + 1, 3))
      return [fence]
        + text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        + [fence]
    case .quote(let blocks): return blocks.markdownLines.map { $0.isEmpty ? ">" : "> \($0)" }
    case .list(let isOrdered, let items):
      let isTight = items.allSatisfy { $0.blocks.count == 1 && !$0.blocks[0].isList }
      return items.enumerated().flatMap { index, item in
        let mark = isOrdered ? "\(index + 1)\(bullet == "-" ? "." : ")") " : "\(bullet) "
        return (index > 0 && !isTight ? [""] : []) + item.lines(after: mark)
      }
    }
  }
}

extension HTMLPage.Item {
  fileprivate func lines(after mark: String) -> [String] {
    let indent = String(repeating: " ", count: mark.count)
    return blocks.markdownLines.enumerated().map { index, line in
      index == 0 ? mark + line : line.isEmpty ? "" : indent + line
    }
  }
}
