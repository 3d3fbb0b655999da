extension DragClient {
  /// The outcome of pending moves.
  public struct Recovery: Sendable {
    /// Moves that succeeded: their items are permanent here.
    public var kept: [TransferID] = []
    /// Moves that did not happen: their items stayed with their sources.
    public var discarded: [TransferID] = []
    /// Moves that could not be settled, with the error; recover them again later. After `unrecorded` no later try
    /// helps: ask the user, and call ``DragClient/settle(_:keeping:journal:)``.
    public var undecided: [(transfer: TransferID, error: DragError)] = []
  }

  /// Settles the moves that were pending when this program last ended. Call it at the program's start, before the first
  /// move.
  ///
  /// - Parameter journal: the journal in which the pending moves were recorded.
  /// - Returns: the outcome of each.
  /// - Throws: `program` when the journal cannot be read.
  public func recover(journal: some MoveJournal) async throws(DragError) -> Recovery {
    var recovery = Recovery()
    let pending: [TransferID]
    do {
      pending = try await journal.pendingMoves()
    } catch {
      throw DragError(thrown: error)
    }
    for transfer in pending {
      do throws(DragError) {
        if try await session.recover(transfer, journal) {
          recovery.kept.append(transfer)
        } else {
          recovery.discarded.append(transfer)
        }
      } catch {
        recovery.undecided.append((transfer, error))
      }
    }
    return recovery
  }

  /// Settles a move that only the user can: ``recover(journal:)`` has failed for it with `unrecorded`, because the
  /// user has moved dragd's records away. It asks dragd no more.
  ///
  /// - Parameters:
  ///   - transfer: the move, as ``Recovery/undecided`` has it.
  ///   - isKept: whether the item is made permanent here. If its source still has it, it exists twice then; if it is
  ///     discarded, and its source has deleted it, it is lost. So ask the user to look at the source.
  ///   - journal: the journal in which the move was recorded.
  /// - Throws: what the journal throws.
  public func settle(
    _ transfer: TransferID, keeping isKept: Bool, journal: some MoveJournal
  ) async throws(DragError) {
    do {
      if isKept {
        try await journal.makePermanent(transfer)
        try await journal.forget(transfer)
      } else {
        try await journal.discard(transfer)
      }
    } catch {
      throw DragError(thrown: error)
    }
  }

  /// Deletes the items that have moved away from a source while its process did not run. Offering moves does this by
  /// itself; call it for the cookie of a process that has died, and after a deletion has failed.
  ///
  /// It ends the offers of other connections under the cookie.
  ///
  /// - Parameter source: the source of the items.
  /// - Returns: the keys of the deleted items.
  /// - Throws: what `delete` throws; `stateUnavailable` when dragd cannot read its records.
  @discardableResult
  public func recover(source: MoveSource) async throws(DragError) -> Set<String> {
    try await session.claim(source, again: true)
  }
}
