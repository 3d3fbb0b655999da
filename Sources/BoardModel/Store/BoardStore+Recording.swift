internal import Foundation

/// Every change records its rows before and after: undo restores the former, redo the latter. All processes share one
/// history, so the last change of a board is always the last one that touched its rows.
extension BoardStore {
  /// The number of changes that can be undone.
  package static let undoLimit = 100

  /// Runs `body`, which changes only these rows, as an undoable change.
  ///
  /// - Parameter step: what the change becomes part of; it has none of these rows.
  /// - Returns: nil where `body` changed nothing.
  func recording(
    _ name: String, boards: [BoardID] = [], lists: [ListID] = [],
    cards: [CardID] = [], in step: ChangeStep? = nil,
    _ body: () throws(BoardError) -> Void
  ) throws(BoardError) -> ChangeID? {
    let change = try add(name, step)
    try keepImages(change, isAfter: false, boards, lists, cards)
    try body()
    try keepImages(change, isAfter: true, boards, lists, cards)
    // Comparing all rows of a long step with each of its parts takes longer than the parts.
    guard try step != nil ? true : hasEffect(change) else {
      try forgetChanges("id = ?1", change)
      return nil
    }
    try forgetOld(since: change)
    return ChangeID(rawValue: change)
  }

  /// Records a change that undo cannot revert. A person who undoes it gets a message, instead of losing an earlier
  /// change unnoticed.
  ///
  /// - Parameter list: where it has happened.
  func recordLasting(
    _ name: String, to list: ListID, in step: ChangeStep? = nil
  ) throws(BoardError) -> ChangeID {
    let change = try add(name, step)
    // The list may have another title than at an earlier part of the step.
    try database.run("DELETE FROM list_images WHERE change = ?", .integer(change))
    for isAfter in [false, true] { try keepImages(change, isAfter: isAfter, [], [list], []) }
    try forgetOld(since: change)
    return ChangeID(rawValue: change)
  }

  /// The step as the last change, before which undo can revert no other one: a card that is still to be added to it may
  /// get a rank that a later change has made free.
  ///
  /// - Returns: nil where the step is undone, or a later change has its cards too: these cannot change places.
  func continued(_ step: ChangeStep?) throws(BoardError) -> ChangeStep? {
    guard let step else { return nil }
    let id = SQLValue.integer(step.change.rawValue)
    let isLast = try lastChange(undone: false)?.id == step.change
    if isLast { return step }
    let canBeLast = try database.first(
      """
      SELECT 1 FROM changes WHERE id = ?1 AND is_undone = 0 AND NOT EXISTS (
        SELECT 1 FROM card_images AS mine JOIN card_images AS later ON later.id = mine.id
        WHERE mine.change = ?1 AND later.change > ?1)
      """, id
    ) { _ in true }
    guard canBeLast != nil else { return nil }
    try database.run(
      """
      INSERT INTO changes (name, is_undone, time) SELECT name, 0, time FROM changes WHERE id = ?
      """, id)
    let new = database.lastRow
    for (_, images, _) in Schema.images {
      try database.run("UPDATE \(images) SET change = ? WHERE change = ?", .integer(new), id)
    }
    try database.run("DELETE FROM changes WHERE id = ?", id)
    return ChangeStep(change: ChangeID(rawValue: new), count: step.count)
  }

  /// Makes the title of a list part of the last change.
  func amend(_ change: ChangeID, _ title: String, of list: ListID) throws(BoardError) {
    try database.run(
      "UPDATE list_images SET title = ? WHERE change = ? AND is_after = 1 AND id = ?",
      .text(title), .integer(change.rawValue), .text(list.rawValue))
    // What was undone was done to the former title.
    try forgetReverted(since: change.rawValue)
  }

  private func add(_ name: String, _ step: ChangeStep?) throws(BoardError) -> Int {
    guard let step else {
      try database.run(
        "INSERT INTO changes (name, is_undone, time) VALUES (?, 0, ?)", .text(name),
        .integer(Int(Date().timeIntervalSince1970)))
      return database.lastRow
    }
    let change = step.change.rawValue
    try database.run("UPDATE changes SET name = ? WHERE id = ?", .text(name), .integer(change))
    return change
  }

