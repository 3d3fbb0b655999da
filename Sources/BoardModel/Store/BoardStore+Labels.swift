internal import Translations

/// The labels of boards. They are kept with the cards that have them; on one board a name has one colour.
extension BoardStore {
  /// The labels of a board, in the order of their names, and how many cards have each, archived ones too.
  package func labels(on board: BoardID) throws(BoardError) -> [(label: CardLabel, cards: Int)] {
    var counts: [String: Int] = [:]
    var colors: [String: LabelColor] = [:]
    let sets = try database.all(
      """
      SELECT labels, count(*) FROM cards
      WHERE list IN (SELECT id FROM lists WHERE board = ?) AND labels <> '' GROUP BY labels
      """, .text(board.rawValue)
    ) { (labels: CardDetails.labels(stored: $0.text(0)), cards: $0.integer(1)) }
    for (labels, cards) in sets {
      for label in labels {
        counts[label.name, default: 0] += cards
        if colors[label.name] == nil { colors[label.name] = label.color }
      }
    }
    return counts.map { (CardLabel($0, colors[$0]), $1) }.sorted { $0.label.name < $1.label.name }
  }

  /// Changes a label wherever cards of a board have it. One that gets the name of another becomes that one.
  ///
  /// - Parameter new: nil to take it from the cards.
  func changeLabel(
    _ name: String, _ new: CardLabel?, _ board: BoardID
  ) throws(BoardError) -> ChangeOutcome {
    // The same check as for a card's own labels.
    let new = try new.map { (new) throws(BoardError) in
      try CardDetails(labels: [new]).checked().labels[0]
    }
    return try change { () throws(BoardError) in
      try requireBoard(board)
      let all = try labelledCards(on: board)
      let cards = all.filter { $0.labels.contains { $0.name == name } }
      guard let old = cards.first?.labels.first(where: { $0.name == name }) else {
        throw .invalid(
          field: "label",
          reason: translated("no card of the board has “{name}”", ["name": String(name.prefix(80))])
        )
      }
      try requireNoOutgoingMove(cards.map(\.id))
      var other: CardLabel?
      if let new, new.name != name {
        other = all.lazy.flatMap(\.labels).first { $0.name == new.name }
      }
      let words =
        new == nil
        ? translated("Delete Label")
        : new?.name == old.name ? translated("Change Colour of Label") : translated("Rename Label")
      let change = try recording(words, cards: cards.map(\.id)) { () throws(BoardError) in
        for card in cards {
          try set(card.labels.replacing(name, by: other ?? new), of: card.id)
        }
      }
      return ChangeOutcome(change: change, cards: cards.map(\.id))
    }
  }

  /// Gives the labels of cards the colours that they have on their board, however the cards have come there. Where no
  /// other card has a label, the first of these cards decides. Call it as a part of the change that brought the labels.
  ///
  /// - Returns: a line for each label whose own colour was chosen, and is another one here.
  @discardableResult
  func unifyLabels(of cards: [CardID]) throws(BoardError) -> [String] {
    var changed: [(id: CardID, board: BoardID, labels: [CardLabel])] = []
    for id in cards {
      let found = try database.first(
        """
        SELECT lists.board, cards.labels FROM cards JOIN lists ON lists.id = cards.list
        WHERE cards.id = ? AND cards.labels <> ''
        """, .text(id.rawValue)
      ) { (BoardID(rawValue: $0.text(0)), CardDetails.labels(stored: $0.text(1))) }
      if let (board, labels) = found { changed.append((id, board, labels)) }
    }
    guard !changed.isEmpty else { return [] }
    let ids = Set(changed.map(\.id))
    var known: [BoardID: [String: LabelColor]] = [:]
    for board in Set(changed.map(\.board)) {
      known[board] = try labelledCards(on: board).filter { !ids.contains($0.id) }
        .flatMap(\.labels).colors
    }
    var notes: [String] = []
    for (id, board, labels) in changed {
      var new = labels
      for (index, label) in labels.enumerated() {
        let color = known[board]?[label.name] ?? label.color
        known[board]?[label.name] = color
        new[index].color = color
        guard color != label.color, label.color != LabelColor.usual(for: label.name) else {
          continue
        }
        let note = translated(
          "“{label}” is {color} on this board", ["label": label.name, "color": color.rawValue])
        if !notes.contains(note) { notes.append(note) }
      }
      if new != labels { try set(new, of: id) }
    }
    return notes
  }

  private func labelledCards(
    on board: BoardID
  ) throws(BoardError) -> [(id: CardID, labels: [CardLabel])] {
    try database.all(
      """
      SELECT id, labels FROM cards
      WHERE list IN (SELECT id FROM lists WHERE board = ?) AND labels <> '' ORDER BY id
      """, .text(board.rawValue)
    ) { (CardID(rawValue: $0.text(0)), CardDetails.labels(stored: $0.text(1))) }
  }

  private func set(_ labels: [CardLabel], of id: CardID) throws(BoardError) {
    try database.run(
      "UPDATE cards SET labels = ? WHERE id = ?", .text(CardDetails(labels: labels).storedLabels),
      .text(id.rawValue))
  }
}

extension [CardLabel] {
  /// With another label instead of one, or without it; each name stays once.
  fileprivate func replacing(_ name: String, by new: CardLabel?) -> Self {
    var seen: Set<String> = []
    return compactMap { $0.name == name ? new : $0 }.filter { seen.insert($0.name).inserted }
  }
}
