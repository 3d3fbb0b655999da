internal import DBus
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import PeerIdentity

// Broker1.UnacknowledgedMoves, AcknowledgeMove, AcknowledgeOutcome, Outcome, OpenMoves and SettleMove, and the Accept of
// a move.

extension BrokerService {
  func unacknowledgedMoves(_ call: Call, _ message: Message) throws(Rejection) {
    let request = try UnacknowledgedMovesCall(message)
    try wait(call) { number in
      .claim(number, cookie: request.cookie, caller: Party(call.peer))
    }
  }

  func acknowledgeMove(_ call: Call, _ message: Message) throws(Rejection) {
    let request = try AcknowledgeMoveCall(message)
    try wait(call) { number in
      .acknowledgeMove(number, transfer: request.transfer, cookie: request.cookie)
    }
  }

  func acknowledgeOutcome(_ call: Call, _ message: Message) throws(Rejection) {
    let request = try MoveCall(.acknowledgeOutcome, message)
    try wait(call) { number in .acknowledgeOutcome(number, transfer: request.transfer) }
  }

  func outcome(_ call: Call, _ message: Message) throws(Rejection) {
    let request = try MoveCall(.outcome, message)
    // Whoever has called Finish before asking is not told that it has not.
    loop.runPostedWork()
    try wait(call) { number in .outcome(number, transfer: request.transfer) }
  }

  func openMoves(_ call: Call) {
    askForUser(call) { number, caller in .openMoves(number, caller: caller) }
  }

  func settleMove(_ call: Call, _ message: Message) throws(Rejection) {
    let request = try MoveCall(.settleMove, message)
    askForUser(call) { number, caller in
      .settleMove(number, transfer: request.transfer, caller: caller)
    }
  }

  private func askForUser(_ call: Call, _ event: @escaping (CallID, Party) -> Event) {
    peers.identify(call.peer) { [self] caller in
      call.attempt { () throws(Rejection) in try wait(call) { event($0, caller) } }
      rearm()
    }
  }

  /// Reserves what a plan wants to move; `then` accepts it when the ledger has noted that.
  func reserve(
    _ plan: AcceptPlan, _ ids: [Identifier], for call: Call,
    then: @escaping () throws(Rejection) -> Void
  ) throws(Rejection) {
    let attempt = try begin(call)
    let number = waitingCalls.number()
    let effects: [Effect]
    do throws(Rejection) {
      effects = try model.handle(.reserve(number, plan, transfers: ids), at: now)
    } catch {
      _ = end(attempt)
      throw error
    }
    reservations[number] = { [self] answer in
      let matters = end(attempt)
      call.attempt { () throws(Rejection) in
        do throws(Rejection) {
          if case .refused(let why) = answer { throw why }
          guard matters else { throw Rejection(.cancelled, "the caller has left the bus") }
          try then()
        } catch {
          happened(.unreserve(ids))
          throw error
        }
      }
      rearm()
    }
    perform(effects)
  }
}
