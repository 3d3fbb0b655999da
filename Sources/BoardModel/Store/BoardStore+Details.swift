internal import Translations

/// Changing what a person plans with cards, and what is attached to them.
extension BoardStore {
  func editDetails(_ id: CardID, _ details: CardDetails) throws(BoardError) -> ChangeOutcome {
    let details = try details.checked()
    return try changeCards([id], translated("Edit Card"), labelling: true) {
      (id) throws(BoardError) in
      try set(details, of: id)
    }
  }

  func setDue(_ ids: [CardID], _ due: DueDate?) throws(BoardError) -> ChangeOutcome {
    try changeCards(
      ids, due == nil ? translated("Remove Due Date") : translated("Set Due Date")
    ) { (id) throws(BoardError) in
      try database.run(
        "UPDATE cards SET due = ? WHERE id = ?", .optional(due?.description), .text(id.rawValue))
    }
  }

  func setDone(
    _ ids: [CardID], _ isDone: Bool, then next: Preferences.WhenDone
  ) throws(BoardError) -> ChangeOutcome {
    try changeCards(
      ids, isDone ? translated("Mark as Done") : translated("Mark as Not Done")
    ) { (id) throws(BoardError) in
      try database.run(
        "UPDATE cards SET is_done = ? WHERE id = ?", .flag(isDone), .text(id.rawValue))
      if isDone { try putAway(id, next) }
    }
  }

  /// Does what a person wants to happen to a card that is done now.
  func putAway(_ id: CardID, _ next: Preferences.WhenDone) throws(BoardError) {
    switch next {
    case .stay: break
    case .archive:
      try database.run("UPDATE cards SET is_archived = 1 WHERE id = ?", .text(id.rawValue))
    case .end:
      guard let list = try card(id)?.list else { return }
      let rank = try ranks(1, in: list, at: .end, without: [id])[0]
      try database.run(
        "UPDATE cards SET rank = ? WHERE id = ?", .bytes(rank.bytes), .text(id.rawValue))
    }
  }

  func setLabel(
    _ ids: [CardID], _ label: CardLabel, _ isSet: Bool
  ) throws(BoardError) -> ChangeOutcome {
    try changeCards(
      ids, isSet ? translated("Add Label") : translated("Remove Label"), labelling: isSet
    ) { (id) throws(BoardError) in
      guard var details = try card(id)?.details,
        isSet != details.labels.contains(where: { $0.name == label.name })
      else { return }
      if isSet {
        details.labels.append(label)
      } else {
        details.labels.removeAll { $0.name == label.name }
      }
      try set(try details.checked(), of: id)
    }
  }

  func archiveCards(_ ids: [CardID], _ isArchived: Bool) throws(BoardError) -> ChangeOutcome {
    guard isArchived else { return try restore([], ids) }
    let name = translated(count: ids.count, one: "Archive Card", other: "Archive {count} Cards")
    return try changeCards(ids, name) { (id) throws(BoardError) in
      try database.run("UPDATE cards SET is_archived = 1 WHERE id = ?", .text(id.rawValue))
    }
  }

  /// Also restores the archived lists of the cards: a board does not show a restored card while its list is archived.
  func restore(_ lists: [ListID], _ ids: [CardID]) throws(BoardError) -> ChangeOutcome {
    try change { () throws(BoardError) in
      for list in lists { try requireList(list) }
      let cards = try existing(ids)
      try requireNoOutgoingMove(cards)
      let archived = try archivedLists(lists, of: cards)
      for (index, list) in archived.enumerated() {
        try requireNoList(named: list.title, on: list.board, besides: list.id)
        // Two of them may have one title too.
        let isTwice = archived[..<index].contains {
          $0.board == list.board && $0.isNamed(list.title)
        }
        guard !isTwice else { throw Self.known(list.title) }
      }
      let name =
        cards.isEmpty
        ? archived.count == 1 ? translated("Restore List") : translated("Restore Lists")
        : translated(count: cards.count, one: "Restore Card", other: "Restore {count} Cards")
      let change = try recording(name, lists: archived.map(\.id), cards: cards) {
        () throws(BoardError) in
        for list in archived {
          try database.run("UPDATE lists SET is_archived = 0 WHERE id = ?", .text(list.id.rawValue))
        }
        for card in cards {
          try database.run("UPDATE cards SET is_archived = 0 WHERE id = ?", .text(card.rawValue))
        }
      }
      return ChangeOutcome(change: change, lists: archived.map(\.id), cards: cards)
    }
  }

