internal import DragModel
internal import Translations

extension BoardStore {
  /// Lists as Markdown: a heading each, with a task for each card, as GitHub and Obsidian's Kanban read it.
  ///
  /// - Parameter list: only this one; nil for all of the board that are not put away.
  package func markdown(
    of board: BoardID, only list: ListID? = nil
  ) throws(BoardError) -> BoardExport {
    let shown = try self.board(board).filter { list == nil || $0.list.id == list }
    var left: [String] = []
    var text: [String] = []
    for (list, cards) in shown {
      let heading = Self.heading(list.title)
      text.append(heading)
      if Self.read(heading)?.title != list.title {
        left.append(translated("“{title}”: some of the list's title", ["title": list.title]))
      }
      if let limit = list.limit {
        left.append(
          translated("“{title}”: the limit of {limit}", ["title": list.title, "limit": limit]))
      }
      for card in cards { text.append(Self.markdown(card, &left)) }
      if !cards.isEmpty { text.append("") }
    }
    if list == nil {
      let archived = try archivedCards(on: board)
      left += archived.map { translated("“{title}” in the archive", ["title": $0.card.shownTitle]) }
    }
    return BoardExport(
      bytes: Array((text.joined(separator: "\n") + "\n").utf8),
      left: left.map { Printable.line($0) })
  }

  private static func heading(_ title: String) -> String {
    let isMark = title.first { $0 != "\\" } == "#"
    return "## \(isMark ? "\\" : "")\(line(title))\n"
  }

  private static func markdown(_ card: Card, _ left: inout [String]) -> String {
    let details = card.details
    let title = card.title.isEmpty ? card.shownTitle : card.title
    var lines = [
      "- [\(mark(details.isDone))] \(MarkdownTask.escaped(line(title)))\(MarkdownTask.suffix(details))"
    ]
    let bullet = bullet(besides: card.text)
    lines += details.checklist.map { "  \(bullet) [\(mark($0.isDone))] \(line($0.text))" }
    if !card.text.isEmpty {
      lines.append("")
      lines += card.text.split(omittingEmptySubsequences: false) { $0.isNewline }
        .map { $0.allSatisfy(\.isWhitespace) ? "" : "  \($0)" }
      lines.append("")
    }
    let text = lines.joined(separator: "\n")
    leave(of: card, title, text, &left)
    return text
  }

  private static func mark(_ isDone: Bool) -> String { isDone ? "x" : " " }

  /// A bullet that makes a checklist another list than those of the text.
  private static func bullet(besides text: String) -> Character {
    let used = Set(
      text.split { $0.isNewline }.compactMap { $0.first { !$0.isWhitespace } })
    return "-*+".first { !used.contains($0) } ?? "-"
  }

  /// Says what of a card its Markdown does not have, or what would be read in another way.
  private static func leave(
    of card: Card, _ title: String, _ text: String, _ left: inout [String]
  ) {
    let name = card.shownTitle
    if card.kind != .text {
      let types = card.representations.map { "\($0.type), \($0.size) bytes" }
      left.append(
        translated(
          "“{title}”: its content ({types})",
          ["title": name, "types": types.joined(separator: "; ")]))
    }
    for one in card.attachments {
      left.append(
        translated("“{title}”: the attachment {name}", ["title": name, "name": one.name]))
    }
    for label in card.details.labels {
      guard let tag = MarkdownTask.tag(label.name) else {
        left.append(
          translated("“{title}”: the label “{label}”", ["title": name, "label": label.name]))
        continue
      }
      guard label != CardLabel(tag) else { continue }
      left.append(
        translated(
          "“{title}”: the colour, or the blanks, of the label “{label}”",
          ["title": name, "label": label.name]))
    }
    var details = card.details
    details.labels = MarkdownTask.tags(details).map { CardLabel(String($0.dropFirst())) }
    let read = read("## A\n\n\(text)\n")?.cards
    guard read?.count == 1, let read = read?.first, read.title == title, read.text == card.text,
      read.details == details
    else {
      left.append(
        translated("“{title}”: some of its words are read in another way", ["title": name]))
      return
    }
  }

  /// The only list of a text.
  private static func read(_ text: String) -> NewList? {
    let read = try? BoardImport(markdown: Array(text.utf8), title: "")
    return read?.lists.count == 1 && read?.left.isEmpty == true ? read?.lists[0] : nil
  }

  /// What is written on one line must not end it.
  private static func line(_ text: String) -> String { CardText.line(text) }
}
