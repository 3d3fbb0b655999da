/// A destination's record of received items whose moves are not committed yet.
///
/// The content that `storing` of ``Loading/move(journal:storing:)`` stored is pending under the transfer's id; the
/// program does not show it yet. The content becomes permanent when dragd has committed the move, and is discarded when
/// the item stays with its source. Each method must be durable when it returns, and may be called again.
public protocol MoveJournal: Sendable {
  /// The transfers that are neither forgotten nor discarded.
  func pendingMoves() async throws -> [TransferID]

  /// Makes the item permanent and shows it: it belongs to this program now. Keeps the id.
  func makePermanent(_ transfer: TransferID) async throws

  /// Discards the pending content and the id: the item stays with its source.
  func discard(_ transfer: TransferID) async throws

  /// Removes the id: the item is permanent, and dragd knows that.
  func forget(_ transfer: TransferID) async throws
}
