import DragModel

/// What a party sends to the broker. Transfers and items are small numbers here.
enum MoveRequest: Hashable {
  case claim
  case offer(slot: UInt8, items: UInt8)
  case acknowledgeMove(UInt8)
  case accept(UInt8, item: UInt8)
  case finish(UInt8)
  case cancel(UInt8)
  case outcome(UInt8)
  case acknowledgeOutcome(UInt8)
  /// The source's answer to Prepare.
  case prepared(UInt8, Bool)
  /// The source's answer to Ended.
  case deleted(UInt8, Bool)
  /// The bus says that the connection has left.
  case left

  /// The same for the same request, so that equal worlds number their calls equally.
  var word: UInt64 {
    switch self {
    case .claim: 1 << 16
    case .offer(let slot, let items): 2 << 16 | UInt64(slot) << 8 | UInt64(items)
    case .acknowledgeMove(let id): 3 << 16 | UInt64(id)
    case .accept(let id, let item): 4 << 16 | UInt64(id) << 8 | UInt64(item)
    case .finish(let id): 5 << 16 | UInt64(id)
    case .cancel(let id): 6 << 16 | UInt64(id)
    case .outcome(let id): 7 << 16 | UInt64(id)
    case .acknowledgeOutcome(let id): 8 << 16 | UInt64(id)
    case .prepared(let id, let yes): 9 << 16 | UInt64(id) << 8 | (yes ? 1 : 0)
    case .deleted(let id, let yes): 10 << 16 | UInt64(id) << 8 | (yes ? 1 : 0)
    case .left: 11 << 16
    }
  }

  /// Whether it answers a call of one broker and is meaningless to the next.
  var isAnswer: Bool {
    switch self {
    case .prepared, .deleted: true
    case .claim, .offer, .acknowledgeMove, .accept, .finish, .cancel, .outcome,
      .acknowledgeOutcome, .left:
      false
    }
  }
}

/// What the broker or the bus sends to a party.
enum MoveReply: Hashable {
  case claimed([ListedMove])
  case claimRefused
  case offered(isBusy: Bool)
  case moveAcknowledged(UInt8)
  case acknowledgementRefused(UInt8)
  case accepted(UInt8)
  /// `isUnused`: the transfer's id is not recorded anywhere.
  case acceptRefused(UInt8, isUnused: Bool)
  case finished(UInt8, FinishReply)
  case outcome(UInt8, MoveOutcome)
  case outcomeAcknowledged(UInt8, Bool)
  case prepare(UInt8, item: UInt8)
  case ended(UInt8, item: UInt8)
  case released
  /// The broker's end left this call without an answer.
  case noReply(MoveRequest)
  /// The broker's name has a new owner.
  case newOwner

  /// Whether it has no effect that another party could notice.
  var onlyInforms: Bool {
    switch self {
    case .claimed(let moves): moves.isEmpty
    case .offered(let isBusy): !isBusy
    case .moveAcknowledged: true
    case .claimRefused, .acknowledgementRefused, .accepted, .acceptRefused, .finished, .outcome,
      .outcomeAcknowledged,
      .prepare, .ended, .released, .noReply, .newOwner:
      false
    }
  }

  var word: UInt64 {
    switch self {
    case .claimed(let moves):
      moves.reduce(1) { $0 << 16 | UInt64($1.transfer) << 8 | UInt64($1.item) | 1 << 7 }
    case .claimRefused: 2 << 32
    case .offered(let isBusy): 3 << 32 | (isBusy ? 1 : 0)
    case .moveAcknowledged(let id): 4 << 32 | UInt64(id)
    case .acknowledgementRefused(let id): 8 << 32 | UInt64(id)
    case .accepted(let id): 5 << 32 | UInt64(id)
    case .acceptRefused(let id, let isUnused): 6 << 32 | UInt64(id) << 8 | (isUnused ? 1 : 0)
    case .finished(let id, let reply): 7 << 32 | UInt64(id) << 8 | UInt64(reply.rawValue)
    case .outcome(let id, let outcome):
      9 << 32 | UInt64(id) << 8 | (outcome == .committed ? 2 : outcome == .pending ? 1 : 0)
    case .outcomeAcknowledged(let id, let yes): 10 << 32 | UInt64(id) << 8 | (yes ? 1 : 0)
    case .prepare(let id, let item): 11 << 32 | UInt64(id) << 8 | UInt64(item)
    case .ended(let id, let item): 12 << 32 | UInt64(id) << 8 | UInt64(item)
    case .released: 13 << 32
    case .noReply(let request): 14 << 32 | request.word
    case .newOwner: 15 << 32
    }
  }
}

/// The kinds of answers to Finish.
enum FinishReply: UInt8, Hashable {
  case kept
  /// An error that says that the source keeps the item.
  case failed
  /// An error that does not tell the outcome.
  case unknown

  init(_ why: Rejection) {
    switch why.code {
    case .truncated, .stalled, .changed, .cancelled, .sourceFailed, .storageFull: self = .failed
    case .invalidArguments, .invalidType, .invalidDescriptor, .noSuchOffer, .noSuchItem,
      .noSuchTransfer, .noSuchTarget, .notAcceptable, .operationNotAllowed, .busy, .tooManyItems,
      .quotaExceeded, .accessDenied, .forbidden, .targetFailed, .stateUnavailable:
      self = .unknown
    }
  }
}

/// A move that its source has to delete.
struct ListedMove: Hashable {
  var transfer: UInt8
  var item: UInt8
}
