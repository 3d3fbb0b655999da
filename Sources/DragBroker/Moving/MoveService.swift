internal import DBus
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import PeerIdentity
internal import ServiceLog

/// Serves UnacknowledgedMoves, AcknowledgeMove, AcknowledgeOutcome, Outcome, OpenMoves and SettleMove, and performs
/// the effects of moves: it asks the ledger and the sources.
final class MoveService {
  private let context: BrokerContext
  let ledger: LedgerQueue
  /// Nil until it was asked for, and while the records of moves cannot be read.
  private(set) var ledgerIdentity: Identifier?

  init(_ context: BrokerContext) {
    self.context = context
    let limits = context.limits
    let (host, log) = (context.configuration.host, context.log)
    ledger = LedgerQueue(
      folder: host.movesFolder,
      limit: MoveCost(moves: limits[.moves], bytes: limits[.moveBytes]), workers: context.workers,
      exit: { reason in
        log.error(reason)
        if !host.isGuest { ProgramExit.now(1) }
      })
  }

  // MARK: Calls

  func unacknowledgedMoves(_ call: Call, _ message: Message) throws(Rejection) {
    let request = try UnacknowledgedMovesCall(message)
    let superseded = try context.withModel { model throws(Rejection) in
      try model.supersededBy(claimOf: request.cookie, by: call.peer)
    }
    guard superseded.count > Self.fewSuperseded else { return try claim(request.cookie, for: call) }
    supersede(superseded[...], by: try context.suspend(call), call, request.cookie)
  }

  private func claim(_ cookie: String, for call: Call) throws(Rejection) {
    try context.handle(call) { number in
      .claim(number, cookie: cookie, caller: Party(call.peer))
    }
  }

  /// The most offers and moves that end in the turn of the call.
  private static let fewSuperseded = 16

  /// Ends a few offers and moves of the cookie's former holder, the others in later turns of the loop, then claims.
  private func supersede(
    _ superseded: ArraySlice<Superseded>, by suspended: SuspendedCall, _ call: Call,
    _ cookie: String
  ) {
    guard suspended.isWaiting else { return }
    for each in superseded.prefix(Self.fewSuperseded) { context.handleOne(.supersede(each)) }
    let rest = superseded.dropFirst(Self.fewSuperseded)
    guard rest.isEmpty else {
      return context.loop.next { [weak self] in
        self?.supersede(rest, by: suspended, call, cookie)
      }
    }
    _ = context.resume(suspended)
    call.attempt { () throws(Rejection) in try claim(cookie, for: call) }
    context.updateTimers()
  }

  func acknowledgeMove(_ call: Call, _ message: Message) throws(Rejection) {
    let request = try AcknowledgeMoveCall(message)
    try context.handle(call) { number in
      .acknowledgeMove(number, transfer: request.transfer, cookie: request.cookie)
    }
  }

  func acknowledgeOutcome(_ call: Call, _ message: Message) throws(Rejection) {
    let request = try MoveCall(.acknowledgeOutcome, message)
    try context.handle(call) { number in .acknowledgeOutcome(number, transfer: request.transfer) }
  }

  func outcome(_ call: Call, _ message: Message) throws(Rejection) {
    let request = try MoveCall(.outcome, message)
    // A Finish that the caller sent before comes first.
    context.loop.runPostedWork()
    try context.handle(call) { number in .outcome(number, transfer: request.transfer) }
  }

  func openMoves(_ call: Call) {
    handleIdentified(call) { number, caller in .openMoves(number, caller: caller) }
  }

  func settleMove(_ call: Call, _ message: Message) throws(Rejection) {
    let request = try MoveCall(.settleMove, message)
    handleIdentified(call) { number, caller in
      .settleMove(number, move: request.transfer, caller: caller)
    }
  }

  private func handleIdentified(_ call: Call, _ event: @escaping (CallID, Party) -> Event) {
    context.identify(call) { [context] caller throws(Rejection) in
      defer { context.updateTimers() }
      try context.handle(call) { event($0, caller) }
    }
  }

  // MARK: The ledger

  /// Asks the ledger, which answers once its records are durable if they have to be.
  func ask(_ request: LedgerRequest) {
    FailPoint.pass("dragd: ask the ledger")
    ledger.ask(request, from: peer(of: request)?.name ?? "") { [context] answer in
      FailPoint.pass("dragd: the ledger has answered")
      context.handle(.ledgerAnswered(request, answer))
    }
  }

