internal import BoardModel
internal import DragClient
internal import GtkKit

/// The connection of this process to dragd: its offers, its drop targets and its moves.
final class BoardBus {
  /// Nil without a bus, and before the connection is made.
  private(set) var client: DragClient?
  /// Whether there is no bus to connect to.
  private(set) var isWithoutBus = false
  /// Called when the client is connected, or cannot be.
  var onConnect: @MainActor () -> Void = {}
  private(set) var journal: BoardJournal?
  private var targets: [BoardID: ListTargets] = [:]
  /// Called when another program has dropped something on a board over the bus.
  var onStart: @MainActor (BoardID, Placeholder) -> Void = { _, _ in }
  /// Called when the cards of that are there.
  var onArrival: @MainActor (BoardID, [CardID]) -> Void = { _, _ in }
  /// Called at the begin and at the end of each drop over the bus.
  var isReceiving: @MainActor (Bool) -> Void = { _ in }
  /// Called with moves to the board that only the user can settle.
  var onUnrecorded: @MainActor ([TransferID]) -> Void = { _ in }
  private let boards: Boards
  private var board: Board { boards.main }
  private var moves: MoveSource?
  /// For the items that it offers for moving.
  let taken = TakenCards()
  let targetPrefix: String

  /// - Parameter targetPrefix: what the names of the lists' drop targets begin with.
  init(_ boards: Boards, targets targetPrefix: String) {
    self.boards = boards
    self.targetPrefix = targetPrefix
    boards.onMovingAway = { [weak self] in Task { await self?.recoverDeadSources() } }
  }

  /// Connects and settles unfinished moves.
  func connect() async {
    guard let client = try? await DragClient.connect() else {
      isWithoutBus = true
      return onConnect()
    }
    let journal = BoardJournal(board)
    await recover(client, journal)
    journal.isRecovered = true
    self.journal = journal
    self.client = client
    await recoverDeadSources()
    registerBoards()
    onConnect()
    guard targetPrefix == Self.targetPrefix else { return }
    for lists in targets.values { await lists.waitForRegistration() }
    try? await client.haveTargets(as: "Board")
  }

  /// What the names of the drop targets of the person's default board begin with.
  static let targetPrefix = "board"

  /// Registers the lists of all boards as drop targets, under the boards' names.
  func registerBoards() {
    guard client != nil else { return }
    for named in boards.named {
      let prefix = named.targetPrefix(main: targetPrefix)
      if let known = targets[named.id] {
        known.prefix = prefix
      } else {
        targets[named.id] = ListTargets(boards.board(named.id), self, prefix)
      }
    }
  }

  func close() {
    client?.close()
    client = nil
  }

  /// The source of moves that deletes cards which have moved away through dragd.
  func moveSource() throws(BoardError) -> MoveSource {
    if let moves { return moves }
    let cookie = try board.store.cookie { MoveSource.newCookie() }
    let new = source(cookie)
    moves = new
    return new
  }

  /// Offers items.
  func offer(_ items: [ItemProvider], _ options: OfferingOptions) async throws -> Offering {
    guard let client else { throw DragError(.noSessionBus, "there is no session bus") }
    return try await client.offer(items, options: options)
  }

  /// Offers items to every program, until they are withdrawn.
  func share(_ items: [ItemProvider], label: String?) async throws -> Offering {
    var options = OfferingOptions()
    options.label = label
    return try await offer(items, options)
  }

  private func source(_ cookie: String) -> MoveSource {
    let (board, taken) = (board, taken)
    return MoveSource(cookie: cookie) { [weak self] key in
      // Another process may have died while it moved the same card.
      await self?.recoverDeadSources()
      try await board.prepareMove(key, isWhole: taken.remove(key))
    } delete: { key in
      try await board.deleteMoved(key)
    } release: { key in
      await board.releaseMove(key)
    }
  }

  private var isSettling = false

  /// Settles the moves of processes that have died since. Costs two queries when there are none.
  func settleMovesOfTheDead() async {
    guard let client, let journal, !isSettling else { return }
    isSettling = true
    defer { isSettling = false }
    if (try? board.store.abandonedTransfers())?.isEmpty == false {
      await recover(client, journal)
    }
    if (try? board.store.hasDeadSources()) == true { await recoverDeadSources() }
  }

  private func recover(_ client: DragClient, _ journal: BoardJournal) async {
    let undecided = (try? await client.recover(journal: journal))?.undecided ?? []
    let unrecorded = undecided.filter { $0.error.code == .unrecorded }.map(\.transfer)
    if !unrecorded.isEmpty { onUnrecorded(unrecorded) }
  }

  /// Settles a move as the user says.
  func settle(_ transfer: TransferID, keeping isKept: Bool) async {
    guard let client, let journal else { return }
    try? await client.settle(transfer, keeping: isKept, journal: journal)
  }

  /// Deletes the cards that moved away from processes which have died since.
  private func recoverDeadSources() async {
    guard let client, let cookies = try? board.store.claimDeadCookies() else { return }
    for cookie in cookies {
      guard (try? await client.recover(source: source(cookie))) != nil else { continue }
      try? board.store.dropCookie(cookie)
    }
  }
}

extension Board {
  /// Checks that a card is still as it was offered, and records its move.
  func prepareMove(_ key: String, isWhole: Bool) throws(DragError) {
    try store.prepareMoveForOthers(key, isWhole: isWhole)
  }

  /// Forgets the move of a card that stays. If the store cannot record that, other processes cannot move the card until
  /// this one ends.
  func releaseMove(_ key: String) { try? store.releaseMove(key: key) }

  /// Deletes a card that has moved away.
  func deleteMoved(_ key: String) throws(BoardError) {
    changed(try store.deleteMoved(key: key))
  }
}

/// The pending moves of the board's store, for DragClient.
@MainActor final class BoardJournal: MoveJournal {
  private let board: Board
  private var landed: [TransferID: [CardID]] = [:]
  /// The drops to which transfers belong.
  private var steps: [TransferID: ReceivedStep] = [:]
  /// Whether the moves of this process are settled. Later ones are under way and settle themselves.
  var isRecovered = false

  init(_ board: Board) {
    self.board = board
  }

  @MainActor func pendingMoves() async throws -> [TransferID] {
    let store = board.store
    let transfers = try isRecovered ? store.abandonedTransfers() : store.pendingTransfers()
    return transfers.map { TransferID(rawValue: $0) }
  }

  @MainActor func makePermanent(_ transfer: TransferID) async throws {
    let step = steps.removeValue(forKey: transfer)
    let outcome = try board.store.makePermanent(transfer.rawValue, in: step?.done)
    step?.note(outcome.step)
    landed[transfer] = outcome.cards
    board.changed(outcome)
  }

  /// Notes the drop to which a transfer belongs: undo takes all of it as one step.
  @MainActor func note(_ transfer: TransferID, in step: ReceivedStep) { steps[transfer] = step }

  /// The cards of a move that has ended, for the receiver that shows them.
  @MainActor func removeLanded(_ transfer: TransferID) -> [CardID] {
    landed.removeValue(forKey: transfer) ?? []
  }

  @MainActor func discard(_ transfer: TransferID) async throws {
    steps[transfer] = nil
    try board.store.discard(transfer.rawValue)
  }

  @MainActor func forget(_ transfer: TransferID) async throws {
    try board.store.forget(transfer.rawValue)
  }
}
