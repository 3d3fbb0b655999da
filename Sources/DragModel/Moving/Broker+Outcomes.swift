// The outcome of a move, and the acknowledgements of both sides.

extension Broker {
  /// Answers Outcome. A move that is not decided is aborted first, so that no answer ever changes.
  mutating func outcome(_ call: CallID, of id: Identifier, at now: Instant) -> [Effect] {
    var effects: [Effect] = []
    switch transfers[id]?.moveDecision {
    case .deciding:
      return [.answerMoving(call, .outcome(.pending))]
    case .undecided:
      effects = step(id, at: now) {
        $0.abort(Rejection(.cancelled, "Outcome was called before the move was decided"))
      }
    case .decided, nil:
      break
    }
    return effects + [.ledger(.outcome(call, transfer: id))]
  }

  /// The destination has made the item permanent, or has discarded what it had of it.
  mutating func acknowledgeOutcome(
    _ call: CallID, of id: Identifier, at now: Instant
  ) throws(Rejection) -> [Effect] {
    var effects: [Effect] = []
    switch transfers[id]?.moveDecision {
    case .deciding:
      throw Rejection(
        .busy, "Finish of transfer \(id) has not been answered: wait for it, or ask for Outcome")
    case .undecided:
      effects = step(id, at: now) {
        $0.abort(Rejection(.cancelled, "the destination discarded it"))
      }
    case .decided, nil:
      break
    }
    return effects + [.ledger(.acknowledgeOutcome(call, transfer: id))]
  }

  /// Asks the ledger about the moves of others, which no sandboxed program may see or settle.
  func askAsUser(
    _ request: LedgerRequest, caller: Party
  ) throws(Rejection) -> [Effect] {
    guard !caller.isSandboxed else {
      throw Rejection(
        .accessDenied,
        "only programs that are known to run outside of a sandbox may see and settle others' moves")
    }
    return [.ledger(request)]
  }

  /// Passes the ledger's answer to the step that asked.
  mutating func ledgerAnswered(
    _ request: LedgerRequest, _ answer: LedgerAnswer, at now: Instant
  ) -> [Effect] {
    switch request {
    case .claim(let call, let cookie, let number):
      return claimAnswered(call, cookie: cookie, number: number, answer)
    case .reserve(let call, let records, _):
      return reserveAnswered(call, records, answer)
    case .commit(let record, let isListed):
      return commitAnswered(record, isListed: isListed, answer, at: now)
    case .acknowledgeMove(let call, let id, let cookie):
      if answer == .done {
        moves.forget(id)
        moves.claims[cookie]?.recordAcknowledgement(id)
      }
      return call.map { [.answerMoving($0, answer)] } ?? []
    case .acknowledgeOutcome(let call, _), .outcome(let call, _):
      return [.answerMoving(call, answer)]
    case .openMoves(let call):
      return [.answerMoving(call, answer)]
    case .settleMove(let call, _):
      if case .settled(let transfer) = answer {
        moves.forget(transfer)
        for cookie in moves.claims.keys { moves.claims[cookie]?.recordAcknowledgement(transfer) }
      }
      return [.answerMoving(call, answer)]
    case .abandon, .unclaim, .unlist:
      return []  // No call waits for these.
    }
  }
}
