/// What has happened, as the shell tells it to the model.
package enum Event: Sendable {
  // What a peer asks for; refused by a thrown Rejection, and then nothing has changed.
  case offer(id: Identifier, owner: Party, items: [Item<OfferedContent>], options: OfferOptions)
  case addItems(offer: Identifier, caller: Party, items: [Item<OfferedContent>], more: Bool)
  case withdraw(offer: Identifier, caller: Party)
  /// `transfers` has an id for every item of the plan that needs a transfer object, in order.
  case accept(AcceptPlan, transfers: [Identifier])
  case receive(CallID, transfer: Identifier, type: MIMEType, caller: Peer)
  /// `hasUnreadStream`: whether one of its pipes still holds bytes that nobody has read.
  case finish(CallID, transfer: Identifier, caller: Peer, hasUnreadStream: Bool)
  case cancel(transfer: Identifier, caller: Peer, reason: String)

  // Moves
  case claim(CallID, cookie: String, caller: Party)
  /// Items are to be moved; `transfers` has an id for each. When the ledger has noted it, `accept`.
  case reserve(CallID, AcceptPlan, transfers: [Identifier])
  /// An accept that was reserved came to nothing.
  case unreserve([Identifier])
  case outcome(CallID, transfer: Identifier)
  case acknowledgeMove(CallID, transfer: Identifier, cookie: String)
  case acknowledgeOutcome(CallID, transfer: Identifier)
  case openMoves(CallID, caller: Party)
  case settleMove(CallID, transfer: Identifier, caller: Party)
  /// The source has answered Prepare: nil, or why the item stays.
  case prepared(Identifier, Rejection?)
  /// The source has answered the Ended of a committed move: whether it has deleted the item.
  case sourceDeleted(Identifier, Bool)
  case ledgerAnswered(LedgerRequest, LedgerAnswer)

  // Targets
  case registerTarget(
    id: Identifier, name: String, types: [String], owner: Party, options: TargetOptions)
  case updateTarget(Identifier, caller: Peer, TargetChanges)
  case unregisterTarget(Identifier, caller: Peer)
  case propose(CallID, DropPlan)
  case drop(CallID, DropPlan)
  case leaveTarget(Identifier, offer: Identifier)
  /// The owner's answers. About a call that is over these change nothing.
  case proposed(CallID, target: Identifier, TargetAnswer)
  case performed(CallID, PerformAnswer)
  /// The bus had nobody to give the call to, or nobody to answer it any more.
  case ownerAbsent(CallID)

  // What becomes of a part of a transfer. About a transfer that is over these change nothing.
  case moved(PartID, total: UInt64)
  case waits(PartID, for: Side)
  /// A copy has taken all the room that it has, and there is more to come.
  case roomWanted(PartID)
  /// A copy is complete and takes so many bytes; `sourceEnded` follows.
  case copied(PartID, bytes: UInt64)
  /// The last byte has come; for `collect` and `snapshot`: and the file is ready.
  case sourceEnded(PartID, total: UInt64)
  case sourceReplied(PartID, bytes: UInt64?)
  case partFailed(PartID, Rejection)
  case destinationClosed(PartID)
  case verified(PartID)

  /// A connection has left the bus; `unread` are its transfers with bytes left in a pipe.
  case peerLeft(Peer, unread: Set<Identifier>)
  /// The broker is about to leave: what still runs is cancelled.
  case stopping
  /// Time has passed: `nextReminder` is due.
  case reminded
}

/// Who keeps a part from going on.
package enum Side: Hashable, Sendable {
  case source
  case destination
}

/// One representation of one transfer.
package struct PartID: Hashable, Sendable {
  package let transfer: Identifier
  package let index: Int

  package init(_ transfer: Identifier, _ index: Int) {
    self.transfer = transfer
    self.index = index
  }
}
