internal import DragModel
internal import Translations

extension BoardStore {
  /// Lists as Markdown: a heading each, with a task for each card, as GitHub and Obsidian's Kanban read it. Limits and
  /// the archived cards stand there as Obsidian's Kanban writes them.
  ///
  /// - Parameter list: only this one; nil for all of the board that are not archived.
  package func markdown(
    of board: BoardID, only list: ListID? = nil
  ) throws(BoardError) -> BoardExport {
    let shown = try self.board(board).filter { list == nil || $0.list.id == list }
    let archived = list == nil ? try archivedCards(on: board) : []
    let cards = shown.flatMap { list, cards in cards.map { ($0, list) } }
    var losses = Losses(naming: cards + archived)
    // Only the plugin takes the number in a heading for a limit.
    let properties = shown.contains { $0.list.limit != nil } ? ObsidianKanban.properties : ""
    var text: [String] = []
    for (list, cards) in shown {
      let heading = Self.heading(list)
      text.append(heading)
      losses.addTitle(of: list, readAs: Self.read(properties + heading))
      for card in cards { text.append(Self.markdown(card, cardLink(of: card), &losses)) }
      if !cards.isEmpty { text.append("") }
    }
    if list == nil {
      losses.addArchive(try archivedLists(on: board))
      text += archive(archived, restoredTo: shown.last?.list, &losses)
    }
    losses.end()
    return BoardExport(
      bytes: Array((properties + text.joined(separator: "\n") + "\n").utf8), left: losses.lines)
  }

  private static func heading(_ list: BoardList) -> String {
    let isMark = list.title.first { $0 != "\\" } == "#"
    let limit = list.limit.map { " (\($0))" } ?? ""
    return "## \(isMark ? "\\" : "")\(line(list.title))\(limit)\n"
  }

  /// The lines for the archived cards.
  ///
  /// - Parameter last: the list to which an import restores them: Markdown does not say where each was.
  private func archive(
    _ cards: [(card: Card, list: BoardList)], restoredTo last: BoardList?, _ losses: inout Losses
  ) -> [String] {
    guard !cards.isEmpty else { return [] }
    var text = ObsidianKanban.archive
    for (card, list) in cards {
      text.append(Self.markdown(card, cardLink(of: card), &losses))
      if list.id != last?.id {
        losses.add(translated("its list “{title}”", ["title": list.title]), of: card)
      }
    }
    return text + [""]
  }

  fileprivate static func markdown(
    _ card: Card, _ link: CardLink?, _ losses: inout Losses
  ) -> String {
    let details = card.details
    let plain = card.title.isEmpty ? card.shownTitle : card.title
    let title = link?.markdown(line(plain)) ?? plain
    let body = link?.withoutAddress(card.text) ?? card.text
    var lines = [
      "- [\(mark(details.isDone))] \(MarkdownTask.escaped(line(title)))\(MarkdownTask.suffix(details))"
    ]
    let bullet = bullet(besides: body)
    for (name, items) in details.checklists {
      let indent = name.isEmpty ? "  " : "    "
      if !name.isEmpty { lines.append("  \(bullet) \(line(name))") }
      lines += items.map { item in
        let due = MarkdownTask.suffix(CardDetails(due: item.due))
        return "\(indent)\(bullet) [\(mark(item.isDone))] \(line(item.text))\(due)"
      }
    }
    if !body.isEmpty {
      lines.append("")
      lines += body.split(omittingEmptySubsequences: false) { $0.isNewline }
        .map { $0.isBlank ? "" : "  \($0)" }
      lines.append("")
    }
    let written = lines.joined(separator: "\n")
    losses.addContent(of: card, link)
    noteLosses(of: card, CardText(title: title, text: body), written, &losses)
    return written
  }

  private static func mark(_ isDone: Bool) -> String { isDone ? "x" : " " }

  /// A bullet that the text does not use, so that the checklist is a list of its own.
  private static func bullet(besides text: String) -> Character {
    let used = Set(
      text.split { $0.isNewline }.compactMap { $0.first { !$0.isWhitespace } })
    return "-*+".first { !used.contains($0) } ?? "-"
  }

  /// Says which labels of a card its Markdown does not have, and whether its words would be read in another way.
  private static func noteLosses(
    of card: Card, _ words: CardText, _ written: String, _ losses: inout Losses
  ) {
    for label in card.details.labels {
      guard let tag = MarkdownTask.tag(label.name) else {
        losses.addOnce(translated("the label “{label}”", ["label": label.name]))
        continue
      }
      guard label != CardLabel(tag) else { continue }
      losses.addSpelling(of: label)
    }
    var details = card.details
    // These are told already.
    (details.comments, details.cover) = ([], nil)
    details.labels = MarkdownTask.tags(details).map { CardLabel(String($0.dropFirst())) }
    let cards = read("## A\n\n\(written)\n")?.cards
    let read = cards?.count == 1 ? cards?.first : nil
    // Line breaks at the end are no words.
    if let read, read.title == words.title, read.details == details,
      withoutEnd(read.text) == withoutEnd(words.text)
    {
      return
    }
    let isTasks = read.map { $0.details.checklist != details.checklist } ?? false
    losses.add(
      isTasks
        ? translated("some lines of its text are read as its checklist")
        : translated("some of its words are read in another way"), of: card)
  }

  private static func withoutEnd(_ text: String) -> Substring {
    text.dropLast(text.reversed().prefix { $0.isNewline }.count)
  }

  /// The only list of a text.
  private static func read(_ text: String) -> NewList? {
    let read = try? BoardImport(markdown: Array(text.utf8), title: "")
    return read?.lists.count == 1 && read?.left.isEmpty == true ? read?.lists[0] : nil
  }

  /// The text on one line, because a line break would end the heading or task.
  private static func line(_ text: String) -> String { CardText.line(text) }
}

extension Card {
  /// The card as a task of Markdown.
  var markdown: [UInt8] {
    var losses = Losses()
    return Array("\(BoardStore.markdown(self, nil, &losses))\n".utf8)
  }
}
