internal import DragConnection
internal import DragModel
internal import DragProtocol

extension OfferedItem {
  /// Moves the item here: afterwards its source has it no more, and it exists exactly once, whoever is killed when.
  ///
  /// - Parameters:
  ///   - types: patterns, best first; empty for the source's best.
  ///   - journal: where pending moves are noted.
  ///   - options: how long to wait.
  ///   - storing: stores the content durably, as pending under the transfer's id.
  /// - Returns: what `storing` has returned, once the item is permanent.
  /// - Throws: as ``Loading/move(journal:storing:)``.
  public func move<Value: Sendable>(
    _ types: [String] = [], journal: some MoveJournal,
    options: LoadingOptions = LoadingOptions(),
    storing: (LoadedRepresentation, TransferID) async throws -> Value
  ) async throws(DragError) -> Value {
    try await loading(types, options: options).move(journal: journal, storing: storing)
  }
}

extension Loading {
  /// Moves the item here: afterwards its source has it no more, and it exists exactly once, whoever is killed when.
  ///
  /// Once `storing` has returned, cancelling the task has no effect any more. Call ``DragClient/recover(journal:)`` at
  /// the start of the program, for what was pending at its last end.
  ///
  /// - Parameters:
  ///   - journal: where pending moves are noted.
  ///   - storing: stores the content durably, as pending under the transfer's id.
  /// - Returns: what `storing` has returned, once the item is permanent.
  /// - Throws: as ``load()``; `operationNotAllowed` where the source only copies; `busy` while somebody else moves the
  ///   item; `sourceFailed` when the source does not have it any more. After all of these what was stored is discarded.
  ///   After `undecided` it stays pending, until ``DragClient/recover(journal:)`` finds out.
  public func move<Value: Sendable>(
    journal: some MoveJournal,
    storing: (LoadedRepresentation, TransferID) async throws -> Value
  ) async throws(DragError) -> Value {
    let part = try await accept(.any, .move)
    guard let transfer = part.transfer else {
      throw DragError(.malformedReply, "dragd's reply to Accept has no transfer to move by")
    }
    let value: Value
    let size: UInt64
    do {
      let content = try await receive(part)
      size = content.size
      value = try await storing(content, TransferID(transfer))
      try Task.checkCancellation()
    } catch {
      let error = DragError(thrown: error)
      giveUp(transfer, error)
      try? await journal.discard(TransferID(transfer))
      throw error
    }
    // In a task of its own, which a cancellation does not reach.
    let session = session
    let settled = await Task { await session.finishMove(transfer, journal) }.value
    session.run { $0.followers[transfer] = nil }
    try settled.get()
    complete(size)
    return value
  }
}
