internal import BoardModel
internal import DragClient
internal import GtkKit

/// Registers each list of a board as a drop target of dragd: `<board>/<title>`, those of the default board as
/// `board/<title>`, in the demo `board-demo/<title>`.
final class ListTargets {
  private let board: Board
  private let bus: BoardBus
  private var titles: [ListID: String] = [:]
  /// What the names begin with.
  var prefix: String {
    didSet { if prefix != oldValue { update(all: true) } }
  }
  private var targets: [ListID: DropTarget] = [:]
  /// Runs the changes one at a time, in their order.
  private var work: Task<Void, Never>?

  init(_ board: Board, _ bus: BoardBus, _ prefix: String) {
    self.prefix = prefix
    self.board = board
    self.bus = bus
    board.observe(self) { [weak self] placeholder in
      if placeholder == nil { self?.update() }
    }
    update()
  }

  /// Waits until the lists are registered that there were at the call.
  func waitForRegistration() async { await work?.value }

  /// Registers new and renamed lists, and unregisters deleted ones.
  ///
  /// - Parameter all: whether to register known lists anew.
  private func update(all: Bool = false) {
    let wanted = Dictionary(uniqueKeysWithValues: board.lists.map { ($0.id, $0.title) })
    guard wanted != titles || all else { return }
    let changed = Set(wanted.keys).union(titles.keys).filter { all || wanted[$0] != titles[$0] }
    titles = wanted
    let before = work
    work = Task { [weak self] in
      await before?.value
      for id in changed { await self?.register(id, wanted[id]) }
    }
  }

  private func register(_ id: ListID, _ title: String?) async {
    if let old = targets.removeValue(forKey: id) { try? await old.unregister() }
    guard let title, let client = bus.client else { return }
    targets[id] = try? await client.registerTarget(
      "\(prefix)/\(title)", operations: [.copy, .move], label: title
    ) { [weak self] drop in
      await self?.propose(drop, on: id) ?? DropProposal(.forbidden)
    } perform: { [weak self] session in
      try await self?.perform(session, on: id)
    }
  }

  private func propose(_ drop: HoveringDrop, on list: ListID) -> DropProposal {
    guard board.list(list) != nil else {
      return DropProposal(.forbidden, reason: "the list is gone")
    }
    let allowed = drop.offered.operations
    let index = min(drop.index ?? .max, board.cards(in: list).count)
    for operation in drop.operations where allowed.contains(operation) && operation != .link {
      return DropProposal(operation, intent: .insertAt, index: index)
    }
    return DropProposal(.forbidden, reason: "a list can copy and move only")
  }

  private func perform(_ session: DropSession, on list: ListID) async throws {
    let cards = board.cards(in: list)
    let next = session.insertionIndex.flatMap { $0 < cards.count ? cards[$0] : nil }
    let place = ListPlace(list: list, next: next)
    let step = ReceivedStep()
    bus.isReceiving(true)
    defer { bus.isReceiving(false) }
    for item in session.items {
      do {
        try await ItemReceiver.receiveAndWait(
          item, session.operation, at: place, in: step, board, bus)
      } catch let error as BoardError {
        throw DragError(forOthers: error)
      }
    }
  }
}
