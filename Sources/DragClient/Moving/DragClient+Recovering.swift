extension DragClient {
  /// The outcome of pending moves.
  public struct Recovery: Sendable {
    /// Moves whose items are here.
    public var kept: [TransferID] = []
    /// Moves whose items stayed with their sources.
    public var discarded: [TransferID] = []
    /// Moves that could not be settled, with the error; recover them again later.
    public var undecided: [(transfer: TransferID, error: DragError)] = []
  }

  /// Settles what was pending when this program ended: to be called at its start, before it moves anything.
  ///
  /// - Parameter journal: where pending moves were noted.
  /// - Returns: what came of each.
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

  /// Deletes what has moved away from a source while nobody listened, as when it was killed. Offering moves does this
  /// by itself; call it for the cookie of a process that has died, and after deleting has failed.
  ///
  /// It ends what other connections offer under the cookie.
  ///
  /// - Parameter source: whose items.
  /// - Returns: the keys of what was deleted.
  /// - Throws: what `delete` throws; `stateUnavailable` when dragd cannot read its records.
  @discardableResult
  public func recover(source: MoveSource) async throws(DragError) -> Set<String> {
    try await session.claim(source, again: true)
  }
}
