/// A request to the ledger, the durable record of moves that all brokers of one user share.
///
/// The ledger serves requests about one cookie in their order: it answers a `claim` after every `commit` that was
/// requested before.
package enum LedgerRequest: Hashable, Sendable {
  /// A connection claims a cookie and asks what it has to delete. From here on no move that was reserved under an
  /// earlier claim of the cookie, at any broker, can commit. Answered with `moves`.
  case claim(CallID, cookie: String, claim: UInt64)
  /// The connection of the claim has left. Not answered.
  case unclaim(cookie: String, claim: UInt64)
  /// Reserves items for moves that are about to be accepted under a claim: all or none.
  case reserve(CallID, [MoveRecord], claim: UInt64)
  /// The moves ended without a commit. Not answered.
  case abandon([Identifier])
  /// Commits a reserved move: the answer `done` is the commit point. `isListed`: whether content of the item may come
  /// back after a crash; then the record stays until `unlist`.
  case commit(MoveRecord, isListed: Bool)
  /// Content of these items can no longer come back after a crash. Not answered.
  case unlist([Identifier])
  /// The source has deleted the item. Without a call it is not answered.
  case acknowledgeMove(CallID?, transfer: Identifier, cookie: String)
  /// The destination has made the item permanent, or discarded it.
  case acknowledgeOutcome(CallID, transfer: Identifier)
  /// The outcome of a move. A reserved move is abandoned first, so that the answer stays true.
  case outcome(CallID, transfer: Identifier)
  /// All moves that are not acknowledged, of every source. Answered with `open`.
  case openMoves(CallID)
  /// The user says that the source will never delete the item of the move with this `MoveRecord.openID`. Answered with
  /// `settled`.
  case settleMove(CallID, move: Identifier)
}

/// The ledger's answer. A durable one comes after its records have reached the disk.
package enum LedgerAnswer: Hashable, Sendable {
  case done
  /// The oldest committed moves, in the order of their commits; whether these are all.
  case moves([UnacknowledgedMove], areAll: Bool)
  case outcome(MoveOutcome)
  case open([OpenMove])
  /// The source's side of this transfer counts as acknowledged.
  case settled(transfer: Identifier)
  /// Nothing was recorded.
  case refused(Rejection)
}

/// One line of the ledger. Its state follows from its lines in their order.
package enum LedgerEntry: Hashable, Sendable {
  /// `broker` is a random number that each running dragd has chosen for itself.
  case claimed(cookie: String, broker: UInt64, claim: UInt64)
  case unclaimed(cookie: String, broker: UInt64, claim: UInt64)
  case reserved(MoveRecord, broker: UInt64)
  /// The move can no longer commit.
  case abandoned(Identifier)
  case committed(MoveRecord, isListed: Bool)
  case unlisted(Identifier)
  /// The source has deleted the item.
  case deleted(Identifier)
  /// The destination has acknowledged the outcome.
  case acknowledged(Identifier)
}
