internal import Translations

/// HTML: a heading is a list, an item of a list below it a card.
extension BoardImport {
  package static let htmlType = "text/html"

  /// Reads lists. An item's first line is the card's title, items with boxes in it are its checklist, everything else
  /// in it is its text, as Markdown. A page without lists is one card. Bookmarks are a card each.
  ///
  /// - Parameter title: of a list for items that stand before the first heading, if the page has no title.
  /// - Throws: `malformed` for bytes that are not text in their charset, and for more than the limits allow.
  package init(html bytes: [UInt8], title: String) throws(BoardError) {
    try Self.checkSize(bytes, as: Self.htmlType)
    let text = try HTMLCharset.text(of: bytes, nil)
    if text.prefix(1024).contains(BookmarkFile.mark) {
      let file = try BookmarkFile.read(text, title: title)
      self = file.lists
      left = file.losses.lines
      return
    }
    let page = try HTMLPage(text: text)
    let title = page.title.isEmpty ? title : page.title
    var losses = Losses()
    // A board writes a card as a line with a box and what belongs to it.
    if !page.hasLists || page.blocks.first?.line?.isDone != nil {
      if let card = page.card { lists = [NewList(title: Self.title(title), cards: [card])] }
    } else {
      try add(page, title, &losses)
    }
    if page.wordless > 0 {
      losses.add(
        translated(
          count: page.wordless, one: "{count} part without words",
          other: "{count} parts without words"))
    }
    if page.droppedLinks > 0 {
      losses.add(
        translated(
          count: page.droppedLinks,
          one: "{count} link to a script, a file or a relative address",
          other: "{count} links to scripts, files or relative addresses"))
    }
    if page.droppedPictures > 0 {
      losses.add(
        translated(
          count: page.droppedPictures, one: "{count} picture in the page itself",
          other: "{count} pictures in the page itself"))
    }
    losses.end()
    left = losses.lines
  }

  private mutating func add(
    _ page: HTMLPage, _ title: String, _ losses: inout Losses
  ) throws(BoardError) {
    var count = 0
    for block in page.blocks {
      switch block {
      case .heading(_, let line):
        lists.append(NewList(title: Self.title(line.words)))
        count += 1
      case .list(_, let items):
        if lists.isEmpty { lists.append(NewList(title: Self.title(title))) }
        count += items.count
        try Self.check(count: count + 1, as: Self.htmlType)
        lists[lists.count - 1].cards += items.map { Self.card($0, &losses) }
      case .paragraph, .code, .quote:
        for line in block.words { losses.add(String(line.prefix(200))) }
      }
      try Self.check(count: count + 1, as: Self.htmlType)
    }
    // The title of a document is a heading without items.
    if page.beginsWithTitle, lists.first?.cards.isEmpty == true {
      losses.add(translated("the title “{title}”", ["title": lists.removeFirst().title]))
    }
  }

  /// A card for each item of a page that is nothing but a list, below one heading or none; nil for any other page.
  static func cards(ofList page: HTMLPage) -> [NewCard]? {
    var lists = page.blocks[...]
    var heading: String?
    if case .heading(_, let line)? = lists.first {
      heading = line.words
      lists.removeFirst()
    }
    var items: [HTMLPage.Item] = []
    for block in lists {
      guard case .list(_, let more) = block else { return nil }
      items += more.filter { !$0.blocks.flatMap(\.words).isEmpty }
    }
    guard let first = items.first, items.count > 1 || first.blocks[0].line?.task != nil,
      items.count <= mostCards
    else { return nil }
    // The cards keep the words that have the form of a date but are none.
    var losses = Losses()
    var cards = items.map { card($0, &losses) }
    cards[0].heading = heading.map { CardText.line($0) }
    return cards
  }

  private static func card(_ item: HTMLPage.Item, _ losses: inout Losses) -> NewCard {
    var rest = item.blocks
    var (title, details) = (item.blocks.first?.words.first ?? "", CardDetails())
    if let line = item.blocks.first?.line {
      let (isDone, words) = line.task ?? (false, line.words)
      let first = words.split(separator: "\n").first.map(String.init) ?? ""
      let planned = MarkdownTask.planned(first)
      (title, details) = (planned.title, planned.details)
      losses.addDates(planned.unknown, of: title)
      details.isDone = isDone
      // A title has no links.
      if !line.hasLinks { rest[0] = .paragraph(line.withoutFirstLine) }
      if rest[0].words.isEmpty { rest.removeFirst() }
    }
    rest.removeAll { block in
      guard case .list(_, let items) = block, let checklist = HTMLPage.checklist(items),
        details.checklist.count + checklist.count <= CardDetails.mostItems
      else { return false }
      details.checklist += checklist
      return true
    }
    var card = NewCard(title: Self.title(title), text: rest.markdown)
    card.details = details
    return card
  }
}

extension HTMLPage {
  /// Whether the first heading is of the first level, and all others are of lower ones.
  fileprivate var beginsWithTitle: Bool {
    let levels = blocks.compactMap { block -> Int? in
      if case .heading(let level, _) = block { level } else { nil }
    }
    return levels.count > 1 && levels[0] == 1 && levels[1...].allSatisfy { $0 > 1 }
  }
}
