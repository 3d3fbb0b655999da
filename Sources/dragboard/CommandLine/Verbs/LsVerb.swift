internal import BoardModel
internal import CommandLineArguments
internal import DragModel
internal import DragSystem
internal import Translations

/// `dragboard ls`
enum LsVerb {
  static let verb = Verb(
    "ls", summary: "show the lists and their cards", operands: .init("[LIST]", most: 1),
    description: """
      Shows each list with its cards: the beginning of the card's id, its title, kind, size, place, and what is \
      planned with it. \
      LIST, a title or an id, shows only that one.
      """,
    flags: [
      Flag("archive", help: "show the archived cards and lists"),
      Flag("json", help: "print JSON, with whole ids and all representations"),
    ],
    examples: [
      .init("dragboard ls", "what is on the board"),
      .init("dragboard ls 'To Do' --json | jq -r '.[].cards[].title'", "the titles of one list"),
    ]
  ) { invocation in
    let board = try await VerbBoard(settling: invocation)
    let isArchive = invocation.has("archive")
    var shown = try isArchive ? board.store.archive(of: board.id) : board.store.board(board.id)
    if let text = invocation.words.first {
      let list = try board.list(text, includesArchive: isArchive)
      shown = shown.filter { $0.list.id == list.id }
    }
    if invocation.has("json") {
      try Console.print(JSON.array(shown.map { JSON($0.list, $0.cards) }))
    } else {
      try Console.print(text(shown, columns: StandardStream.output.columns))
    }
  }

  /// - Parameters:
  ///   - boards: the names of boards, to be shown before the titles of their lists.
  ///   - marksArchived: whether it says which cards are archived, alone or with their list.
  ///   - columns: the width of the terminal, to which titles are cut; nil prints them as a whole.
  static func text(
    _ board: [(list: BoardList, cards: [Card])], boards: [BoardID: String] = [:],
    marksArchived: Bool = false, columns: Int?
  ) -> String {
    let length = idLength(board.flatMap(\.cards))
    // A long title does not widen the column.
    let titles = board.flatMap(\.cards).lazy.map { TextWidth.columns(of: title($0)) }
    let width = min(titles.max() ?? 0, longestColumn)
    let lists = board.map { list, cards in
      let rows = cards.map { card in
        let isArchived = marksArchived && (card.isArchived || list.isArchived)
        let caption = caption(card, isArchived: isArchived)
        let others = length + TextWidth.columns(of: caption) + 6
        let room = columns.map { max($0 - others, shortestTitle) }
        let whole = title(card)
        let title = room.map { TextWidth.shortened(whole, to: $0) } ?? whole
        let padded = TextWidth.padded(title, to: room.map { min($0, width) } ?? width)
        return "  \(card.id.rawValue.prefix(length))  \(padded)  \(caption)\n"
      }
      let heading = [boards[list.board], list.title].compactMap(\.self).joined(separator: "/")
      let count = "(\(cards.count))" + (list.isArchived ? " · \(translated("archived"))" : "")
      return "\(Printable.line(heading)) \(count)\n\(rows.joined())"
    }
    return lists.joined(separator: "\n")
  }

  /// The columns that short titles are padded to at most, and that a title has in a narrow terminal.
  private static let longestColumn = 48
  private static let shortestTitle = 20

  private static func title(_ card: Card) -> String {
    card.title.isEmpty ? translated("(no title)") : Printable.line(card.title)
  }

  /// How many characters of the ids identify every card.
  static func idLength(_ cards: [Card]) -> Int {
    let ids = cards.map(\.id.rawValue)
    return (8..<36).first { length in Set(ids.map { $0.prefix(length) }).count == ids.count } ?? 36
  }

  /// - Parameter isArchived: whether to say that the card is archived.
  private static func caption(_ card: Card, isArchived: Bool) -> String {
    var parts = [card.kind.rawValue]
    if let own = card.representations.first {
      if card.kind != .text { parts.append(Printable.line(own.type)) }
      parts.append(Measure.bytes(UInt64(own.size)))
    }
    if let place = card.coordinates { parts.append("\(place.latitude), \(place.longitude)") }
    if card.details.isDone { parts.append(translated("done")) }
    if let due = card.details.due { parts.append(translated("due {date}", ["date": "\(due)"])) }
    if let progress = card.details.progress { parts.append("\(progress.done)/\(progress.all)") }
    parts += card.details.labels.map { "#\(Printable.line($0.name))" }
    if !card.attachments.isEmpty {
      parts.append(
        translated(
          count: card.attachments.count, one: "{count} attachment", other: "{count} attachments"))
    }
    if isArchived { parts.append(translated("archived")) }
    return parts.joined(separator: " · ")
  }
}
