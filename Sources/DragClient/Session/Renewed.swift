internal import DragConnection
internal import DragModel

/// What a client has at dragd, across restarts of dragd.
protocol Renewed: AnyObject, Sendable {
  func updateRenewal<Result>(_ body: (inout Renewal) -> Result) -> Result
}

extension Renewed {
  var id: Identifier? { updateRenewal { $0.id } }
  var isOver: Bool { updateRenewal { $0.isOver } }

  /// Milliseconds for a request to dragd. When it asks again, nobody waits for the answer, and a slow dragd may have it
  /// at any time, under an identifier that the client would not learn. If that dragd ends, the bus says so.
  var timeout: Int? { updateRenewal { $0.hasSucceeded } ? nil : Session.usualTimeout }

  /// Marks it as over, before its listeners learn of it.
  func stop() { updateRenewal { $0.stop() } }

  /// Whether to call `renew` for a dragd that has appeared.
  func brokerAppeared(_ owner: String) -> Bool { updateRenewal { $0.brokerAppeared(owner) } }

  /// Asks dragd for it, again as `Renewal` says.
  ///
  /// - Throws: why it is over.
  func renew(
    _ ask: () async throws(DragError) -> Void
  ) async throws(DragError) -> Renewal.Step {
    while true {
      let step: Renewal.Step
      do throws(DragError) {
        try await ask()
        step = updateRenewal { $0.succeeded() }
      } catch {
        let reason = Renewal.Reason(RequestError(error))
        step = updateRenewal { $0.failed(reason) }
        if step == .end { throw error }
      }
      if step != .ask { return step }
    }
  }
}
