package import DragModel
internal import DragSystem

// Drives the two sides of a move on a thread that may block.

extension BrokerConnection {
  /// Performs the present step of a completion if it calls dragd or waits. The caller performs the steps that handle
  /// the item.
  ///
  /// - Parameters:
  ///   - finishing: milliseconds that Finish may take.
  ///   - timeout: milliseconds that AcknowledgeOutcome may take; Outcome may take as long as the completion allows.
  package func perform(
    _ completion: MoveCompletion, finishing: Int, timeout: Int
  ) -> MoveCompletion.Event {
    let transfer = completion.move.transfer
    do throws(RequestError) {
      switch completion.step {
      case .finish:
        FailPoint.pass("destination: send Finish")
        return .finished(try perform(.finish(transfer), timeout: finishing))
      case .askOutcome:
        FailPoint.pass("destination: ask Outcome")
        let timeout = max(completion.timeLeft(at: Clock.monotonic), 1_000)
        let outcome = try outcome(of: completion.move, timeout: timeout)
        FailPoint.pass("destination: Outcome answered")
        return .told(outcome)
      case .acknowledge:
        FailPoint.pass("destination: send AcknowledgeOutcome")
        try perform(.acknowledgeOutcome(transfer), timeout: timeout)
        FailPoint.pass("destination: AcknowledgeOutcome answered")
        return .performed
      case .pause(let milliseconds):
        Sleep.milliseconds(milliseconds)
        return .performed
      case .keep, .discard, .forget, .end:
        return .performed
      }
    } catch {
      return .failed(error)
    }
  }

  /// Claims a cookie; see `CookieClaim`. Each call blocks at most `milliseconds` (nil: for ever).
  ///
  /// - Parameter delete: durably deletes the item of a move; returns nil when it is deleted, now or before, otherwise
  ///   the reason why not.
  /// - Returns: the moves whose items could not be deleted, and why; dragd lists them again.
  package func claim(
    _ cookie: String, timeout milliseconds: Int?, delete: (UnacknowledgedMove) -> Refusal?
  ) throws(RequestError) -> [Undeleted] {
    var claim = CookieClaim()
    while true {
      switch claim.step {
      case .ask:
        FailPoint.pass("source: ask UnacknowledgedMoves")
        let moves = try perform(.unacknowledgedMoves(cookie: cookie), timeout: milliseconds)
        FailPoint.pass("source: UnacknowledgedMoves answered")
        claim.follow(.told(moves))
      case .delete(let move):
        claim.follow(delete(move).map { .refused($0) } ?? .performed)
      case .acknowledge(let move):
        FailPoint.pass("source: send AcknowledgeMove")
        try perform(.acknowledgeMove(move.transfer, cookie: cookie), timeout: milliseconds)
        FailPoint.pass("source: AcknowledgeMove answered")
        claim.follow(.performed)
      case .end:
        return claim.undeleted
      }
    }
  }
}