  /// The archived lists among these and those of the cards.
  private func archivedLists(
    _ known: [ListID], of cards: [CardID]
  ) throws(BoardError) -> [BoardList] {
    var wanted = known
    for id in cards {
      if let list = try card(id)?.list { wanted.append(list) }
    }
    var lists: [BoardList] = []
    for id in wanted where !lists.contains(where: { $0.id == id }) {
      if let list = try list(id), list.isArchived { lists.append(list) }
    }
    return lists
  }

  func set(_ details: CardDetails, of id: CardID) throws(BoardError) {
    try database.run(
      """
      UPDATE cards SET due = ?, is_done = ?, labels = ?, checklist = ?, comments = ?, cover = ?
      WHERE id = ?
      """, .optional(details.due?.description), .flag(details.isDone), .text(details.storedLabels),
      .text(details.storedChecklist), .text(details.storedComments), .optional(details.cover),
      .text(id.rawValue))
  }

  /// - Parameter isLabelling: whether the cards may have labels now that they did not have.
  private func changeCards(
    _ ids: [CardID], _ name: String, labelling isLabelling: Bool = false,
    _ body: (CardID) throws(BoardError) -> Void
  ) throws(BoardError) -> ChangeOutcome {
    try change { () throws(BoardError) in
      let changed = try existing(ids)
      try requireNoOutgoingMove(changed)
      var notes: [String] = []
      let change = try recording(name, cards: changed) { () throws(BoardError) in
        for id in changed { try body(id) }
        if isLabelling { notes = try unifyLabels(of: changed) }
      }
      return ChangeOutcome(change: change, cards: changed, notes: notes)
    }
  }

  // MARK: Attachments

  /// The most attachments of a card: an offer of dragd has room for 64 types.
  package static let mostAttachments = 30

  func attach(_ files: [NewAttachment], _ id: CardID) throws(BoardError) -> ChangeOutcome {
    var staged = files
    for index in files.indices {
      staged[index].content = try staging.stage(files[index].content)
    }
    step("large content is staged")
    return try changeContents(id, translated("Attach"), keeping: "1") { (row) throws(BoardError) in
      guard row.card.attachments.count + staged.count <= Self.mostAttachments else {
        throw .invalid(
          field: "attachments",
          reason:
            translated(
              "a card can have {limit}, not {count}",
              ["limit": Self.mostAttachments, "count": row.card.attachments.count + staged.count])
        )
      }
      let last = row.card.attachments.map(\.number).max() ?? 0
      row.card.attachments += try store(staged, row.contents, after: last)
    }
  }

  func detach(_ id: CardID, _ numbers: [Int]) throws(BoardError) -> ChangeOutcome {
    let positions = numbers.map { "\(-$0)" }.joined(separator: ", ")
    let name =
      numbers.count == 1 ? translated("Remove Attachment") : translated("Remove Attachments")
    return try changeContents(
      id, name, keeping: "position NOT IN (\(positions))"
    ) { (row) throws(BoardError) in
      for number in numbers {
        guard let index = row.card.attachments.firstIndex(where: { $0.number == number }) else {
          throw .noSuchRepresentation(
            "attachment \(number)",
            available: row.card.attachments.map { "\($0.number) (\($0.name))" })
        }
        row.card.attachments.remove(at: index)
        // A later attachment may get its number.
        if row.card.details.cover == number { row.card.details.cover = nil }
      }
    }
  }

  /// Gives the card new contents with the representations that the condition keeps, because contents never change.
  private func changeContents(
    _ id: CardID, _ name: String, keeping condition: String,
    _ body: (inout CardRow) throws(BoardError) -> Void
  ) throws(BoardError) -> ChangeOutcome {
    try change { () throws(BoardError) in
      guard var row = try row(id) else { throw .noSuchCard(id.rawValue) }
      try requireNoOutgoingMove([id])
      let change = try recording(name, cards: [id]) { () throws(BoardError) in
        let old = row.contents
        row.contents = ListID().rawValue
        try copyContents(from: old, to: row.contents, where: condition)
        try body(&row)
        try database.run("DELETE FROM cards WHERE id = ?", .text(id.rawValue))
        try insert(row)
      }
      return ChangeOutcome(change: change, cards: [id])
    }
  }
}
