internal import BoardModel
internal import DragClient
internal import GtkKit

/// This process on the session bus: what it offers there, its drop targets, and the moves that are under way.
final class BoardBus {
  /// Nil while there is no bus, or before it is connected.
  private(set) var client: DragClient?
  /// Told when the client is there.
  var onConnect: @MainActor () -> Void = {}
  private(set) var journal: BoardJournal?
  private var targets: ListTargets?
  private let board: Board
  private var moves: MoveSource?

  init(_ board: Board) {
    self.board = board
    board.onMovingAway = { [weak self] in Task { await self?.settleMovesOfDeadProcesses() } }
  }

  /// Connects, settles what moves have left, and says so.
  func connect() async {
    guard let client = try? await DragClient.connect() else { return }
    let journal = BoardJournal(board)
    _ = try? await client.recover(journal: journal)
    self.journal = journal
    self.client = client
    await settleMovesOfDeadProcesses()
    targets = ListTargets(board, self)
    onConnect()
  }

  func close() {
    client?.close()
    client = nil
  }

  /// How cards are deleted that have moved away through dragd.
  func moveSource() throws(BoardError) -> MoveSource {
    if let moves { return moves }
    let cookie = try board.store.cookie { MoveSource.newCookie() }
    let new = source(cookie)
    moves = new
    return new
  }

  /// Puts cards on offer.
  func offer(_ items: [ItemProvider], _ options: OfferingOptions) async throws -> Offering {
    guard let client else { throw DragError(.noSessionBus, "there is no session bus") }
    return try await client.offer(items, options: options)
  }

  /// Offers cards to everybody, until they are withdrawn.
  func share(_ items: [ItemProvider], label: String?) async throws -> Offering {
    var options = OfferingOptions()
    options.label = label
    return try await offer(items, options)
  }

  private func source(_ cookie: String) -> MoveSource {
    let board = board
    return MoveSource(cookie: cookie) { [weak self] key in
      // Another process may have died meanwhile, giving the same card away.
      await self?.settleMovesOfDeadProcesses()
      try await board.prepareMove(key)
    } delete: { key in
      try await board.deleteMoved(key)
    } release: { key in
      await board.releaseMove(key)
    }
  }

  /// Deletes what moved away from processes that have died since.
  private func settleMovesOfDeadProcesses() async {
    guard let client, let cookies = try? board.store.claimDeadCookies() else { return }
    for cookie in cookies {
      guard (try? await client.recover(source: source(cookie))) != nil else { continue }
      try? board.store.dropCookie(cookie)
    }
  }
}

extension Board {
  /// A card is about to move away: whether it is still there as it was offered.
  func prepareMove(_ key: String) throws(BoardError) { try store.prepareMove(key: key) }

  /// The card stays after all. Where that cannot be noted, other processes cannot move it until this one has ended.
  func releaseMove(_ key: String) { try? store.releaseMove(key: key) }

  /// A card is somewhere else now.
  func deleteMoved(_ key: String) throws(BoardError) {
    try store.deleteMoved(key: key)
    reload()
  }
}

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
