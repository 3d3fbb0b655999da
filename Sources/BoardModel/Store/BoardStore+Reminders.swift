/// A card that is due now, of which the desktop reminds.
package struct Reminder: Hashable, Sendable {
  package let card: CardID
  package let title: String
  package let due: DueDate
  package let list: String
  package let board: BoardID
}

/// Reminders: at the minute at which a card is due, or in the morning of its day.
extension BoardStore {
  /// The cards that have become due since the last call in any process, the earliest first: each is told once. The
  /// first call tells none.
  package func takeReminders(at now: DueDate = .now) throws(BoardError) -> [Reminder] {
    var last = now
    try prefer { preferences in
      last = preferences.remindedUntil ?? now
      preferences.remindedUntil = now
    }
    return try database.reminders(after: last, upTo: now)
  }

  /// When the next card becomes due; nil for never.
  package func nextReminder(at now: DueDate = .now) throws(BoardError) -> DueDate? {
    if preferences.remindedUntil == nil { try prefer { $0.remindedUntil = now } }
    return try database.nextReminder(after: now)
  }
}

extension BoardsIndex {
  /// When the next card of any board becomes due; nil for never.
  package func nextReminder(at now: DueDate = .now) throws(BoardError) -> DueDate? {
    try open().nextReminder(after: now)
  }

  /// Those of the cards that are not due any more: done, archived, deleted, or due at another time.
  package func notDue(_ reminders: [Reminder]) throws(BoardError) -> [Reminder] {
    let due = try open().reminders()
    return reminders.filter { !due.contains($0) }
  }
}

extension Database {
  /// The minute at which to remind of a card. What is due on a day is told at nine.
  private static let minute =
    "CASE length(cards.due) WHEN 10 THEN cards.due || 'T09:00' ELSE cards.due END"
  private static let rows = """
    FROM cards JOIN lists ON lists.id = cards.list
    WHERE cards.due IS NOT NULL AND cards.is_done = 0 AND cards.is_archived = 0
      AND lists.is_archived = 0
    """

  /// - Parameters:
  ///   - first: the minute before the first; nil for all that were ever due.
  ///   - last: the last minute; nil for no end.
  fileprivate func reminders(
    after first: DueDate? = nil, upTo last: DueDate? = nil
  ) throws(BoardError) -> [Reminder] {
    try all(
      """
      SELECT cards.id, cards.title, cards.due, lists.title, lists.board \(Self.rows)
        AND \(Self.minute) > ? AND \(Self.minute) <= ?
      ORDER BY \(Self.minute), cards.rank
      """, .text(first?.description ?? ""), .text(last?.description ?? "~")
    ) { row in
      DueDate(row.text(2)).map { due in
        Reminder(
          card: CardID(rawValue: row.text(0)), title: row.text(1), due: due, list: row.text(3),
          board: BoardID(rawValue: row.text(4)))
      }
    }.compactMap(\.self)
  }

  fileprivate func nextReminder(after now: DueDate) throws(BoardError) -> DueDate? {
    try first(
      "SELECT min(\(Self.minute)) \(Self.rows) AND \(Self.minute) > ?", .text(now.description)
    ) { row in row.optionalText(0).flatMap { DueDate($0) } } ?? nil
  }
}
