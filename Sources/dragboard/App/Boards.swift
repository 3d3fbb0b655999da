internal import BoardModel
internal import GtkKit

/// The boards of the store. A process opens a board when it first shows the board, and all of them for the bus.
final class Boards {
  let store: BoardStore
  /// All boards of the store, in their order.
  private(set) var named: [NamedBoard] = []
  private var open: [BoardID: Board] = [:]
  private var monitor: FileMonitor?
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
    monitor = try? FileMonitor(store.changesPath) { [weak self] in self?.refresh() }
    // The monitor reports no change that was written before it started.
    refresh()
  }

  func name(of id: BoardID) -> NamedBoard? { named.first { $0.id == id } }

  /// Reloads the boards if another process has changed the store.
  func refresh() {
    guard (try? store.refresh()) == true else { return }
    reload()
  }

  /// Reads all open boards again.
  func reload() {
    for board in open.values { board.reload() }
    readNames()
  }

  /// Notes a change of this process, which it undoes without a question.
  func noteOwn(_ outcome: ChangeOutcome) {
    if let change = outcome.change { own.insert(change) }
  }

  /// Shows a change of one board on the others that it concerns.
  func changed(_ outcome: ChangeOutcome, by board: Board) {
    noteOwn(outcome)
    for other in open.values where other !== board && other.isConcerned(by: outcome) {
      other.reload()
    }
    if !outcome.boards.isEmpty { readNames() }
  }

  private func readNames() {
    guard let new = try? store.boards(), new != named else { return }
    named = new
    for id in open.keys where name(of: id) == nil { open[id]?.reload() }
    onChange()
  }
}
