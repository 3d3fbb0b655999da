/// An instruction of the model to DragBroker, which performs effects in their order.
package enum Effect: Hashable, Sendable {
  // Offers
  /// Announce a complete public offer: it can be found now.
  case listed(Identifier)
  case unlisted(Identifier)
  /// Announce that a listed offer's types, source or expiry changed.
  case offerChanged(Identifier)
  /// Log the end of an offer that is neither private nor sensitive; nil means that its source left.
  case offerEnded(Identifier, ReleaseReason?)
  /// Tell the source that its offer has ended.
  case released(offer: Identifier, SourceObject, ReleaseReason)
  /// Release content that only running transfers still use.
  case dispose(HeldContent)
  /// Record a change in the state file, from which a later broker restores the offer.
  case record(RecordedChange)

  // Transfers
  /// Start to transfer a part with the descriptors that were made for it. A copy may take `room` bytes.
  case start(PartID, Route, room: UInt64)
  /// A copy may take so many bytes in all from now on.
  case giveRoom(PartID, UInt64)
  /// Ask the source to make a lazy part.
  case provide(PartID, SourceObject, offer: Identifier, item: Int, type: MIMEType)
  /// Answer this `Receive` with a complete part's descriptor.
  case answerReceive(CallID, PartID, size: UInt64)
  case refuseReceive(CallID, Rejection)
  case answerFinish(CallID, FinishOutcome)
  /// Check whether the source's file is still what was offered; `verified` or `failed` answers.
  case verify(PartID)
  /// Tell the parties the transfer's state.
  case notify(transfer: Identifier, [Peer])
  /// Tell the source the result of a transfer; nil means a copy that needed no transfer object.
  case ended(transfer: Identifier?, offer: Identifier, SourceObject, Ended)
  /// Stop what still runs for the transfer and close its descriptors. The result is for the log; nil for a private or
  /// sensitive offer.
  case stop(transfer: Identifier, result: ShownTransfer?)

  // Moves
  /// Ask the ledger; `ledgerAnswered` has its answer.
  case ledger(LedgerRequest)
  /// The ledger has answered a `reserve`: accept its plan, or refuse the call.
  case answerReserve(CallID, Rejection?)
  /// Have the ledger `unlist` a committed move once the state file no longer has its item.
  case unlistWhenWritten(Identifier)
  /// Ask the source whether the item is still there; `prepared` has its answer.
  case prepare(transfer: Identifier, offer: Identifier, SourceObject, item: Int, key: String)
  /// Tell the source to delete the item; `sourceDeleted` says whether it has.
  case endedMove(transfer: Identifier, offer: Identifier, SourceObject, Ended)
  case answerMoving(CallID, LedgerAnswer)

  // Targets
  case targetAdded(Identifier)
  case targetRemoved(Identifier)
  case targetChanged(Identifier, [ChangedTargetValue])
  /// Ask the owner for a proposal: `proposed` or `ownerAbsent` answers.
  case askTarget(CallID, TargetObject, DropQuestion)
  /// Have the owner perform a drop: `performed` or `ownerAbsent` answers.
  case performDrop(CallID, TargetObject, DropQuestion, Operation)
  /// Tell the owner that the drag has left the target.
  case leaveTarget(TargetObject, target: Identifier, offer: Identifier)
  case answerProposal(CallID, Proposal, ProposalDetails)
  case answerDrop(CallID, DropResult)
  case refuseDrop(CallID, Rejection)
  /// Answer a Drop with the owner's own error.
  case forwardFailure(CallID, TargetFailure)
}

/// Why an offer ended.
package enum ReleaseReason: String, CaseIterable, Hashable, Sendable {
  case withdrawn
  case expired
  case used
  case replaced
}

/// The end of a transfer, as dragd reports it to the source.
package struct Ended: Hashable, Sendable {
  package let item: Int
  package let key: String
  /// Nil if the transfer failed or was cancelled.
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

/// A change of an offer that the state file records; see `Broker.keepsContent`.
package enum RecordedChange: Hashable, Sendable {
  /// A new offer: see `Broker.record(of:)`.
  case published(Identifier)
  /// Items were added from that index on. A complete offer is open.
  case grown(Identifier, from: Int, isComplete: Bool)
  /// How often the item has been used; at the offer's limit its content is removed.
  case used(Identifier, item: Int, count: UInt32)
  /// The item was moved away; its content is removed.
  case emptied(Identifier, item: Int)
  /// The source has left; the offer lingers until these moments.
  case left(Identifier, expires: UInt64, deadline: UInt64)
  case ended(Identifier)

  package var offer: Identifier {
    switch self {
    case .published(let id), .grown(let id, _, _), .used(let id, _, _), .emptied(let id, _),
      .left(let id, _, _), .ended(let id):
      id
    }
  }
}