  private func forgetOld(since change: Int) throws(BoardError) {
    try forgetReverted(since: change)
    try forgetChanges("id NOT IN (SELECT id FROM changes ORDER BY id DESC LIMIT \(Self.undoLimit))")
  }

  /// Forgets what was undone on the boards of a change, which redo would do to rows that are others now.
  private func forgetReverted(since change: Int) throws(BoardError) {
    for old in try revertedChanges() {
      guard try haveSamePlace(old.id, ChangeID(rawValue: change)) else { continue }
      try forgetChanges("id = ?1", old.id.rawValue)
    }
  }

  private func keepImages(
    _ change: Int, isAfter: Bool, _ boards: [BoardID], _ lists: [ListID], _ cards: [CardID]
  ) throws(BoardError) {
    let ids = [boards.map(\.rawValue), lists.map(\.rawValue), cards.map(\.rawValue)]
    for ((table, images, columns), ids) in zip(Schema.images, ids) {
      for id in Set(ids) {
        try database.run(
          """
          INSERT INTO \(images) (change, is_after, \(columns))
          SELECT ?, ?, \(columns) FROM \(table) WHERE id = ?
          """, .integer(change), .flag(isAfter), .text(id))
      }
    }
  }

  private func hasEffect(_ change: Int) throws(BoardError) -> Bool {
    for (_, table, columns) in Schema.images {
      for (one, other) in [(0, 1), (1, 0)] {
        let differs = try database.first(
          """
          SELECT 1 FROM (
            SELECT \(columns) FROM \(table) WHERE change = ?1 AND is_after = \(one)
            EXCEPT SELECT \(columns) FROM \(table) WHERE change = ?1 AND is_after = \(other))
          LIMIT 1
          """, .integer(change)
        ) { _ in true }
        if differs != nil { return true }
      }
    }
    return false
  }

  /// Deletes changes from the history, and the content that only they had.
  ///
  /// - Parameters:
  ///   - condition: without the change's number, because each text of a statement is kept.
  ///   - change: the value of `?1`.
  func forgetChanges(_ condition: String, _ change: Int? = nil) throws(BoardError) {
    let changes = try database.all(
      "SELECT id FROM changes WHERE ?1 IS ?1 AND (\(condition))", .optional(change)
    ) { $0.integer(0) }
    for change in changes {
      let contents = try database.all(
        "SELECT DISTINCT contents FROM card_images WHERE change = ?", .integer(change)
      ) { $0.text(0) }
      for (_, table, _) in Schema.images {
        try database.run("DELETE FROM \(table) WHERE change = ?", .integer(change))
      }
      try database.run("DELETE FROM changes WHERE id = ?", .integer(change))
      try forgetContents(contents)
    }
  }

  /// Deletes the contents that neither a card nor the history has.
  func forgetContents(_ contents: [String]) throws(BoardError) {
    for name in contents {
      let isNeeded = try database.first(
        """
        SELECT 1 WHERE EXISTS (SELECT 1 FROM cards WHERE contents = ?1)
          OR EXISTS (SELECT 1 FROM card_images WHERE contents = ?1)
          OR EXISTS (SELECT 1 FROM pending_cards WHERE contents = ?1)
        """, .text(name)
      ) { _ in true }
      guard isNeeded == nil else { continue }
      let files = try database.all(
        "SELECT file FROM representations WHERE contents = ? AND file IS NOT NULL", .text(name)
      ) { $0.text(0) }
      try database.run("DELETE FROM representations WHERE contents = ?", .text(name))
      // An edited card shares the files of its attachments with its earlier contents.
      for file in files {
        let isShared = try database.first(
          "SELECT 1 FROM representations WHERE file = ?", .text(file)
        ) { _ in true }
        if isShared == nil { unneededFiles.append(file) }
      }
    }
  }
}
