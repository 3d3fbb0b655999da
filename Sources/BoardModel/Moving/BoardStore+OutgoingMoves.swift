internal import Translations

/// Moves of cards to other programs.
///
/// A move's key names the card, its content, title and text as they were offered: a card in which one of these was
/// changed since cannot move. One process at a time may prepare the move of a card: two processes that offer it under
/// their own cookies cannot move it twice.
extension BoardStore {
  /// The key under which the board offers a card for moving.
  package func moveKey(of id: CardID) throws(BoardError) -> String {
    guard let row = try row(id) else { throw .noSuchCard(id.rawValue) }
    return CardMoveKey(row).text
  }

  /// Records durably that this process moves the card, before dragd commits the move.
  ///
  /// - Parameter isWhole: whether the destination has taken everything of the card, and not only one representation.
  /// - Throws: `noSuchCard`; `invalid` when the card was changed since it was offered, when another process is moving
  ///   it, or when the destination would lose a part of it. Then the move must not happen.
  package func prepareMove(key: String, isWhole: Bool = true) throws(BoardError) {
    let key = CardMoveKey(key)
    try change { () throws(BoardError) in
      guard let row = try row(key.card) else { throw .noSuchCard(key.card.rawValue) }
      guard CardMoveKey(row) == key else {
        throw .invalid(field: "card", reason: translated("it was changed since it was offered"))
      }
      guard isWhole || row.card.isItsContent else {
        throw .invalid(
          field: "card",
          reason: translated(
            "only a board takes its attachments, labels, date and checklist: copy it"))
      }
      let holder = try database.first(
        "SELECT process FROM departures WHERE card = ?", .text(key.card.rawValue)
      ) { $0.text(0) }
      guard holder == nil || holder == processName else {
        throw .invalid(field: "card", reason: translated("another process is moving it away"))
      }
      try database.run(
        "INSERT OR REPLACE INTO departures VALUES (?, ?)", .text(key.card.rawValue),
        .text(processName))
    }
  }

  /// Forgets a move that failed: another process may move the card now. Repeating it is harmless.
  package func releaseMove(key: String) throws(BoardError) {
    try change { () throws(BoardError) in
      try database.run(
        "DELETE FROM departures WHERE card = ? AND process = ?",
        .text(CardMoveKey(key).card.rawValue), .text(processName))
    }
  }

  /// Refuses to change cards while a move of them is being committed: the change would be lost with the card.
  func requireNoOutgoingMove(_ ids: [CardID]) throws(BoardError) {
    for id in ids {
      let title = try database.first(
        """
        SELECT title FROM cards WHERE id = ?1 AND EXISTS (SELECT 1 FROM departures WHERE card = ?1)
        """, .text(id.rawValue)
      ) { $0.text(0) }
      if let title { throw .movingAway(title) }
    }
  }

  private func deleteOutgoingMove(_ id: CardID) throws(BoardError) {
    try database.run("DELETE FROM departures WHERE card = ?", .text(id.rawValue))
  }

  /// Deletes a card that has moved away, durably and without undo, because it exists elsewhere now. It succeeds for a
  /// card that is deleted already.
  @discardableResult
  package func deleteMoved(key: String) throws(BoardError) -> ChangeOutcome {
    let id = CardMoveKey(key).card
    return try change { () throws(BoardError) in
      try deleteOutgoingMove(id)
      let contents =
        try database.all("SELECT contents FROM cards WHERE id = ?", .text(id.rawValue)) {
          $0.text(0)
        }
        + database.all(
          "SELECT DISTINCT contents FROM card_images WHERE id = ?", .text(id.rawValue)
        ) { $0.text(0) }
      let changes = try database.all(
        "SELECT DISTINCT change FROM card_images WHERE id = ?", .text(id.rawValue)
      ) { $0.integer(0) }
      try database.run("DELETE FROM cards WHERE id = ?", .text(id.rawValue))
      try database.run("DELETE FROM card_images WHERE id = ?", .text(id.rawValue))
      for change in changes { try forgetIfEmpty(change) }
      try forgetContents(contents)
      return ChangeOutcome(cards: [id])
    }
  }

  /// Deletes a change from the history when all its cards have moved away: undoing it would do nothing.
  private func forgetIfEmpty(_ change: Int) throws(BoardError) {
    try forgetChanges(
      """
      id = ?1 AND NOT EXISTS (SELECT 1 FROM card_images WHERE change = ?1)
        AND NOT EXISTS (SELECT 1 FROM list_images WHERE change = ?1)
      """, change)
  }
}

extension Card {
  /// Whether it has nothing beside its content that a program could lose.
  fileprivate var isItsContent: Bool {
    attachments.isEmpty && details.due == nil && details.labels.isEmpty
      && details.checklist.isEmpty && details.comments.isEmpty
  }
}

/// The key of a card in a move: its id, its content, its words and its details. A destination gets these as they were
/// offered.
struct CardMoveKey: Equatable {
  let card: CardID
  private let contents: String
  /// A hash of title, text and details, which can change without the content.
  private let words: String

  init(_ row: CardRow) {
    card = row.card.id
    contents = row.contents
    let (card, details) = (row.card, row.card.details)
    let parts = [
      card.title, card.text, details.due?.description ?? "", "\(details.isDone)",
      details.storedLabels, details.storedChecklist, details.storedComments,
      details.cover.map { "\($0)" } ?? "",
    ]
    words = Self.hash(of: parts.joined(separator: "\0"))
  }

  init(_ text: String) {
    let parts = text.split(separator: " ", maxSplits: 2).map { String($0) }
    card = CardID(rawValue: parts.first ?? "")
    contents = parts.count > 1 ? parts[1] : ""
    words = parts.count > 2 ? parts[2] : ""
  }

  var text: String { "\(card) \(contents) \(words)" }

  /// FNV-1a with 64 bits: the same in every process.
  private static func hash(of text: String) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return String(hash, radix: 16)
  }
}
