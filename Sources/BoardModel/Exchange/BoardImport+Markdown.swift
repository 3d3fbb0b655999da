internal import DragModel
internal import Foundation
internal import Translations

/// Markdown: a heading is a list, an item below it a card, as GitHub's task lists and Obsidian's Kanban have them.
extension BoardImport {
  private static let markdownType = "text/markdown"

  /// Reads lists. An item's first line is the card's title, items with boxes in it are its checklist, everything else
  /// in it is its text.
  ///
  /// - Parameter title: of a list for items that stand before the first heading.
  /// - Throws: `malformed` for what is no UTF-8, and for what is too much.
  package init(markdown bytes: [UInt8], title: String) throws(BoardError) {
    let source = MarkdownBlocks(try Self.text(bytes, as: Self.markdownType))
    var losses = Losses()
    var next = 0
    for block in source.blocks {
      // Definitions of links are no blocks.
      if next < block.lines.lowerBound { losses.add(source, next..<block.lines.lowerBound) }
      next = max(next, block.lines.upperBound)
      switch block.kind {
      case .heading:
        let title = source.lines[block.lines].first.map(Self.heading) ?? ""
        lists.append(NewList(title: Self.title(title)))
      case .list:
        if lists.isEmpty { lists.append(NewList(title: title)) }
        for item in block.items { add(item, source) }
      case .other: losses.add(source, block.lines)
      }
      try Self.check(
        count: lists.count + lists.map(\.cards.count).reduce(0, +), as: Self.markdownType)
    }
    losses.add(source, min(next, source.lines.count)..<source.lines.count)
    // The title of a document is a heading without items.
    if source.isTitle, lists.first?.cards.isEmpty == true {
      losses.add(translated("the title “{title}”", ["title": lists.removeFirst().title]))
    }
    losses.end()
    left = losses.lines
  }

  /// The words of a heading's first line, without the marks around them.
  private static func heading(_ line: Substring) -> String {
    var words = line.drop(while: \.isWhitespace)
    if words.first == "#" {
      words = words.drop { $0 == "#" }
      // What closes it stands after a blank.
      let end = words.lastIndex { !$0.isWhitespace && $0 != "#" }
      let rest = words[(end.map { words.index(after: $0) } ?? words.startIndex)...]
      if rest.first?.isWhitespace == true { words = words[..<rest.startIndex] }
    }
    let title = CardText.line(String(words))
    return title.first { $0 != "\\" } == "#" && title.first == "\\"
      ? String(title.dropFirst()) : title
  }

  private mutating func add(_ item: MarkdownBlocks.Item, _ source: MarkdownBlocks) {
    guard let first = item.lines.first else { return }
    let (isDone, words) = MarkdownTask.state(Self.withoutMarker(source.lines[first]))
    var (title, details) = MarkdownTask.planned(words)
    details.isDone = isDone ?? false
    var rest = IndexSet(item.lines.dropFirst())
    for block in item.blocks {
      guard case .list = block.kind, block.lines.lowerBound > first,
        let items = Self.checklist(block, source),
        details.checklist.count + items.count <= CardDetails.mostItems
      else { continue }
      details.checklist += items
      rest.subtract(IndexSet(block.lines))
    }
    let text = rest.map { Self.unindented(source.lines[$0], by: item.column) }
    var card = NewCard(
      title: Self.title(title), text: Self.withoutBlankEnds(text).joined(separator: "\n"))
    card.details = details
    lists[lists.count - 1].cards.append(card)
  }

  /// The items of a list in a card, if each has a box and is just one line.
  private static func checklist(
    _ block: MarkdownBlocks.Block, _ source: MarkdownBlocks
  ) -> [ChecklistItem]? {
    var items: [ChecklistItem] = []
    for item in block.items {
      let lines = item.lines.filter { !source.lines[$0].allSatisfy(\.isWhitespace) }
      guard lines.count == 1 else { return nil }
      let (isDone, text) = MarkdownTask.state(withoutMarker(source.lines[lines[0]]))
      guard let isDone, !text.isEmpty, text.utf8.count <= CardDetails.longestLine else {
        return nil
      }
      items.append(ChecklistItem(text, isDone: isDone))
    }
    return items
  }

  /// The first line of an item without the bullet or number before it. A column would count tabs.
  private static func withoutMarker(_ line: Substring) -> String {
    let line = line.drop(while: \.isWhitespace)
    let digits = line.prefix { $0.isASCII && $0.isNumber }
    return String(line.dropFirst(digits.count + 1)).trimmed
  }

  private static func unindented(_ line: Substring, by column: Int) -> Substring {
    let blanks = line.prefix { $0 == " " }.count
    return line.dropFirst(min(blanks, column))
  }

  private static func withoutBlankEnds(_ lines: [Substring]) -> ArraySlice<Substring> {
    func isBlank(_ line: Substring) -> Bool { line.allSatisfy(\.isWhitespace) }
    let start = lines.firstIndex { !isBlank($0) } ?? lines.endIndex
    let end = lines.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? start
    return lines[start..<max(start, end)]
  }
}

extension Losses {
  fileprivate mutating func add(_ source: MarkdownBlocks, _ lines: Range<Int>) {
    for index in lines where !source.lines[index].allSatisfy(\.isWhitespace) {
      add(
        translated(
          "line {number}: {words}",
          ["number": index + 1, "words": String(source.lines[index].prefix(200))]))
    }
  }
}

extension MarkdownBlocks {
  /// Whether the text begins with a heading of the first level, followed by one of a lower level.
  fileprivate var isTitle: Bool {
    let levels = blocks.compactMap { block -> Int? in
      if case .heading(let level) = block.kind { level } else { nil }
    }
    return levels.count > 1 && levels[0] == 1 && levels[1...].allSatisfy { $0 > 1 }
  }
}
