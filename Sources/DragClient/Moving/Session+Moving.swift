internal import DragConnection
internal import DragModel
internal import DragSystem

/// The second phase of a move, at either side.
extension Session {
  /// How long a move waits to hear what has become of it.
  private static let patience = Duration.seconds(30)

  // MARK: Destinations

  func finishMove(
    _ transfer: Identifier, _ journal: some MoveJournal
  ) async -> Result<Void, DragError> {
    do throws(DragError) {
      do throws(DragError) {
        FailPoint.pass("destination: send Finish")
        let _ = try await call(timeout: nil) { () throws(ConnectionError) in
          try .finish(transfer)
        }
        FailPoint.pass("destination: Finish answered")
      } catch {
        try await settle(transfer, after: error, journal)
        return .success(())
      }
      try await keep(transfer, journal)
      return .success(())
    } catch {
      return .failure(error)
    }
  }

  /// Finish has failed: either that means that the item stays with its source, or nobody knows.
  private func settle(
    _ transfer: Identifier, after error: DragError, _ journal: some MoveJournal
  ) async throws(DragError) {
    if error.abortsMove {
      try? await journal.discard(TransferID(transfer))
      throw error
    }
    switch try await outcome(of: transfer, within: Self.patience) {
    case .committed: try await keep(transfer, journal)
    case .aborted:
      try? await journal.discard(TransferID(transfer))
      throw error
    }
  }

  /// The item is this program's.
  private func keep(_ transfer: Identifier, _ journal: some MoveJournal) async throws(DragError) {
    do {
      try await journal.makePermanent(TransferID(transfer))
    } catch {
      throw DragError(thrown: error)
    }
    // The item is permanent, so nobody has to wait for the rest.
    if await acknowledge(transfer, journal) != nil {
      Task { await acknowledgeAgain(transfer, journal) }
    }
  }

  /// Nil when dragd knows that the item is here, and its id is forgotten.
  private func acknowledge(
    _ transfer: Identifier, _ journal: some MoveJournal
  ) async -> DragError? {
    do {
      FailPoint.pass("destination: send AcknowledgeOutcome")
      try await call { () throws(ConnectionError) in try .acknowledgeOutcome(transfer) }
      FailPoint.pass("destination: AcknowledgeOutcome answered")
      try await journal.forget(TransferID(transfer))
      return nil
    } catch {
      return DragError(thrown: error)
    }
  }

  /// dragd was killed before it could answer: the next one is told. What fails for long is left to the next recovery.
  private func acknowledgeAgain(_ transfer: Identifier, _ journal: some MoveJournal) async {
    let end = ContinuousClock.now + Self.patience
    var pause = Duration.milliseconds(5)
    while ContinuousClock.now < end {
      try? await Task.sleep(for: pause)
      guard let error = await acknowledge(transfer, journal), error.isPassing else { return }
      pause = min(pause * 2, .milliseconds(200))
    }
  }

  /// Asks what became of a move until that is decided, also of a dragd that has to start first.
  private func outcome(
    of transfer: Identifier, within limit: Duration
  ) async throws(DragError) -> SettledOutcome {
    let end = ContinuousClock.now + limit
    var pause = Duration.milliseconds(5)
    while true {
      var doubt = DragError(.undecided, "dragd has not decided yet what becomes of \(transfer)")
      do throws(DragError) {
        FailPoint.pass("destination: ask Outcome")
        let outcome = try await call { () throws(ConnectionError) in try .outcome(of: transfer) }
        FailPoint.pass("destination: Outcome answered")
        if let settled = outcome.settled { return settled }
      } catch {
        doubt = DragError(
          .undecided, "what has become of \(transfer) is not known: \(error.message)",
          cause: error.cause)
        guard error.isPassing else { throw doubt }
      }
      guard ContinuousClock.now < end else { throw doubt }
      try? await Task.sleep(for: pause)
      if Task.isCancelled { throw .cancelledTask }
      pause = min(pause * 2, .milliseconds(200))
    }
  }

  /// Settles one move of an earlier time; true when the item is here.
  func recover(
    _ transfer: TransferID, _ journal: some MoveJournal
  ) async throws(DragError) -> Bool {
    guard let id = Identifier(transfer.rawValue) else {
      throw DragError(.invalidArguments, "“\(transfer.rawValue)” is not the id of a transfer")
    }
    switch try await outcome(of: id, within: Self.patience) {
    case .committed:
      try await keep(id, journal)
      return true
    case .aborted:
      do {
        try await journal.discard(transfer)
      } catch {
        throw DragError(thrown: error)
      }
      return false
    }
  }

  // MARK: Sources

  /// Takes a cookie over, if this connection does not have it at this dragd, and deletes what has moved away.
  ///
  /// - Returns: the keys of what was deleted.
  @discardableResult
  func claim(
    _ source: MoveSource, again: Bool = false
  ) async throws(DragError) -> Set<String> {
    let cookie = source.cookie
    let isClaimed = try await ask { engine, done in done(.success(engine.hasClaimed(cookie))) }
    guard again || !isClaimed else { return [] }
    var keys: Set<String> = []
    while true {
      FailPoint.pass("source: ask UnacknowledgedMoves")
      let moves = try await call { () throws(ConnectionError) in
        try .unacknowledgedMoves(cookie: cookie)
      }
      FailPoint.pass("source: UnacknowledgedMoves answered")
      // One answer lists the oldest only.
      if moves.isEmpty { break }
      for move in moves {
        do {
          try await source.delete(move.key)
        } catch {
          throw DragError(thrown: error)
        }
        FailPoint.pass("source: send AcknowledgeMove")
        try await call { () throws(ConnectionError) in
          try .acknowledgeMove(move.transfer, cookie: cookie)
        }
        FailPoint.pass("source: AcknowledgeMove answered")
        keys.insert(move.key)
      }
    }
    let deleted = keys
    run { $0.claimed(source, deleted: deleted) }
    return keys
  }
}

extension DragError {
  /// Another try may go better: dragd has gone, or is busy.
  fileprivate var isPassing: Bool { [.noReply, .noBroker, .busy].contains(code) }

  /// As dragd's answer to Finish: whether it means for certain that the item stays with its source.
  fileprivate var abortsMove: Bool {
    guard case .bus? = cause else { return false }
    return [.truncated, .stalled, .changed, .cancelled, .sourceFailed, .storageFull].contains(code)
  }
}
