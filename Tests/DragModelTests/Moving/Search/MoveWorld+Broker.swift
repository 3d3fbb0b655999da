@testable import DragModel

// A message reaches the broker, and its shell acts.

extension MoveWorld {
  /// `offer`: which of the offers that have the item an Accept is for.
  mutating func deliver(inbox place: Int, offer: Int) {
    let connection = inboxes[place].connection
    let request = inboxes[place].requests.removeFirst()
    let caller = MoveNames.parties[connection]
    let waiting = Waiting(connection: connection, request: request)
    switch request {
    case .claim:
      ask(waiting, .claim(waiting.call, cookie: MoveNames.cookie, caller: caller))
    case .offer(let slot, let items):
      offered(slot, items, by: connection)
    case .acknowledgeMove(let id):
      let transfer = MoveNames.transfer(id)
      ask(waiting, .acknowledgeMove(waiting.call, transfer: transfer, cookie: MoveNames.cookie))
    case .accept(let id, let item):
      accepted(waiting, id, item, offer: offer)
    case .finish(let id):
      ask(
        waiting,
        .finish(
          waiting.call, transfer: MoveNames.transfer(id), caller: caller.peer,
          hasUnreadStream: false))
    case .cancel(let id):
      // Its answer tells no more than that of Finish.
      happened(.cancel(transfer: MoveNames.transfer(id), caller: caller.peer, reason: ""))
    case .outcome(let id):
      ask(waiting, .outcome(waiting.call, transfer: MoveNames.transfer(id)))
    case .acknowledgeOutcome(let id):
      ask(waiting, .acknowledgeOutcome(waiting.call, transfer: MoveNames.transfer(id)))
    case .prepared(let id, let isThere):
      let refusal = isThere ? nil : Rejection(.sourceFailed, "")
      happened(.prepared(MoveNames.transfer(id), refusal))
    case .deleted(let id, let hasDeleted):
      happened(.sourceDeleted(MoveNames.transfer(id), hasDeleted))
    case .left:
      inboxes.remove(at: place)
      happened(.peerLeft(caller.peer, unread: []))
      while broker.hasDepartures { happened(.continueDeparture) }
    }
  }

  /// Gives the model a call that it answers later.
  private mutating func ask(_ call: Waiting, _ event: Event) {
    waiting.append(call)
    do throws(Rejection) {
      perform(try handle(event))
    } catch {
      guard let call = answered(call.call) else { return }
      refuse(call, error)
    }
  }

  mutating func happened(_ event: Event) {
    if let effects = try? handle(event) { perform(effects) }
  }

  private mutating func offered(_ slot: UInt8, _ items: UInt8, by connection: Int) {
    let event = Event.offer(
      id: MoveNames.offers[connection * MoveNames.lives + Int(slot)],
      owner: MoveNames.parties[connection],
      items: items.members.map { MoveNames.items[Int($0)] }, options: MoveNames.offerOptions)
    do throws(Rejection) {
      perform(try handle(event))
      send(.offered(isBusy: false), to: connection)
    } catch {
      send(.offered(isBusy: true), to: connection)
    }
  }

  /// The offers that have an item, oldest first.
  func offers(with item: UInt8) -> [Identifier] {
    broker.offers.values.filter { $0.index(ofKey: MoveNames.keys[Int(item)]) != nil }
      .map(\.id).sorted()
  }

  private mutating func accepted(_ call: Waiting, _ id: UInt8, _ item: UInt8, offer: Int) {
    waiting.append(call)
    do throws(Rejection) {
      let offers = offers(with: item)
      guard offer < offers.count,
        let index = broker.offers[offers[offer]]?.index(ofKey: MoveNames.keys[Int(item)])
      else { throw Rejection(.noSuchOffer, "") }
      let owner = broker.offers[offers[offer]]?.owner.peer ?? Peer("")
      let plan = try plan(of: owner) { broker throws(Rejection) in
        try broker.plan(
          offer: offers[offer], items: [UInt32(index)], types: MoveNames.anyType,
          options: MoveNames.acceptOptions, for: MoveNames.parties[call.connection],
          hierarchy: NoHierarchy())
      }
      let effects = try handle(.reserve(call.call, plan, transfers: [MoveNames.transfer(id)]))
      plans.append((id, call.connection, plan))
      perform(effects)
    } catch {
      guard let call = answered(call.call) else { return }
      send(.acceptRefused(id, isUnused: true), to: call.connection)
    }
  }