  /// The peer in whose turn the ledger serves a request. For a move that is the source, whichever peer receives the
  /// item; for any other request the caller. Nil when that peer has left the bus.
  private func peer(of request: LedgerRequest) -> Peer? {
    switch request {
    case .claim(_, let cookie, _), .unclaim(let cookie, _):
      context.withModel { $0.holder(of: cookie) }
    case .reserve(_, let records, _):
      records.first.flatMap { record in context.withModel { $0.holder(of: record.cookie) } }
    case .commit(let record, _):
      context.withModel { $0.holder(of: record.cookie) }
    case .acknowledgeMove(let call?, _, _), .acknowledgeOutcome(let call, _),
      .outcome(let call, _), .openMoves(let call), .settleMove(let call, _):
      context.waitingCalls.caller(of: call)
    case .acknowledgeMove(nil, _, let cookie):
      context.withModel { $0.holder(of: cookie) }
    case .abandon, .unlist:
      nil
    }
  }

  /// Once the state file no longer has the item, no crash can bring it back.
  func unlistWhenWritten(_ transfer: Identifier) {
    context.persistence?.whenWritten { [weak self] in self?.ask(.unlist([transfer])) }
  }

  /// Calls `then` once the ledger has told its identity, or failed to.
  func readIdentity(then: @escaping () -> Void) {
    ledger.identity { [weak self] identity in
      self?.ledgerIdentity = identity
      then()
    }
  }

  func answer(_ number: CallID, _ answer: LedgerAnswer) {
    guard let call = context.waitingCalls.removeValue(forKey: number) else { return }
    FailPoint.pass("dragd: answer about a move")
    defer { FailPoint.pass("dragd: answered about a move") }
    switch answer {
    case .done, .settled: call.acknowledge()
    case .moves(let moves, _):
      call.answer { call throws(BusError) in try UnacknowledgedMove.reply(to: call, moves) }
    case .outcome(let outcome):
      call.answer { call throws(BusError) in try outcome.reply(to: call) }
    case .open(let moves):
      call.answer { call throws(BusError) in try OpenMove.reply(to: call, moves) }
    case .refused(let why): call.refuse(why)
    }
  }

  // MARK: The source

  /// Asks the source whether an item can be moved away. The model has the deadline.
  func prepare(
    _ id: Identifier, offer: Identifier, _ source: SourceObject, item: Int, key: String
  ) {
    let prepare = PrepareCall(
      offer: offer, transfer: id, item: UInt32(clamping: item), key: key)
    FailPoint.pass("dragd: send Prepare")
    defer { FailPoint.pass("dragd: Prepare is sent") }
    call(
      source, { source throws(BusError) in try prepare.message(to: source) },
      then: { [context] failure in
        FailPoint.pass("dragd: Prepare is answered")
        context.handle(.prepared(id, failure.map(Self.refusal)))
      })
  }

  /// Tells the source to delete an item that was moved away.
  func deleteAtSource(
    _ id: Identifier, offer: Identifier, _ source: SourceObject, _ ended: Ended
  ) {
    let ended = EndedCall(offer: offer, transfer: id, ended)
    FailPoint.pass("dragd: send Ended")
    defer { FailPoint.pass("dragd: Ended is sent") }
    call(
      source, { source throws(BusError) in try ended.message(to: source) },
      then: { [context] failure in
        FailPoint.pass("dragd: Ended is answered")
        context.handle(.sourceDeleted(id, failure == nil))
      })
  }

  private func call(
    _ source: SourceObject, _ make: (SourceObject) throws(BusError) -> Message,
    then: @escaping (BusError?) -> Void
  ) {
    do throws(BusError) {
      _ = context.bus.call(try make(source), timeout: nil) { result in
        switch result {
        case .success: then(nil)
        case .failure(let error) where error.meansDisconnected: break
        case .failure(let error): then(error)
        }
      }
    } catch {
      context.loop.next { then(error) }
    }
  }

  private static func refusal(_ error: BusError) -> Rejection {
    guard !error.meansAbsence else {
      return Rejection(.sourceFailed, "the source left the bus before it had answered Prepare")
    }
    return Rejection(.sourceFailed, error.text)
  }
}
