internal import BoardModel
internal import GtkKit

/// The boards of the store. A process opens a board when it first shows the board, and all of them for the bus.
final class Boards {
  let store: BoardStore
  /// All boards of the store, in their order.
  private(set) var named: [NamedBoard] = []
  private var open: [BoardID: Board] = [:]
  private var monitor: FileMonitor?
  /// Reads on another thread what other processes have changed.
  private var reading: Task<Void, Never>?
  /// Whether others have changed the store since the reading began.
  private var isOutdated = false
  /// The cards that this process has changed since then.
  private var changedMeanwhile: [CardID] = []
  /// Counts how often all boards were read at once: what was read before is older then.
  private var reloads = 0
  /// The changes that this process has made.
  private(set) var own: Set<ChangeID> = []
  /// Called when a change is refused because a card is being moved away, perhaps by a process that has died since.
  var onMovingAway: @MainActor () -> Void = {}
  /// Called when boards were added, renamed or deleted.
  var onChange: @MainActor () -> Void = {}

  init(_ store: BoardStore) {
    self.store = store
    open[.main] = Board(store, .main, self)
  }

  /// The default board.
  var main: Board { board(.main) }

  /// Returns a board, and reads it at the first request.
  func board(_ id: BoardID) -> Board {
    if let known = open[id] { return known }
    let new = Board(store, id, self)
    open[id] = new
    new.reload()
    return new
  }

  /// Waits until the default board is read, and follows the changes of other processes from then on.
  func waitForReading() throws(BoardError) {
    try main.waitForReading()
    readNames()
    monitor = try? FileMonitor(store.changesPath) { [weak self] in self?.follow() }
    // The monitor reports no change that was written before it started.
    refresh()
  }

  func name(of id: BoardID) -> NamedBoard? { named.first { $0.id == id } }

  /// Shows what other processes have changed, for a caller that needs it now.
  func refresh() {
    guard (try? store.refresh()) == true || reading != nil else { return }
    reload()
  }

  /// Shows what other processes have changed, once it is read: the windows answer meanwhile.
  private func follow() {
    guard (try? store.refresh()) == true else { return }
    isOutdated = true
    reading =
      reading
      ?? Task {
        while isOutdated {
          isOutdated = false
          for board in open.values { await read(board) }
          readNames()
        }
        reading = nil
      }
  }

  private func read(_ board: Board) async {
    let before = reloads
    changedMeanwhile = []
    guard let read = try? await store.startReading(board.id).value, reloads == before else {
      return
    }
    board.show(read, changedSince: changedMeanwhile)
  }

  /// Reads all open boards again.
  func reload() {
    reloads += 1
    for board in open.values { board.reload() }
    readNames()
  }

  /// Notes a change of this process, which it undoes without a question.
  func noteOwn(_ outcome: ChangeOutcome) {
    if let change = outcome.change { own.insert(change) }
  }

  /// Shows a change of this process.
  ///
  /// - Parameter board: where it was made.
  func changed(_ outcome: ChangeOutcome, by board: Board) {
    noteOwn(outcome)
    if reading != nil { changedMeanwhile += outcome.cards }
    let runs = try? store.runs(of: outcome.cards)
    board.show(outcome, runs, isOwn: true)
    for other in open.values where other !== board { other.show(outcome, runs, isOwn: false) }
    if !outcome.boards.isEmpty { readNames() }
  }

  private func readNames() {
    guard let new = try? store.boards(), new != named else { return }
    named = new
    for id in open.keys where name(of: id) == nil { open[id]?.reload() }
    onChange()
  }
}
