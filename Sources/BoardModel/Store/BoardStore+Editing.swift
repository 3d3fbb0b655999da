/// Editing cards. An edited card has new representations; the history keeps the old ones.
extension BoardStore {
  func editCard(
    _ id: CardID, _ title: String, _ text: String, _ details: CardDetails?
  ) throws(BoardError) -> ChangeOutcome {
    let details = try details?.checked()
    guard let card = try card(id) else { throw .noSuchCard(id.rawValue) }
    switch card.kind {
    case .geocache:
      var geocache = try geocache(of: id)
      geocache.name = CardText.line(title)
      geocache.summary = text
      return try editGeocache(id, geocache, details)
    case .text:
      guard card.title != CardText.line(title) || card.text != text else {
        guard let details else { return ChangeOutcome(cards: [id]) }
        return try editDetails(id, details)
      }
      var edited = NewCard(title: title, text: text)
      edited.name = card.name
      return try replace(id, by: edited, details)
    case .file, .image, .other:
      // Title and text are not part of the content: only the row changes.
      return try change { () throws(BoardError) in
        guard try self.card(id) != nil else { throw .noSuchCard(id.rawValue) }
        try requireNoOutgoingMove([id])
        let change = try recording("Edit Card", cards: [id]) { () throws(BoardError) in
          try database.run(
            "UPDATE cards SET title = ?, text = ? WHERE id = ?", .text(CardText.line(title)),
            .text(text), .text(id.rawValue))
          if let details { try set(details, of: id) }
        }
        return ChangeOutcome(change: change, cards: [id])
      }
    }
  }

  func editGeocache(
    _ id: CardID, _ geocache: Geocache, _ details: CardDetails? = nil
  ) throws(BoardError) -> ChangeOutcome {
    guard let card = try card(id) else { throw .noSuchCard(id.rawValue) }
    if card.kind == .geocache, try self.geocache(of: id) == geocache {
      guard let details else { return ChangeOutcome(cards: [id]) }
      return try editDetails(id, details)
    }
    var edited = try NewCard(geocache)
    edited.name = card.name
    return try replace(id, by: edited, details)
  }

  private func replace(
    _ id: CardID, by edited: NewCard, _ details: CardDetails?
  ) throws(BoardError) -> ChangeOutcome {
    var edited = try edited.staged(by: staging)
    edited.id = id
    step("large content is staged")
    return try change { () throws(BoardError) in
      guard let old = try row(id) else { throw .noSuchCard(id.rawValue) }
      try requireNoOutgoingMove([id])
      let change = try recording("Edit Card", cards: [id]) { () throws(BoardError) in
        var row = try store(edited, in: old.card.list, old.rank)
        try copyContents(from: old.contents, to: row.contents, where: "position < 0")
        row.card.details = details ?? old.card.details
        row.card.attachments = old.card.attachments
        row.card.isArchived = old.card.isArchived
        try database.run("DELETE FROM cards WHERE id = ?", .text(id.rawValue))
        try insert(row)
      }
      return ChangeOutcome(change: change, cards: [id])
    }
  }
}
