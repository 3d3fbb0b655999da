internal import DragConnection
internal import DragModel
internal import DragSystem

/// The second phase of a move, at either side.
extension Session {
  /// Milliseconds that a move waits for its outcome.
  private static let timeout = 30_000

  // MARK: Destinations

  /// The ledger that has the moves which this connection accepts now.
  func ledger() async throws(DragError) -> Identifier? {
    try await ask { engine, done in
      engine.connection.ledger(timeout: Self.usualTimeout) { answer in
        done(answer.mapError { DragError($0) })
      }
    }
  }

  func outcome(of move: NotedMove) async throws(DragError) -> ToldOutcome {
    try await ask { engine, done in
      engine.connection.outcome(of: move, timeout: Self.usualTimeout) { answer in
        done(answer.mapError { DragError($0) })
      }
    }
  }

  func finishMove(
    _ move: NotedMove, _ journal: some MoveJournal
  ) async -> Result<Void, DragError> {
    do throws(DragError) {
      switch try await complete(move, isRecovery: false, journal) {
      case .kept: return .success(())
      case .discarded(let error): return .failure(Self.notMoved(move, error))
      case .undecided(let error): return .failure(Self.undecided(move, error))
      case .unrecorded: return .failure(Self.unrecorded(move))
      }
    } catch {
      return .failure(error)
    }
  }

  /// Settles an earlier move; true when the item is here.
  func recover(
    _ transfer: TransferID, _ journal: some MoveJournal
  ) async throws(DragError) -> Bool {
    guard let move = NotedMove(transfer.rawValue) else {
      throw DragError(.invalidArguments, "“\(transfer.rawValue)” is not the id of a transfer")
    }
    switch try await complete(move, isRecovery: true, journal) {
    case .kept: return true
    case .discarded: return false
    case .undecided(let error): throw Self.undecided(move, error)
    case .unrecorded: throw Self.unrecorded(move)
    }
  }

  private static func notMoved(_ move: NotedMove, _ error: RequestError?) -> DragError {
    error.map { DragError($0) }
      ?? DragError(.cancelled, "transfer \(move.transfer) has not moved its item")
  }

  private static func undecided(_ move: NotedMove, _ error: RequestError?) -> DragError {
    let transfer = move.transfer
    guard let error = error.map({ DragError($0) }) else {
      return DragError(.undecided, "dragd has not decided yet whether move \(transfer) happens")
    }
    return DragError(
      .undecided, "the outcome of move \(transfer) is unknown: \(error.message)",
      cause: error.cause)
  }

  private static func unrecorded(_ move: NotedMove) -> DragError {
    DragError(
      .unrecorded,
      "dragd has other records than those of move \(move.transfer), so nobody knows whether it happened: the user has "
        + "to say whether its item is kept")
  }

  /// Completes a move. When the item is permanent, the caller does not wait for the rest: a task of its own
  /// acknowledges the move later if dragd does not answer now.
  private func complete(
    _ move: NotedMove, isRecovery: Bool, _ journal: some MoveJournal
  ) async throws(DragError) -> MoveCompletion.Conclusion {
    var completion = MoveCompletion(
      of: move, isRecovery: isRecovery,
      times: .init(outcome: Self.timeout, acknowledgement: Self.timeout, awaitsBroker: true),
      at: Clock.monotonic)
    while completion.step != .end {
      if case .pause = completion.step, case .kept? = completion.conclusion {
        let rest = completion
        Task { try? await drive(rest, journal) }
        break
      }
      try await perform(&completion, journal)
    }
    return completion.conclusion ?? .undecided(nil)
  }

  private func drive(
    _ completion: MoveCompletion, _ journal: some MoveJournal
  ) async throws(DragError) {
    var completion = completion
    while completion.step != .end { try await perform(&completion, journal) }
  }

  /// Performs a step. Throws the journal's errors while the item is not permanent yet.
  private func perform(
    _ completion: inout MoveCompletion, _ journal: some MoveJournal
  ) async throws(DragError) {
    let event: MoveCompletion.Event
    do {
      event = try await act(on: completion, journal)
    } catch let error as DragError where completion.step.isCall {
      event = .failed(RequestError(error))
    } catch {
      switch completion.step {
      case .discard where !completion.isRecovery: event = .performed
      case .forget: event = .performed
      default: throw DragError(thrown: error)
      }
    }
    completion.follow(event, at: Clock.monotonic)
  }

