package import DragModel
internal import DragSystem

extension BrokerConnection {
  /// Asks what became of a move until that is decided, and gives nil when it has not been within so many
  /// milliseconds. A dragd that goes away meanwhile is asked again when it is back.
  ///
  /// Blocks. Throws what asking again does not mend: no bus, or records that dragd cannot read.
  ///
  /// - Parameter awaitsBroker: whether to ask again, too, when there is no dragd: whoever was talking to one can
  ///   expect it back.
  package func settledOutcome(
    of transfer: Identifier, within milliseconds: Int, awaitsBroker: Bool
  ) throws(DragError) -> SettledOutcome? {
    let end = Clock.monotonic + UInt64(max(milliseconds, 0)) * 1000
    var pause = 5
    while true {
      let left = Int(clamping: (max(end, Clock.monotonic) - Clock.monotonic) / 1000)
      let failure: DragError?
      do throws(DragError) {
        FailPoint.pass("destination: ask Outcome")
        let outcome = try perform(.outcome(of: transfer), timeout: max(left, 1000))
        FailPoint.pass("destination: Outcome answered")
        if let settled = outcome.settled { return settled }
        failure = nil
      } catch {
        guard error.isPassing || awaitsBroker && error.code == .noBroker else { throw error }
        failure = error
      }
      guard Clock.monotonic < end else {
        if let failure { throw failure }
        return nil
      }
      Rest.milliseconds(pause)
      pause = min(pause * 2, 200)
    }
  }

  /// Tells dragd that the destination has the item for good, or has dropped it.
  package func settle(
    _ transfer: Identifier, timeout milliseconds: Int?
  ) throws(DragError) {
    FailPoint.pass("destination: send AcknowledgeOutcome")
    try perform(.acknowledgeOutcome(transfer), timeout: milliseconds)
    FailPoint.pass("destination: AcknowledgeOutcome answered")
  }
}

extension DragError {
  /// Another try may go better: dragd went away or was busy.
  var isPassing: Bool {
    switch code {
    case .noReply, .broker(.busy): true
    case .broker, .noSessionBus, .noBroker, .disconnected, .deniedByBus, .unsupported,
      .malformedReply, .other:
      false
    }
  }
}
