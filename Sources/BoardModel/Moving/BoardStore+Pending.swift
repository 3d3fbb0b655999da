internal import Translations

/// Moves to this board. Their cards are stored under the transfer's id, durable but not shown, until dragd has
/// committed the move.
extension BoardStore {
  /// Stores cards as pending, all in one transaction.
  package func insertPending(
    _ transfer: String, _ cards: [NewCard], to list: ListID, at position: Position
  ) throws(BoardError) {
    var left = try startPending(transfer, cards, to: list, at: position)
    try insert(left.count, of: &left)
  }

  /// Notes a move whose cards are then stored as pending, piece by piece.
  ///
  /// - Parameters:
  ///   - transfer: the id of the transfer.
  ///   - cards: the received cards.
  ///   - list: the list to which they are moved.
  ///   - position: the position in the list as it is now.
  /// - Returns: the cards that are still to be stored: the move must not be finished before.
  package func startPending(
    _ transfer: String, _ cards: [NewCard], to list: ListID, at position: Position
  ) throws(BoardError) -> PendingCards {
    var staged: [NewCard] = []
    for card in cards { staged.append(try card.staged(by: staging)) }
    step("large content is staged")
    return try change { () throws(BoardError) in
      try requireList(list)
      try dropPending(transfer)
      try database.run(
        "INSERT INTO pending_moves VALUES (?, ?, 0)", .text(transfer), .text(processName))
      return PendingCards(
        transfer: transfer, list: list,
        left: Array(zip(staged, try ranks(staged.count, in: list, at: position)))[...])
    }
  }

  /// Stores the next cards of a move as pending.
  package func insert(_ count: Int, of pending: inout PendingCards) throws(BoardError) {
    let (transfer, list) = (pending.transfer, pending.list)
    try change { () throws(BoardError) in
      for (card, rank) in pending.left.prefix(count) {
        let row = try store(card, in: list, rank)
        let values = [.text(transfer)] + row.values
        let places = values.map { _ in "?" }.joined(separator: ", ")
        try database.run(
          "INSERT INTO pending_cards (transfer, \(Schema.cardColumns)) VALUES (\(places))", values)
      }
    }
    pending.left = pending.left.dropFirst(count)
  }

  /// The unsettled transfers of this process and of dead ones. Other live processes settle their own.
  package func pendingTransfers() throws(BoardError) -> [String] {
    try pending { _ in true }
  }

  /// The unsettled transfers of dead processes.
  package func abandonedTransfers() throws(BoardError) -> [String] {
    try pending { $0 != processName }
  }

  private func pending(_ isWanted: (String) -> Bool) throws(BoardError) -> [String] {
    let all = try database.all(
      "SELECT transfer, process FROM pending_moves ORDER BY transfer"
    ) { (transfer: $0.text(0), process: $0.text(1)) }
    return all.filter {
      isWanted($0.process) && ($0.process == processName || !isAlive($0.process))
    }.map(\.transfer)
  }

  /// The titles of the cards of a move that is not settled.
  package func pendingTitles(_ transfer: String) throws(BoardError) -> [String] {
    try database.all(
      "SELECT title FROM pending_cards WHERE transfer = ? ORDER BY rank, id", .text(transfer)
    ) { $0.text(0) }
  }