  private func act(
    on completion: MoveCompletion, _ journal: some MoveJournal
  ) async throws -> MoveCompletion.Event {
    let (move, transfer) = (completion.move, completion.move.transfer)
    let id = TransferID(move)
    switch completion.step {
    case .finish:
      FailPoint.pass("destination: send Finish")
      let result = try await call(timeout: nil) { () throws(RequestError) in
        try .finish(transfer)
      }
      FailPoint.pass("destination: Finish answered")
      return .finished(result)
    case .askOutcome:
      FailPoint.pass("destination: ask Outcome")
      let outcome = try await outcome(of: move)
      FailPoint.pass("destination: Outcome answered")
      return .told(outcome)
    case .acknowledge:
      FailPoint.pass("destination: send AcknowledgeOutcome")
      try await call { () throws(RequestError) in try .acknowledgeOutcome(transfer) }
      FailPoint.pass("destination: AcknowledgeOutcome answered")
    case .pause(let milliseconds):
      try await Task.sleep(for: .milliseconds(milliseconds))
    case .keep:
      try await journal.makePermanent(id)
    case .discard:
      try await journal.discard(id)
    case .forget:
      // Discarding has removed the id.
      if case .kept? = completion.conclusion { try await journal.forget(id) }
    case .end:
      break
    }
    return .performed
  }

  // MARK: Sources

  /// Claims a cookie, unless this connection has it at this dragd, and deletes items that have moved away.
  ///
  /// - Parameter timeout: milliseconds for each call; nil for ever.
  /// - Returns: the keys of the deleted items.
  @discardableResult
  func claim(
    _ source: MoveSource, again: Bool = false, timeout: Int? = usualTimeout
  ) async throws(DragError) -> Set<String> {
    let cookie = source.cookie
    let isClaimed = try await ask { engine, done in done(.success(engine.hasClaimed(cookie))) }
    guard again || !isClaimed else { return [] }
    var deleted: Set<String> = []
    while true {
      let (keys, broker) = try await deleteMoved(of: source, timeout: timeout)
      deleted.formUnion(keys)
      let isRecorded = try await ask { [deleted] engine, done in
        done(.success(engine.claimed(source, deleted: deleted, at: broker)))
      }
      // Otherwise another dragd has come, and the former one may have committed moves after its last list.
      if isRecorded { return deleted }
    }
  }

  /// Deletes the items that have moved away, until dragd lists no more.
  ///
  /// - Returns: their keys, and the dragd that gave the last list.
  private func deleteMoved(
    of source: MoveSource, timeout: Int?
  ) async throws(DragError) -> (keys: Set<String>, broker: String?) {
    let cookie = source.cookie
    var claim = CookieClaim()
    var broker: String?
    var failure: DragError?
    while claim.step != .end {
      switch claim.step {
      case .ask:
        FailPoint.pass("source: ask UnacknowledgedMoves")
        let answer = try await ask { engine, done in
          engine.perform(timeout: timeout) { () throws(RequestError) in
            try .unacknowledgedMoves(cookie: cookie)
          } then: { answer in
            // A change of the owner comes before whatever the new owner answers.
            done(answer.map { (moves: $0, broker: engine.connection.owner) })
          }
        }
        FailPoint.pass("source: UnacknowledgedMoves answered")
        broker = answer.broker
        claim.follow(.told(answer.moves))
      case .delete(let move):
        do {
          try await source.delete(move.key)
          claim.follow(.performed)
        } catch {
          let error = DragError(thrown: error)
          failure = failure ?? error
          claim.follow(.refused(Refusal(error.message)))
        }
      case .acknowledge(let move):
        FailPoint.pass("source: send AcknowledgeMove")
        try await call(timeout: timeout) { () throws(RequestError) in
          try .acknowledgeMove(move.transfer, cookie: cookie)
        }
        FailPoint.pass("source: AcknowledgeMove answered")
        claim.follow(.performed)
      case .end:
        break
      }
    }
    if let failure { throw failure }
    return (claim.deleted, broker)
  }
}

extension MoveCompletion.Step {
  fileprivate var isCall: Bool {
    switch self {
    case .finish, .askOutcome, .acknowledge: true
    case .pause, .keep, .discard, .forget, .end: false
    }
  }
}
