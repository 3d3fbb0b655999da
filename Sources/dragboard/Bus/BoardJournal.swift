internal import BoardModel
internal import DragClient

/// The pending moves of the board's store, as dragd's library wants them.
@MainActor final class BoardJournal: MoveJournal {
  private let board: Board

  init(_ board: Board) {
    self.board = board
  }

  @MainActor func pendingMoves() async throws -> [TransferID] {
    try board.store.pendingTransfers().map { TransferID(rawValue: $0) }
  }

  @MainActor func makePermanent(_ transfer: TransferID) async throws {
    try board.store.makePermanent(transfer.rawValue)
    board.reload()
  }

  @MainActor func discard(_ transfer: TransferID) async throws {
    try board.store.discard(transfer.rawValue)
  }

  @MainActor func forget(_ transfer: TransferID) async throws {
    try board.store.forget(transfer.rawValue)
  }
}
