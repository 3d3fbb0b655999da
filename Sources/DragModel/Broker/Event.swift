/// An input of the model: a request of a peer, or a change that its caller has seen.
package enum Event: Sendable {
  // Requests of peers. The model refuses one by throwing a Rejection; then nothing has changed.
  case offer(id: Identifier, owner: Party, items: PreparedItems, options: OfferOptions)
  case addItems(offer: Identifier, caller: Party, items: PreparedItems, more: Bool)
  case withdraw(offer: Identifier, caller: Party)
  /// `transfers` has an id for every item of the plan that needs a transfer object, in order.
  case accept(AcceptPlan, transfers: [Identifier])
  case receive(CallID, transfer: Identifier, type: MIMEType, caller: Peer)
  /// `hasUnreadStream`: whether one of its pipes still holds bytes that the destination has not read.
  case finish(CallID, transfer: Identifier, caller: Peer, hasUnreadStream: Bool)
  case cancel(transfer: Identifier, caller: Peer, reason: String)

  // Moves
  case claim(CallID, cookie: String, caller: Party)
  /// A connection is about to claim a cookie: this offer or move of another connection (`supersededBy`) ends first.
  case supersede(Superseded)
  /// A plan moves its items; `transfers` has an id for each. The effect `answerReserve` says whether DragBroker can
  /// `accept` the plan.
  case reserve(CallID, AcceptPlan, transfers: [Identifier])
  /// A plan that was reserved is not accepted.
  case unreserve([Identifier])
  case outcome(CallID, transfer: Identifier)
  case acknowledgeMove(CallID, transfer: Identifier, cookie: String)
  case acknowledgeOutcome(CallID, transfer: Identifier)
  case openMoves(CallID, caller: Party)
  case settleMove(CallID, move: Identifier, caller: Party)
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
  // The owner's answers. They change nothing about a call that has been answered.
  case proposed(CallID, target: Identifier, TargetAnswer)
  case performed(CallID, PerformAnswer)
  /// The bus could not deliver the call to the owner, or the owner left before it answered.
  case ownerAbsent(CallID)

  /// Something happened to a part of a transfer. It changes nothing about a transfer that has ended.
  case part(PartID, PartEvent)

  /// A connection has left the bus; `unread` are its transfers with bytes left in a pipe. What it had ends with
  /// `continueDeparture`, a little each time, until `hasDepartures` is false.
  case peerLeft(Peer, unread: Set<Identifier>)
  case continueDeparture
  /// A call names an offer or target of a connection that has left. The offer ends or lingers, or the target ends,
  /// before DragBroker serves the call.
  case departOffer(Identifier)
  case departTarget(Identifier)
  /// dragd is about to leave: this transfer is cancelled, then (`stopping`) whatever still runs or waits.
  case stopTransfer(Identifier)
  case stopping
  /// The time of `nextTimer` has come. Each event handles a few timers.
  case timerFired
}

/// A call that DragBroker answers later.
package struct CallID: Hashable, Comparable, Sendable {
  package let number: UInt64

  package init(_ number: UInt64) { self.number = number }

  package static func < (a: CallID, b: CallID) -> Bool { a.number < b.number }
}
