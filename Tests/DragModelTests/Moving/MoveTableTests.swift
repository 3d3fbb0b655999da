import Testing

@testable import DragModel

/// Every phase of a move × everything that can happen to it: the phase afterwards, the error that a
/// refused call gets after a colon, and the effects that matter to a move, in their order.
@Suite struct MoveTableTests {
  enum Row: String, CaseIterable {
    case delivered, verifying, preparing, committing, committed, finished
  }

  enum Column: String, CaseIterable {
    case finish, cancelled, cancelledBySource, sourceLeft, destinationLeft, asked, settled
    case succeeded, verified, prepared, refused, written, unwritten, deleted, kept, late, stopping
  }

  @Test(arguments: Row.allCases, Column.allCases)
  func heldMove(in row: Row, when column: Column) throws {
    // Only a commit that was requested has an answer.
    guard let expected = Self.table[row]?[column] else {
      #expect(row != .committing && (column == .written || column == .unwritten))
      return
    }
    var move = try MoveStage(row)
    let after = move.happen(column)
    #expect(after == expected)
    let isOver = move.world.broker.transfers[move.id]?.isOver != false
    #expect(move.world.broker.moves.reserved.isEmpty == (isOver || after.hasPrefix("committed")))
  }

  static let table: [Row: [Column: String]] = [
    .delivered: [
      .finish: "settling prepare",
      .cancelled: "cancelled stop abandon ended",
      .cancelledBySource: "cancelled stop abandon ended",
      .sourceLeft: "delivered unclaim",
      .destinationLeft: "cancelled stop abandon ended",
      .asked: "failed stop abandon ended ask",
      .settled: "failed stop abandon ended settle",
      .succeeded: "failed stop abandon ended claim",
      .verified: "delivered",
      .prepared: "delivered",
      .refused: "delivered",
      .deleted: "delivered",
      .kept: "delivered",
      .late: "cancelled stop abandon ended",
      .stopping: "cancelled stop abandon ended",
    ],
    .verifying: [
      .finish: "settling",
      .cancelled: "settling:operationNotAllowed",
      .cancelledBySource: "settling:operationNotAllowed",
      .sourceLeft: "settling unclaim",
      .destinationLeft: "cancelled cancelled stop abandon ended",
      .asked: "settling pending",
      .settled: "settling:busy",
      .succeeded: "failed sourceFailed stop abandon ended claim",
      .verified: "settling prepare",
      .prepared: "settling",
      .refused: "settling",
      .deleted: "settling",
      .kept: "settling",
      .late: "failed stalled stop abandon ended",
      .stopping: "cancelled cancelled stop abandon ended",
    ],
    .preparing: [
      .finish: "settling",
      .cancelled: "settling:operationNotAllowed",
      .cancelledBySource: "settling:operationNotAllowed",
      .sourceLeft: "failed sourceFailed stop abandon unclaim",
      .destinationLeft: "cancelled cancelled stop abandon ended",
      .asked: "settling pending",
      .settled: "settling:busy",
      .succeeded: "failed sourceFailed stop abandon ended claim",
      .verified: "settling",
      .prepared: "committing commit",
      .refused: "failed sourceFailed stop abandon ended",
      .deleted: "settling",
      .kept: "settling",
      .late: "failed sourceFailed stop abandon ended",
      .stopping: "cancelled cancelled stop abandon ended",
    ],
    .committing: [
      .finish: "committing",
      .cancelled: "committing:operationNotAllowed",
      .cancelledBySource: "committing:operationNotAllowed",
      .sourceLeft: "committing unclaim",
      .destinationLeft: "committing",
      .asked: "committing pending",
      .settled: "committing:busy",
      .succeeded: "committing claim",
      .verified: "committing",
      .prepared: "committing",
      .refused: "committing",
      .written: "committed delete",
      .unwritten: "failed storageFull stop abandon ended",
      .deleted: "committing",
      .kept: "committing",
      .late: "committing",
      .stopping: "committing",
    ],
    .committed: [
      .finish: "committed",
      .cancelled: "committed:operationNotAllowed",
      .cancelledBySource: "committed:operationNotAllowed",
      .sourceLeft: "finished kept stop unclaim",
      .destinationLeft: "committed",
      .asked: "committed ask",
      .settled: "committed settle",
      .succeeded: "committed claim",
      .verified: "committed",
      .prepared: "committed",
      .refused: "committed",
      .deleted: "finished acknowledge kept+deleted stop",
      .kept: "finished kept stop",
      .late: "finished kept stop",
      .stopping: "finished kept stop",
    ],
    .finished: [
      .finish: "finished kept+deleted",
      .cancelled: "finished:operationNotAllowed",
      .cancelledBySource: "finished:operationNotAllowed",
      .sourceLeft: "finished unclaim",
      .destinationLeft: "finished",
      .asked: "finished ask",
      .settled: "finished settle",
      .succeeded: "finished claim",
      .verified: "finished",
      .prepared: "finished",
      .refused: "finished",
      .deleted: "finished acknowledge",
      .kept: "finished",
      .late: "finished",
      .stopping: "finished",
    ],
  ]
}

/// A move of a held item in a phase.
struct MoveStage {
  var world = World()
  let id: Identifier
  private let cookie = "0123456789abcdefghijkl"
  private let record: MoveRecord
  private var finishes: [CallID] = []

