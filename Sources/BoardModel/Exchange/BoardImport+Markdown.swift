internal import DragModel
internal import Foundation
internal import Translations

/// Markdown: a heading is a list, an item below it a card, as GitHub's task lists and Obsidian's Kanban have them.
extension BoardImport {
  static let markdownType = "text/markdown"

  /// Reads lists. An item's first line, up to a `<br>`, is the card's title, items with boxes in it are its checklist,
  /// everything else in it is its text. The cards of an archive, as Obsidian's Kanban writes it, become archived cards
  /// of the last list.
  ///
  /// - Parameter title: of a list for items that stand before the first heading.
  /// - Throws: `malformed` for bytes that are not UTF-8, and for more than the limits allow.
  package init(markdown bytes: [UInt8], title: String) throws(BoardError) {
    let kanban = ObsidianKanban(try Self.text(bytes, as: Self.markdownType))
    try self.init(kanban, MarkdownBlocks(kanban.lines), title)
  }

  private init(
    _ kanban: ObsidianKanban, _ source: MarkdownBlocks, _ title: String,
    planned: MarkdownTask.Planning = MarkdownTask.planned
  ) throws(BoardError) {
    let archives = source.blocks.indices.map { source.isArchive(at: $0, kanban) }
    var losses = Losses()
    var (next, count) = (0, 0)
    var isArchive = false
    for (index, block) in source.blocks.enumerated() {
      // cmark makes no blocks of link definitions.
      if next < block.lines.lowerBound { losses.add(source, next..<block.lines.lowerBound) }
      next = max(next, block.lines.upperBound)
      switch block.kind {
      case .heading:
        isArchive = archives[index]
        guard !isArchive else { break }
        lists.append(kanban.list(Self.title(source.heading(block))))
        count += 1
      case .list:
        if lists.isEmpty {
          lists.append(NewList(title: title))
          count += 1
        }
        count += block.items.count
        try Self.check(count: count, as: Self.markdownType)
        for item in block.items { add(item, source, isArchived: isArchive, planned, &losses) }
      case .rule where archives.indices.contains(index + 1) && archives[index + 1]: break
      case .other where kanban.isComplete(at: index, in: source.blocks): break
      case .rule, .other: losses.add(source, block.lines)
      }
      try Self.check(count: count, as: Self.markdownType)
    }
    losses.add(source, min(next, source.lines.count)..<source.lines.count)
    // The title of a document is a heading without items.
    if source.isTitle, lists.first?.cards.isEmpty == true {
      losses.add(translated("the title “{title}”", ["title": lists.removeFirst().title]))
    }
    losses.end()
    left = losses.lines
  }

  /// A card for each item of a text that is nothing but a list, below one heading or none; nil for any other text. In
  /// a list of tasks, each with a box, an item may have more than its line.
  ///
  /// - Parameter planned: reads the dates and labels at the end of an item's words.
  static func cards(
    ofList text: String, planned: MarkdownTask.Planning = MarkdownTask.planned
  ) -> [NewCard]? {
    var kanban = ObsidianKanban(text)
    let written = ListLines(kanban.lines)
    guard written.beginsWithItem else { return nil }
    kanban.lines = written.lines
    let source = MarkdownBlocks(kanban.lines)
    var lists = source.blocks[...]
    let heading = lists.first.flatMap { block -> String? in
      if case .heading = block.kind { source.heading(block) } else { nil }
    }
    if heading != nil { lists.removeFirst() }
    guard lists.allSatisfy({ if case .list = $0.kind { true } else { false } }),
      case let items = lists.flatMap(\.items), !items.isEmpty,
      case let areTasks = items.allSatisfy({ isTask($0, source) }), areTasks || items.count > 1,
      let read = try? BoardImport(kanban, source, "", planned: planned),
      written.areItems || areTasks && read.left.isEmpty,
      case var cards = read.lists.flatMap(\.cards), !cards.isEmpty
    else { return nil }
    cards[0].heading = heading
    return cards
  }

  private static func isTask(_ item: MarkdownBlocks.Item, _ source: MarkdownBlocks) -> Bool {
    item.lines.first.flatMap {
      MarkdownTask.state(withoutMarker(source.lines[$0])).isDone
    } != nil
  }

  private mutating func add(
    _ item: MarkdownBlocks.Item, _ source: MarkdownBlocks, isArchived: Bool,
    _ planned: MarkdownTask.Planning, _ losses: inout Losses
  ) {
    guard let first = item.lines.first else { return }
    let (isDone, words) = MarkdownTask.state(Self.withoutMarker(source.lines[first]))
    var (title, details, unknown) = planned(words)
    losses.addDates(unknown, of: title)
    details.isDone = isDone ?? false
    var rest = IndexSet(item.lines.dropFirst())
    for block in item.blocks {
      guard case .list = block.kind, block.lines.lowerBound > first,
        let (items, below) = Self.checklist(block, source),
        details.checklist.count + items.count <= CardDetails.mostItems
      else { continue }
      details.checklist += items.map(\.item)
      for (item, parent) in items {
        guard let parent else { continue }
        losses.add(
          translated(
            "that “{item}” is part of “{parent}”",
            ["item": String(item.text.prefix(80)), "parent": String(parent.prefix(80))]),
          of: String(title.prefix(200)))
      }
      rest.subtract(IndexSet(block.lines))
      rest.formUnion(below)
    }
    let titleLines = MarkdownTask.lines(title)
    let text = rest.map { Self.unindented(source.lines[$0], by: item.column) }
    var card = NewCard(
      title: Self.title(titleLines.first ?? ""),
      text: (titleLines.dropFirst().map { $0[...] } + Self.withoutBlankEnds(text))
        .joined(separator: "\n"))
    card.details = details
    card.isArchived = isArchived
    lists[lists.count - 1].cards.append(card)
  }

