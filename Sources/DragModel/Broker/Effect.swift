/// What the shell has to do, in this order.
package enum Effect: Hashable, Sendable {
  // Offers
  /// A complete public offer can be found: announce it.
  case listed(Identifier)
  case unlisted(Identifier)
  /// Properties of a listed offer have changed: its source has left the bus.
  case offerChanged(Identifier)
  /// An offer that a log may name is over; nil stands for the source's leaving.
  case over(offer: Identifier, ReleaseReason?)
  /// Tell the source that its offer is over.
  case released(offer: Identifier, SourceObject, ReleaseReason)
  /// Nothing refers to this content any more but transfers that are running.
  case dispose(HeldContent)
  /// Write it down, so that a later broker can restore the offer.
  case record(OfferChange)

  // Transfers
  /// Get the part going: feed, relay, collect or snapshot it with what was made ready for it.
  /// A copy may take `room` bytes until it is given more.
  case start(PartID, Route, room: UInt64)
  /// From now on a copy may take so many bytes in all.
  case giveRoom(PartID, UInt64)
  /// Ask the source to make a lazy part.
  case provide(PartID, SourceObject, offer: Identifier, item: Int, type: MIMEType)
  /// Hand a complete part's descriptor to this `Receive`.
  case handOver(CallID, PartID, size: UInt64)
  case refuseReceive(CallID, Rejection)
  case answerFinish(CallID, FinishOutcome)
  /// See whether the source's file is still what was offered: `verified` or `partFailed` answers.
  case verify(PartID)
  /// Tell the parties how the transfer stands.
  case notify(transfer: Identifier, [Peer])
  /// Tell the source what became of the transfer; nil stands for a copy that needed no object.
  case ended(transfer: Identifier?, offer: Identifier, SourceObject, Ended)
  // Moves
  /// Ask the ledger; `ledgerAnswered` says what it answers. For `begin` the shell itself waits.
  case ledger(LedgerRequest)
  /// Ask the source whether the item is still there; `prepared` says what it answers.
  case prepare(transfer: Identifier, offer: Identifier, SourceObject, item: Int, key: String)
  /// Tell the source to delete the item; `sourceDeleted` says whether it has.
  case endedMove(transfer: Identifier, offer: Identifier, SourceObject, Ended)
  case answerMoving(CallID, LedgerAnswer)

  /// Stop whatever still runs for the transfer and close what it holds. What became of it is nil where
  /// no log may say.
  case stop(transfer: Identifier, became: ShownTransfer?)

  // Targets
  case targetAdded(Identifier)
  case targetRemoved(Identifier)
  case targetChanged(Identifier, [ChangedTargetValue])
  /// Ask the owner for a proposal: `proposed` or `ownerAbsent` answers.
  case askTarget(CallID, TargetObject, DropQuestion)
  /// Have the owner perform a drop: `performed` or `ownerAbsent` answers.
  case performDrop(CallID, TargetObject, DropQuestion, Operation)
  /// Tell the owner that the drag has moved on.
  case leave(TargetObject, target: Identifier, offer: Identifier)
  case answerProposal(CallID, Proposal, ProposalDetails)
  case answerDrop(CallID, DropResult)
  case refuseDrop(CallID, Rejection)
  /// Answer a Drop with the owner's own error.
  case passOn(CallID, TargetFailure)
}

/// Why an offer is over.
package enum ReleaseReason: String, CaseIterable, Hashable, Sendable {
  case withdrawn
  case expired
  case used
  case replaced
}

/// What a source hears at the end of a transfer.
package struct Ended: Hashable, Sendable {
  package let item: Int
  package let key: String
  /// Nil if it failed or was cancelled.
  package let operation: Operation?
  package let failure: Rejection?
  package let bytes: UInt64

  package init(
    item: Int, key: String, operation: Operation?, failure: Rejection?, bytes: UInt64
  ) {
    self.item = item
    self.key = key
    self.operation = operation
    self.failure = failure
    self.bytes = bytes
  }
}

package typealias FinishOutcome = Result<FinishResult, Rejection>
