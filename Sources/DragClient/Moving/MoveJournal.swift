/// Where a destination of moves notes what has come and is not yet its own.
///
/// What `storing` of ``Loading/move(journal:storing:)`` has stored is pending under the transfer's id, and shown to
/// nobody. It becomes permanent when dragd has committed the move, and is discarded when the item stays with its source.
/// Everything here has to be durable when it returns, and may be repeated.
public protocol MoveJournal: Sendable {
  /// The transfers that are neither forgotten nor discarded.
  func pendingMoves() async throws -> [TransferID]

  /// The item is this program's now: show it. Its id is kept.
  func makePermanent(_ transfer: TransferID) async throws

  /// The item stays with its source: drop what is pending, and the id.
  func discard(_ transfer: TransferID) async throws

  /// The item is permanent and dragd knows it: drop the id.
  func forget(_ transfer: TransferID) async throws
}