  /// The ledger has recorded the reservation of a move, or refused it.
  private mutating func reserveAnswered(_ call: CallID, _ refusal: Rejection?) {
    guard let accept = answered(call), case .accept(let id, _) = accept.request,
      let place = plans.firstIndex(where: { $0.transfer == id })
    else { return }
    let plan = plans.remove(at: place).plan
    let ids = [MoveNames.transfer(id)]
    do throws(Rejection) {
      if let refusal { throw refusal }
      guard inboxes.contains(where: { $0.connection == accept.connection }) else {
        throw Rejection(.cancelled, "the caller has left the bus")
      }
      let effects = try handle(.accept(plan, transfers: ids))
      send(.accepted(id), to: accept.connection)
      perform(effects)
    } catch {
      happened(.unreserve(ids))
      send(.acceptRefused(id, isUnused: false), to: accept.connection)
    }
  }

  // MARK: Effects

  mutating func perform(_ effects: [Effect]) {
    for effect in effects {
      switch effect {
      case .ledger(let request):
        enqueue(request)
      case .answerReserve(let call, let refusal):
        reserveAnswered(call, refusal)
      case .prepare(let transfer, _, _, _, _) where !asksSource:
        happened(.prepared(transfer, nil))
      case .prepare(let transfer, _, let source, _, let key):
        send(
          .prepare(MoveNames.number(of: transfer), item: MoveNames.item(key)),
          to: MoveNames.connection(source.peer))
      case .endedMove(let transfer, _, let source, let ended):
        send(
          .ended(MoveNames.number(of: transfer), item: MoveNames.item(ended.key)),
          to: MoveNames.connection(source.peer))
      case .answerMoving(let call, let answer):
        if let call = answered(call) { self.answer(call, answer) }
      case .answerFinish(let call, let outcome):
        guard let call = answered(call), case .finish(let id) = call.request else { continue }
        switch outcome {
        case .success: send(.finished(id, .kept), to: call.connection)
        case .failure(let why): send(.finished(id, FinishReply(why)), to: call.connection)
        }
      case .released(_, let source, .replaced):
        send(.released, to: MoveNames.connection(source.peer))
      case .released, .listed, .unlisted, .offerChanged, .offerEnded, .unlistWhenWritten, .dispose,
        .start, .provide,
        .answerReceive, .giveRoom, .refuseReceive, .verify, .notify, .ended, .stop, .record,
        .targetAdded,
        .targetRemoved, .targetChanged, .askTarget, .performDrop, .leaveTarget, .answerProposal,
        .answerDrop, .refuseDrop, .forwardFailure:
        break
      }
    }
  }

  private mutating func answer(_ call: Waiting, _ answer: LedgerAnswer) {
    switch (call.request, answer) {
    case (.claim, .moves(let moves, _)):
      let listed = moves.map {
        ListedMove(transfer: MoveNames.number(of: $0.transfer), item: MoveNames.item($0.key))
      }
      send(.claimed(listed), to: call.connection)
    case (.acknowledgeMove(let id), .done):
      send(.moveAcknowledged(id), to: call.connection)
    case (.outcome(let id), .outcome(let outcome)):
      send(.outcome(id, outcome), to: call.connection)
    case (.acknowledgeOutcome(let id), .done):
      send(.outcomeAcknowledged(id, true), to: call.connection)
    case (_, .refused(let why)):
      refuse(call, why)
    case (_, .done), (_, .moves), (_, .outcome), (_, .open), (_, .settled):
      defect = MoveViolation(.locked, "\(call.request) was answered with \(answer)")
    }
  }

