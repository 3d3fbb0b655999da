/// A page as one card.
extension HTMLPage {
  /// Its title is the page's, or its first line; its text is the rest as Markdown. What a board has written
  /// (`Card.html`) has its details again. Nil for a page without words.
  var card: NewCard? {
    guard let first = blocks.first else { return nil }
    let line = first.line
    let start = line?.words.split(separator: "\n").first.map { MarkdownTask.state($0).rest }
    let planned = line.flatMap(Self.planned)
    let title = planned?.title ?? (self.title.isEmpty ? start ?? first.words.first : self.title)
    var details = planned?.details ?? CardDetails()
    details.isDone = line?.isDone ?? false
    var rest = blocks
    // The first line stays in the text where the title has other words or lacks its link.
    if let line, !line.hasLinks, planned != nil || line.words == title || start == title {
      rest[0] = .paragraph(line.withoutFirstLine)
      if rest[0].words.isEmpty { rest.removeFirst() }
    }
    if line == nil, self.title.isEmpty { rest = rest.withoutFirstLine }
    if line?.isDone != nil, case .list(_, let items)? = rest.first,
      let checklist = Self.checklist(items)
    {
      details.checklist = checklist
      rest.removeFirst()
    }
    var card = NewCard(title: BoardImport.title(title ?? ""), text: rest.markdown)
    card.details = details
    return card
  }

  /// The card whose first line this is: a box, its title in strong words, and in parentheses its due date and its
  /// labels.
  private static func planned(_ line: HTMLLine) -> (title: String, details: CardDetails)? {
    guard line.isDone != nil, let (title, rest) = line.strong, !title.isEmpty else { return nil }
    var details = CardDetails()
    guard !rest.isEmpty else { return (title, details) }
    guard rest.first == "(", rest.last == ")", !rest.contains("\n") else { return nil }
    var words = rest.dropFirst().dropLast().split(separator: ", ")[...]
    if let due = words.first.flatMap({ DueDate(String($0)) }) {
      details.due = due
      words.removeFirst()
    }
    for word in words.map({ String($0).trimmed }) where !word.isEmpty {
      guard details.labels.count < CardDetails.mostLabels,
        word.utf8.count <= CardDetails.longestLine
      else { return nil }
      if !details.labels.contains(where: { $0.name == word }) {
        details.labels.append(CardLabel(word))
      }
    }
    return (title, details)
  }

  /// The items of a list, if each has a box and is just one line.
  static func checklist(_ items: [Item]) -> [ChecklistItem]? {
    guard items.count <= CardDetails.mostItems else { return nil }
    var checklist: [ChecklistItem] = []
    for item in items {
      guard item.blocks.count == 1, let line = item.blocks[0].line, !line.hasLinks,
        !line.words.contains("\n"), let (isDone, words) = line.task, !words.isEmpty,
        words.utf8.count <= CardDetails.longestLine
      else { return nil }
      checklist.append(ChecklistItem(words, isDone: isDone))
    }
    return checklist
  }
}

extension [HTMLPage.Block] {
  /// The blocks without the line that is the card's title, where that line begins a list or a quote. It stays if it
  /// has a link, which a title lacks.
  fileprivate var withoutFirstLine: Self {
    var blocks = self
    switch blocks.first {
    case .heading(_, let line)? where !line.hasLinks, .paragraph(let line)? where !line.hasLinks:
      blocks[0] = .paragraph(line.withoutFirstLine)
    case .quote(let inner)?: blocks[0] = .quote(inner.withoutFirstLine)
    case .list(let isOrdered, var items)? where !items.isEmpty:
      items[0].blocks = items[0].blocks.withoutFirstLine
      // What the item has beside its first line comes before the other items.
      let first = items.removeFirst().blocks
      blocks.replaceSubrange(0..<1, with: first + [.list(isOrdered: isOrdered, items)])
    case .heading, .paragraph, .code, .list, nil: return self
    }
    return blocks.filter { !$0.words.isEmpty }
  }
}

extension HTMLLine {
  /// A box, as one or in brackets, and the words after it; nil without a box.
  var task: (isDone: Bool, words: String)? {
    if let isDone { return (isDone, words) }
    let (isDone, rest) = MarkdownTask.state(words)
    return isDone.map { ($0, rest) }
  }
}
