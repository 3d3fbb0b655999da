/// What the broker asks of the ledger, the durable record of moves that all brokers of one user share.
///
/// Requests are served one after another in the order in which they were made: a `claim` is answered after
/// every `commit` that was asked for before it.
package enum LedgerRequest: Hashable, Sendable {
  /// A connection takes a cookie over and asks what it has to delete. From here on nothing that began
  /// under an earlier claim of the cookie, at whichever broker, can commit. Answered with `moves`.
  case claim(CallID, cookie: String, claim: UInt64)
  /// The connection has left. Not answered.
  case unclaim(cookie: String, claim: UInt64)
  /// Moves are about to be accepted under a claim: all or none.
  case begin(CallID, [MoveRecord], claim: UInt64)
  /// Moves have ended without a commit. Not answered.
  case abandon([Identifier])
  /// A move that has begun is to be committed: the answer `done` is the commit point. `isListed`:
  /// whether content of the item may come back after a crash, so that the record has to stay until
  /// `unlist`.
  case commit(MoveRecord, isListed: Bool)
  /// Content of these items cannot come back any more. Not answered.
  case unlist([Identifier])
  /// The source has deleted the item. The call is nil where nobody waits: then it is not answered.
  case acknowledgeMove(CallID?, transfer: Identifier, cookie: String)
  /// The destination has made the item permanent, or dropped it.
  case acknowledgeOutcome(CallID, transfer: Identifier)
  /// What became of a move. One that another broker has begun is refused first, so that the answer
  /// stays true.
  case outcome(CallID, transfer: Identifier)
  /// What is not acknowledged, whoever's it is. Answered with `open`.
  case openMoves(CallID)
  /// The user says that the source will not delete the item any more.
  case settleMove(CallID, transfer: Identifier)
}

/// What the ledger says; a durable answer comes after its records have reached the disk.
package enum LedgerAnswer: Hashable, Sendable {
  case done
  /// In the order of their commits, the oldest; whether there are no more.
  case moves([UnacknowledgedMove], areAll: Bool)
  case outcome(MoveOutcome)
  case open([OpenMove])
  /// Nothing was recorded.
  case refused(Rejection)
}