  /// The items of a list in a card, if each has a box and is just one line, with those of lists in it. `parent` is the
  /// words of the item that such a list belongs to. An item without a box names the list in it. `below` has the lines
  /// of text below an item that begin no deeper than it: without a blank line CommonMark takes them for words of it.
  private static func checklist(
    _ block: MarkdownBlocks.Block, _ source: MarkdownBlocks, of parent: String? = nil,
    named name: String? = nil
  ) -> (items: [(item: ChecklistItem, parent: String?)], below: IndexSet)? {
    var items: [(item: ChecklistItem, parent: String?)] = []
    var below = IndexSet()
    for item in block.items {
      let inner = item.blocks.filter { if case .list = $0.kind { true } else { false } }
      let lines = item.lines.filter { line in
        !source.lines[line].isBlank && !inner.contains { $0.lines.contains(line) }
      }
      guard let first = lines.first else { return nil }
      let depth = indent(source.lines[first])
      if let second = lines.dropFirst().first, indent(source.lines[second]) > depth { return nil }
      let (isDone, text) = MarkdownTask.state(withoutMarker(source.lines[first]))
      guard !text.isEmpty, text.utf8.count <= CardDetails.longestLine else { return nil }
      guard let isDone else {
        // The name of a list of items.
        guard parent == nil, name == nil, lines.count == 1, inner.count == 1,
          let (named, namedBelow) = checklist(inner[0], source, named: text)
        else { return nil }
        items += named
        below.formUnion(namedBelow)
        continue
      }
      items.append((checklistItem(text, isDone: isDone, in: name ?? ""), parent))
      below.formUnion(IndexSet(lines.dropFirst()))
      for block in inner {
        guard let (more, moreBelow) = checklist(block, source, of: text, named: name) else {
          return nil
        }
        items += more
        below.formUnion(moreBelow)
      }
    }
    return (items, below)
  }

  /// An item with the date at its end.
  private static func checklistItem(
    _ words: String, isDone: Bool, in list: String
  ) -> ChecklistItem {
    let (text, details, _) = MarkdownTask.planned(words)
    guard details.due != nil, details.labels.isEmpty else {
      return ChecklistItem(words, isDone: isDone, in: list)
    }
    return ChecklistItem(text, isDone: isDone, due: details.due, in: list)
  }

  /// The first line of an item without the bullet or number before it. The item's column would not do, because it
  /// counts a tab as several.
  private static func withoutMarker(_ line: Substring) -> String {
    let line = line.drop(while: \.isBlank)
    let digits = line.prefix { $0.isASCII && $0.isNumber }
    return String(line.dropFirst(digits.count + 1)).trimmed
  }

  private static let tabWidth = 4

  /// How many columns of blanks a line begins with.
  private static func indent(_ line: Substring) -> Int {
    line.prefix { $0 == " " || $0 == "\t" }.reduce(0) { column, blank in
      blank == "\t" ? column + tabWidth - column % tabWidth : column + 1
    }
  }

  /// The line without the blanks of so many columns. It removes a tab as a whole, because Obsidian indents each line
  /// with one.
  private static func unindented(_ line: Substring, by column: Int) -> Substring {
    var (line, removed) = (line, 0)
    while removed < column, let first = line.first, first == " " || first == "\t" {
      removed += first == "\t" ? tabWidth - removed % tabWidth : 1
      line.removeFirst()
    }
    return line
  }

  private static func withoutBlankEnds(_ lines: [Substring]) -> ArraySlice<Substring> {
    let start = lines.firstIndex { !$0.isBlank } ?? lines.endIndex
    let end = lines.lastIndex { !$0.isBlank }.map { $0 + 1 } ?? start
    return lines[start..<max(start, end)]
  }
}

extension Losses {
  fileprivate mutating func add(_ source: MarkdownBlocks, _ lines: Range<Int>) {
    for index in lines where !source.lines[index].isBlank {
      add(
        translated(
          "line {number}: {words}",
          ["number": index + 1, "words": String(source.lines[index].prefix(200))]))
    }
  }
}

extension MarkdownBlocks {
  fileprivate func isArchive(at index: Int, _ kanban: ObsidianKanban) -> Bool {
    guard case .heading = blocks[index].kind else { return false }
    return kanban.isArchive(heading(blocks[index]), at: index, in: blocks)
  }

  /// The words of a heading's first line, without the marks around them.
  fileprivate func heading(_ block: Block) -> String {
    let line = lines[block.lines].first ?? ""
    let title = CardText.line(HeadingLine.words(of: line) ?? String(line))
    return title.first { $0 != "\\" } == "#" && title.first == "\\"
      ? String(title.dropFirst()) : title
  }

  /// Whether the first heading is of the first level, and all others are of lower ones.
  fileprivate var isTitle: Bool {
    let levels = blocks.compactMap { block -> Int? in
      if case .heading(let level) = block.kind { level } else { nil }
    }
    return levels.count > 1 && levels[0] == 1 && levels[1...].allSatisfy { $0 > 1 }
  }
}
