internal import Translations

/// What a person writes on a card.
package struct CardWords: Hashable, Sendable {
  /// The card's title, or a geocache's name.
  package var title: String
  /// The card's text, or a geocache's summary.
  package var text: String
  package var details: CardDetails

  package init(title: String, text: String, details: CardDetails) {
    (self.title, self.text, self.details) = (title, text, details)
  }

  package init(_ card: Card) {
    self.init(title: card.title, text: card.text, details: card.details)
  }

  /// The current words, with those parts replaced that these words have changed from old ones.
  package func merged(from old: CardWords, into current: CardWords) -> CardWords {
    CardWords(
      title: title == old.title ? current.title : title,
      text: text == old.text ? current.text : text,
      details: details.merged(from: old.details, into: current.details))
  }

  package enum Part: Hashable, CaseIterable, Sendable { case title, text, due, labels, checklist }

  /// The parts that both these words and the current ones have changed from old words, each in its own way.
  package func conflicts(from old: CardWords, with current: CardWords) -> [Part] {
    Part.allCases.filter { part in
      !hasSame(part, as: old) && !current.hasSame(part, as: old) && !hasSame(part, as: current)
    }
  }

  private func hasSame(_ part: Part, as other: CardWords) -> Bool {
    var changed = self
    changed.set([part], of: other)
    return changed == self
  }

  /// Replaces parts with those of other words.
  package mutating func set(_ parts: [Part], of other: CardWords) {
    for part in parts {
      switch part {
      case .title: title = other.title
      case .text: text = other.text
      case .due: details.due = other.details.due
      case .labels: details.labels = other.details.labels
      case .checklist: details.checklist = other.details.checklist
      }
    }
  }
}

/// Editing cards. An edited card has new representations; the history keeps the old ones.
extension BoardStore {
  /// Changes the words of a card to what `edit` makes of them, in one undo step. If another process changes the card
  /// meanwhile, this calls `edit` again with the changed card, so that no change is lost. A card that is done then goes
  /// where the preferences say.
  ///
  /// - Throws: `noSuchCard` and `movingAway`, and what `edit` throws. Then nothing has changed.
  @discardableResult
  package func edit(
    _ id: CardID, _ edit: (Card) throws(BoardError) -> CardWords
  ) throws(BoardError) -> ChangeOutcome {
    while true {
      guard let row = try row(id) else { throw .noSuchCard(id.rawValue) }
      let words = try edit(row.card)
      step("the card is read")
      guard words != CardWords(row.card) else { return ChangeOutcome(cards: [id]) }
      if let outcome = try editCard(id, words.title, words.text, words.details, of: row) {
        return outcome
      }
    }
  }

  func editCard(
    _ id: CardID, _ title: String, _ text: String, _ details: CardDetails?
  ) throws(BoardError) -> ChangeOutcome {
    while true {
      guard let row = try row(id) else { throw .noSuchCard(id.rawValue) }
      if let outcome = try editCard(id, title, text, details, of: row) { return outcome }
    }
  }

  /// - Parameter read: the row from which the caller made the new words.
  /// - Returns: nil if the card has changed since `read` was read.
  private func editCard(
    _ id: CardID, _ title: String, _ text: String, _ details: CardDetails?, of read: CardRow
  ) throws(BoardError) -> ChangeOutcome? {
    let details = try details?.checked()
    guard let card = try card(id) else { throw .noSuchCard(id.rawValue) }
    switch card.kind {
    case .geocache:
      var geocache = try geocache(of: id)
      geocache.name = CardText.line(title)
      geocache.summary = text
      return try editGeocache(id, geocache, details, of: read)
    case .text:
      guard card.title != CardText.line(title) || card.text != text else {
        return try editDetails(id, details, of: read)
      }
      var edited = NewCard(title: title, text: text)
      edited.name = card.name
      return try replace(id, by: edited, details, of: read)
    case .file, .image, .other:
      // Title and text are not part of the content: only the row changes.
      return try changeUnchanged(id, read) { (_) throws(BoardError) in
        try database.run(
          "UPDATE cards SET title = ?, text = ? WHERE id = ?", .text(CardText.line(title)),
          .text(text), .text(id.rawValue))
        if let details { try set(details, of: id) }
      }
    }
  }

  func editGeocache(_ id: CardID, _ geocache: Geocache) throws(BoardError) -> ChangeOutcome {
    guard let outcome = try editGeocache(id, geocache, nil, of: nil) else {
      throw .noSuchCard(id.rawValue)
    }
    return outcome
  }

  private func editGeocache(
    _ id: CardID, _ geocache: Geocache, _ details: CardDetails?, of read: CardRow?
  ) throws(BoardError) -> ChangeOutcome? {
    guard let card = try card(id) else { throw .noSuchCard(id.rawValue) }
    if card.kind == .geocache, try self.geocache(of: id) == geocache {
      return try editDetails(id, details, of: read)
    }
    var edited = try NewCard(geocache)
    edited.name = card.name
    return try replace(id, by: edited, details, of: read)
  }

  private func editDetails(
    _ id: CardID, _ details: CardDetails?, of read: CardRow?
  ) throws(BoardError) -> ChangeOutcome? {
    guard let details else { return ChangeOutcome(cards: [id]) }
    return try changeUnchanged(id, read) { (_) throws(BoardError) in try set(details, of: id) }
  }

  private func replace(
    _ id: CardID, by edited: NewCard, _ details: CardDetails?, of read: CardRow?
  ) throws(BoardError) -> ChangeOutcome? {
    var edited = try edited.staged(by: staging)
    edited.id = id
    step("large content is staged")
    return try changeUnchanged(id, read) { (old) throws(BoardError) in
      var row = try store(edited, in: old.card.list, old.rank)
      try copyContents(from: old.contents, to: row.contents, where: "position < 0")
      row.card.details = details ?? old.card.details
      row.card.attachments = old.card.attachments
      row.card.isArchived = old.card.isArchived
      try database.run("DELETE FROM cards WHERE id = ?", .text(id.rawValue))
      try insert(row)
    }
  }

  /// Runs a body in a transaction, as one undo step, unless the card has changed since `read` was read.
  private func changeUnchanged(
    _ id: CardID, _ read: CardRow?, _ body: (CardRow) throws(BoardError) -> Void
  ) throws(BoardError) -> ChangeOutcome? {
    try change { () throws(BoardError) in
      guard let row = try row(id) else { throw .noSuchCard(id.rawValue) }
      if let read, read.contents != row.contents || CardWords(read.card) != CardWords(row.card) {
        return nil
      }
      try requireNoOutgoingMove([id])
      var notes: [String] = []
      let change = try recording(translated("Edit Card"), cards: [id]) { () throws(BoardError) in
        try body(row)
        guard let new = try card(id)?.details else { return }
        if new.labels != row.card.details.labels { notes = try unifyLabels(of: [id]) }
        if new.isDone, !row.card.details.isDone { try putAway(id, preferences.whenDone) }
      }
      return ChangeOutcome(change: change, cards: [id], notes: notes)
    }
  }
}