  init(_ row: MoveTableTests.Row) throws {
    let place: HeldContent.Place = row == .verifying ? .reference : .memory
    id = world.id()
    record = MoveRecord(transfer: id, cookie: cookie, key: "k")
    try claim(by: World.source)
    var options = OfferOptions()
    options.operations = [.move]
    options.source = "/source"
    options.cookie = cookie
    let offer = world.id()
    let item = Item(
      attributes: ItemAttributes(key: "k"),
      representations: [Representation(type: MIMEType("a/b"), content: world.held(9, place))])
    try world.handle(.offer(id: offer, owner: World.source, items: [item], options: options))
    let plan = try world.plan(offer) {
      $0.operation = .move
      $0.delivery = row == .verifying ? .stream : .any
    }
    try world.handle(.reserve(world.call(), plan, transfers: [id]))
    try world.handle(.accept(plan, transfers: [id]))
    if row == .verifying { try world.handle(.part(PartID(id, 0), .ended(total: 9))) }
    guard row != .delivered else { return }
    try finish()
    guard row != .verifying, row != .preparing else { return }
    try world.handle(.prepared(id, nil))
    guard row != .committing else { return }
    try world.handle(.ledgerAnswered(.commit(record, isListed: false), .done))
    guard row != .committed else { return }
    try world.handle(.sourceDeleted(id, true))
  }

  private mutating func claim(by party: Party) throws {
    for case .ledger(let request) in try world.handle(
      .claim(world.call(), cookie: cookie, caller: party))
    {
      try world.handle(.ledgerAnswered(request, .moves([], areAll: true)))
    }
  }

  @discardableResult
  private mutating func finish() throws(Rejection) -> [Effect] {
    try world.handle(
      .finish(
        world.call(), transfer: id, caller: World.destination.peer, hasUnreadStream: false))
  }

  /// The phase afterwards and the effects.
  mutating func happen(_ column: MoveTableTests.Column) -> String {
    do throws(Rejection) {
      let effects = try effects(of: column)
      return ([phase] + effects.compactMap(\.ofMove)).joined(separator: " ")
    } catch {
      return "\(phase):\(error.code)"
    }
  }

  private mutating func effects(
    of column: MoveTableTests.Column
  ) throws(Rejection) -> [Effect] {
    let destination = World.destination.peer
    let commit = LedgerRequest.commit(record, isListed: false)
    switch column {
    case .finish: return try finish()
    case .cancelled:
      return try world.handle(.cancel(transfer: id, caller: destination, reason: ""))
    case .cancelledBySource:
      return try world.handle(.cancel(transfer: id, caller: World.source.peer, reason: ""))
    case .sourceLeft: return try world.handle(.peerLeft(World.source.peer, unread: []))
    case .destinationLeft: return try world.handle(.peerLeft(destination, unread: []))
    case .asked: return try world.handle(.outcome(world.call(), transfer: id))
    case .settled: return try world.handle(.acknowledgeOutcome(world.call(), transfer: id))
    case .succeeded:
      return try world.handle(.claim(world.call(), cookie: cookie, caller: World.stranger))
    case .verified: return try world.handle(.part(PartID(id, 0), .verified))
    case .prepared: return try world.handle(.prepared(id, nil))
    case .refused: return try world.handle(.prepared(id, Rejection(.sourceFailed, "no")))
    case .written: return try world.handle(.ledgerAnswered(commit, .done))
    case .unwritten:
      return try world.handle(.ledgerAnswered(commit, .refused(Rejection(.storageFull, "no"))))
    case .deleted: return try world.handle(.sourceDeleted(id, true))
    case .kept: return try world.handle(.sourceDeleted(id, false))
    case .late:
      world.now.monotonic += 60_000_000
      return try world.handle(.timerFired)
    case .stopping: return try world.handle(.stopping)
    }
  }

  private var phase: String {
    guard let transfer = world.broker.transfers[id] else { return "gone" }
    switch (transfer.publicState, transfer.moveDecision) {
    case (.delivered, .undecided): return "delivered"
    case (.delivered, _): return transfer.deadline == nil ? "committing" : "settling"
    case (.finished, _): return transfer.isOver ? "finished" : "committed"
    case (let state, _): return state.rawValue
    }
  }
}

extension Effect {
  /// Its name in the table; nil for an effect that does not concern moves.
  fileprivate var ofMove: String? {
    switch self {
    case .prepare: "prepare"
    case .endedMove: "delete"
    case .ended: "ended"
    case .verify: "verify"
    case .answerFinish(_, .success(let result)): result.acknowledged ? "kept+deleted" : "kept"
    case .answerFinish(_, .failure(let why)): "\(why.code)"
    case .answerMoving(_, .outcome(let outcome)): outcome.rawValue
    case .answerMoving: "answer"
    case .ledger(.commit): "commit"
    case .ledger(.abandon): "abandon"
    case .ledger(.acknowledgeMove): "acknowledge"
    case .ledger(.outcome): "ask"
    case .ledger(.acknowledgeOutcome): "settle"
    case .ledger(.claim): "claim"
    case .ledger(.unclaim): "unclaim"
    case .ledger(.reserve): "reserve"
    case .ledger(.unlist): "unlist"
    case .ledger(.openMoves): "list"
    case .ledger(.settleMove): "settle for the source"
    case .stop: "stop"
    case .listed, .unlisted, .offerChanged, .offerEnded, .answerReserve, .unlistWhenWritten,
      .released, .dispose, .record, .start, .provide,
      .answerReceive, .giveRoom, .refuseReceive, .notify, .targetAdded, .targetRemoved,
      .targetChanged,
      .askTarget,
      .performDrop, .leaveTarget, .answerProposal, .answerDrop, .refuseDrop, .forwardFailure:
      nil
    }
  }
}
