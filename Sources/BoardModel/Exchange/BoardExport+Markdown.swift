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
      text.append("## \(Self.line(list.title))\n")
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

  private static func markdown(_ card: Card, _ left: inout [String]) -> String {
    let details = card.details
    let box = details.isDone ? "x" : " "
    var lines = ["- [\(box)] \(line(card.shownTitle))\(MarkdownTask.suffix(details))"]
    lines += details.checklist.map { "  - [\($0.isDone ? "x" : " ")] \(line($0.text))" }
    if !card.text.isEmpty {
      lines.append("")
      lines += card.text.split(omittingEmptySubsequences: false) { $0.isNewline }
        .map { $0.allSatisfy(\.isWhitespace) ? "" : "  \($0)" }
      lines.append("")
    }
    if card.kind != .text {
      let types = card.representations.map { "\($0.type), \($0.size) bytes" }
      left.append(
        translated(
          "“{title}”: its content ({types})",
          ["title": card.shownTitle, "types": types.joined(separator: "; ")]))
    }
    for one in card.attachments {
      left.append(
        translated(
          "“{title}”: the attachment {name}", ["title": card.shownTitle, "name": one.name]))
    }
    for label in details.labels where label != CardLabel(MarkdownTask.tag(label.name)) {
      left.append(
        translated(
          "“{title}”: the colour, or the blanks, of the label “{label}”",
          ["title": card.shownTitle, "label": label.name]))
    }
    return lines.joined(separator: "\n")
  }

  /// What is written on one line must not end it.
  private static func line(_ text: String) -> String { CardText.line(text) }
}
