internal import DBus
internal import DragModel
internal import DragProtocol
internal import DragSystem

// Broker1.UnacknowledgedMoves, AcknowledgeMove, AcknowledgeOutcome and Outcome, and the Accept of a
// move.

extension BrokerService {
  func unacknowledgedMoves(_ call: Call) throws(Rejection) {
    let request = try UnacknowledgedMovesCall(call.message)
    try ask(call) { number in
      .claim(number, cookie: request.cookie, caller: Party(call.peer))
    }
  }

  func acknowledgeMove(_ call: Call) throws(Rejection) {
    let request = try AcknowledgeMoveCall(call.message)
    try ask(call) { number in
      .acknowledgeMove(number, transfer: request.transfer, cookie: request.cookie)
    }
  }

  func acknowledgeOutcome(_ call: Call) throws(Rejection) {
    let request = try AcknowledgeOutcomeCall(call.message)
    try ask(call) { number in .acknowledgeOutcome(number, transfer: request.transfer) }
  }

  func outcome(_ call: Call) throws(Rejection) {
    let request = try OutcomeCall(call.message)
    // Whoever has called Finish before asking is not told that it has not.
    loop.catchUp()
    try ask(call) { number in .outcome(number, transfer: request.transfer) }
  }

  /// Puts something before the model that the ledger will have to say something about.
  private func ask(_ call: Call, _ event: (CallID) -> Event) throws(Rejection) {
    let number = wait(call)
    do throws(Rejection) {
      perform(try model.handle(event(number), at: now))
    } catch {
      waitingCalls[number] = nil
      throw error
    }
  }

  /// Reserves what a plan wants to move; `then` accepts it when the ledger has noted that.
  func reserve(
    _ plan: AcceptPlan, _ ids: [Identifier], for call: Call,
    then: @escaping () throws(Rejection) -> Void
  ) throws(Rejection) {
    lastCall += 1
    let number = CallID(lastCall)
    let effects = try model.handle(.reserve(number, plan, transfers: ids), at: now)
    let attempt = begin(call)
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
