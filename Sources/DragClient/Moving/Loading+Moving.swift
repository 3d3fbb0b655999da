internal import DragConnection
internal import DragModel
internal import DragProtocol

extension OfferedItem {
  /// Moves the item here. The source deletes it, and it exists exactly once, even if one of the three processes is
  /// killed at any moment.
  ///
  /// - Parameters:
  ///   - types: patterns, best first; empty for the source's best.
  ///   - journal: records pending moves.
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
  /// Moves the item here. The source deletes it, and it exists exactly once, even if one of the three processes is
  /// killed at any moment.
  ///
  /// Once `storing` has returned, cancelling the task has no effect. Call ``DragClient/recover(journal:)`` at the start
  /// of the program: it settles the moves that were pending when the program last ended.
  ///
  /// - Parameters:
  ///   - journal: records pending moves.
  ///   - storing: stores the content durably, as pending under the transfer's id.
  /// - Returns: what `storing` has returned, once the item is permanent.
  /// - Throws: as ``load()``; `operationNotAllowed` where the source only copies; `busy` while another destination
  ///   moves the item; `sourceFailed` when the source no longer has it. After each of these the stored content is
  ///   discarded. After `undecided` it stays pending until ``DragClient/recover(journal:)`` has settled the move, after
  ///   `unrecorded` until ``DragClient/settle(_:keeping:journal:)`` is told.
  public func move<Value: Sendable>(
    journal: some MoveJournal,
    storing: (LoadedRepresentation, TransferID) async throws -> Value
  ) async throws(DragError) -> Value {
    let part = try await accept(.any, .move)
    guard let transfer = part.transfer else {
      throw DragError(.malformedReply, "dragd's reply to Accept has no transfer to move by")
    }
    let move: NotedMove
    do throws(DragError) {
      move = NotedMove(transfer, ledger: try await session.ledger())
    } catch {
      giveUp(transfer, error)
      throw error
    }
    let value: Value
    let size: UInt64
    do {
      let content = try await receive(part, .move)
      size = content.size
      value = try await storing(content, TransferID(move))
      try Task.checkCancellation()
    } catch {
      let error = DragError(thrown: error)
      giveUp(transfer, error)
      try? await journal.discard(TransferID(move))
      throw error
    }
    // In a task of its own, which a cancellation does not reach.
    let session = session
    let settled = await Task { await session.finishMove(move, journal) }.value
    session.run { $0.followers[transfer] = nil }
    try settled.get()
    complete(size)
    return value
  }
}