  private mutating func refuse(_ call: Waiting, _ why: Rejection) {
    switch call.request {
    case .claim: send(.claimRefused, to: call.connection)
    case .finish(let id): send(.finished(id, FinishReply(why)), to: call.connection)
    case .acknowledgeOutcome(let id): send(.outcomeAcknowledged(id, false), to: call.connection)
    case .acknowledgeMove(let id): send(.acknowledgementRefused(id), to: call.connection)
    case .offer, .accept, .cancel, .outcome, .prepared, .deleted, .left:
      defect = MoveViolation(.locked, "\(call.request) was refused: \(why.message)")
    }
  }

  // MARK: The ledger

  /// Requests without an answer are served together with those before them.
  private mutating func enqueue(_ request: LedgerRequest) {
    requests.append(request)
    serveUnawaited()
  }

  private mutating func serveUnawaited() {
    while writing == nil, let request = requests.first {
      switch request {
      case .abandon, .unclaim, .unlist: serve()
      case .acknowledgeMove, .claim, .reserve, .commit,
        .acknowledgeOutcome, .outcome, .openMoves, .settleMove:
        return
      }
    }
  }

  /// The ledger serves the next request, up to the sync that it may need.
  mutating func serveLedger() {
    serve()
    serveUnawaited()
  }

  private mutating func serve() {
    let request = requests.removeFirst()
    let decision = decide(request)
    guard decision.isDurable, !decision.entries.isEmpty else {
      record(decision.entries)
      return answered(request, decision.answer)
    }
    writing = Writing(request: request, entries: decision.entries, answer: decision.answer)
    if setup.powerCuts > 0 { unsynced += decision.entries }
  }

  /// The entries that are being written have reached the disk.
  mutating func sync() {
    guard let done = writing else { return }
    writing = nil
    for entry in done.entries { setup.rules.apply(entry, to: &ledger) }
    if setup.powerCuts > 0 {
      for entry in unsynced { setup.rules.apply(entry, to: &safe) }
      unsynced = []
    }
    answered(done.request, done.answer)
    serveUnawaited()
  }

  /// The write has failed and left nothing.
  mutating func failToWrite() {
    guard let failed = writing else { return }
    writing = nil
    if setup.powerCuts > 0 { unsynced.removeLast(failed.entries.count) }
    answered(failed.request, .refused(Rejection(.storageFull, "")))
    serveUnawaited()
  }

  /// The shell takes a write with an unknown result for a failed one; the record is on the disk.
  mutating func treatDoubtAsFailure() {
    guard let doubtful = writing else { return }
    hidden += doubtful.entries
    failToWrite()
  }

  private mutating func record(_ entries: [LedgerEntry]) {
    for entry in entries { setup.rules.apply(entry, to: &ledger) }
    if setup.powerCuts > 0 { unsynced += entries }
  }

  private mutating func answered(_ request: LedgerRequest, _ answer: LedgerAnswer) {
    switch request {
    case .abandon, .unclaim, .unlist: break
    case .acknowledgeMove, .claim, .reserve, .commit, .acknowledgeOutcome,
      .outcome, .openMoves, .settleMove:
      happened(.ledgerAnswered(request, answer))
    }
  }

  /// The ledger answers a question although a commit is being written.
  mutating func overtake() {
    let request = requests.removeFirst()
    let decision = decide(request)
    record(decision.entries)
    answered(request, decision.answer)
  }

  /// Whether the next request could be answered before what is being written.
  var canOvertake: Bool {
    guard !setup.partyRules.contains(.answersInOrder), writing != nil else { return false }
    switch requests.first {
    case .claim, .outcome: return true
    case .reserve, .abandon, .unclaim, .commit, .unlist, .acknowledgeMove, .acknowledgeOutcome,
      .openMoves, .settleMove, nil:
      return false
    }
  }
}