  /// Shows the cards of a committed move and keeps the transfer's id. Repeating it is harmless.
  ///
  /// Undo does not remove the cards, because they exist nowhere else.
  ///
  /// - Parameter step: what arrived by the same drop before.
  /// - Returns: the cards.
  @discardableResult
  package func makePermanent(
    _ transfer: String, in step: ChangeStep? = nil
  ) throws(BoardError) -> ChangeOutcome {
    try change { () throws(BoardError) in
      let rows = try database.all(
        "SELECT id, list, rank FROM pending_cards WHERE transfer = ? ORDER BY rank, id",
        .text(transfer)
      ) {
        (
          id: CardID(rawValue: $0.text(0)), list: ListID(rawValue: $0.text(1)),
          rank: Rank(bytes: $0.bytes(2))
        )
      }
      try database.run(
        "UPDATE pending_moves SET is_permanent = 1 WHERE transfer = ?", .text(transfer))
      let ids = rows.map(\.id)
      guard !rows.isEmpty else { return ChangeOutcome() }
      let list = try existingList(rows[0].list)
      for (row, rank) in zip(rows, try freeRanks(rows.map(\.rank), in: list))
      where row.list != list || row.rank != rank {
        try database.run(
          "UPDATE pending_cards SET list = ?, rank = ? WHERE transfer = ? AND id = ?",
          .text(list.rawValue), .bytes(rank.bytes), .text(transfer), .text(row.id.rawValue))
      }
      try database.run(
        """
        INSERT INTO cards (\(Schema.cardColumns))
        SELECT \(Schema.cardColumns) FROM pending_cards WHERE transfer = ? ORDER BY rank, id
        """, .text(transfer))
      try unifyLabels(of: ids)
      let step = try continued(step)
      let count = ids.count + (step?.count ?? 0)
      let name = translated(count: count, one: "Receive Card", other: "Receive {count} Cards")
      let change = try recordLasting(name, to: list, in: step)
      try database.run("DELETE FROM pending_cards WHERE transfer = ?", .text(transfer))
      return ChangeOutcome(
        change: change, step: ChangeStep(change: change, count: count), cards: ids)
    }
  }

  /// Deletes the cards and the id of a move that failed: the source keeps them. Permanent cards stay. Repeating it is
  /// harmless.
  package func discard(_ transfer: String) throws(BoardError) {
    try change { () throws(BoardError) in try dropPending(transfer) }
  }

  /// Deletes the id of a move whose cards are permanent, once dragd knows that. Repeating it is harmless.
  package func forget(_ transfer: String) throws(BoardError) {
    try change { () throws(BoardError) in
      try database.run(
        "DELETE FROM pending_moves WHERE transfer = ? AND is_permanent = 1", .text(transfer))
    }
  }

  private func dropPending(_ transfer: String) throws(BoardError) {
    let contents = try database.all(
      "SELECT contents FROM pending_cards WHERE transfer = ?", .text(transfer)
    ) { $0.text(0) }
    try database.run("DELETE FROM pending_cards WHERE transfer = ?", .text(transfer))
    try database.run("DELETE FROM pending_moves WHERE transfer = ?", .text(transfer))
    try forgetContents(contents)
  }

  /// The list, or another one if it was deleted or archived meanwhile.
  func existingList(_ list: ListID) throws(BoardError) -> ListID {
    let wanted = try self.list(list)
    if let wanted, !wanted.isArchived { return list }
    if let wanted, let first = try lists(on: wanted.board).first { return first.id }
    if let first = try lists().first { return first.id }
    let new = ListID()
    let rank = try rank(ofListAt: 0, on: .main, without: nil)
    _ = try recording(translated("Add List"), lists: [new]) { () throws(BoardError) in
      try database.insert(BoardList(id: new, title: Schema.firstLists[0]), rank)
    }
    return new
  }

  /// The ranks, or others for all of them behind the cards that have arrived at the same position meanwhile.
  ///
  /// - Parameter ranks: in their order, at least one.
  func freeRanks(_ ranks: [Rank], in list: ListID) throws(BoardError) -> [Rank] {
    let (first, last) = (ranks[0], ranks[ranks.count - 1])
    let used = try database.first(
      "SELECT rank FROM cards WHERE list = ? AND rank BETWEEN ? AND ? ORDER BY rank DESC LIMIT 1",
      .text(list.rawValue), .bytes(first.bytes), .bytes(last.bytes)
    ) { Rank(bytes: $0.bytes(0)) }
    guard let used else { return ranks }
    let next = try database.first(
      "SELECT rank FROM cards WHERE list = ? AND rank > ? ORDER BY rank LIMIT 1",
      .text(list.rawValue), .bytes(used.bytes)
    ) { Rank(bytes: $0.bytes(0)) }
    return Rank.ranks(ranks.count, after: used, before: next)
  }
}

/// The cards of a move that are not stored as pending yet.
package struct PendingCards {
  fileprivate let transfer: String
  fileprivate let list: ListID
  fileprivate var left: ArraySlice<(NewCard, Rank)>

  package var count: Int { left.count }
}
