internal import BoardModel
internal import DragClient
internal import GtkKit
internal import Translations

/// Asks the person about moves to the board that nobody else can settle: dragd no longer has the records in which they
/// stood.
final class UnrecordedMoves {
  private let store: BoardStore
  private let bus: BoardBus
  /// The window to ask over; nil while there is none.
  private let window: @MainActor () -> Window?
  private var waiting: [TransferID] = []
  /// Each is asked about once in a process.
  private var asked: Set<TransferID> = []

  init(_ store: BoardStore, _ bus: BoardBus, over window: @escaping @MainActor () -> Window?) {
    self.store = store
    self.bus = bus
    self.window = window
  }

  /// Asks about moves, one after the other.
  func ask(_ transfers: [TransferID]) {
    guard window() != nil else { return }
    let isAsking = !waiting.isEmpty
    waiting += transfers.filter { asked.insert($0).inserted }
    if !isAsking { next() }
  }

  private func next() {
    guard let transfer = waiting.first, let window = window() else { return }
    let titles = (try? store.pendingTitles(transfer.rawValue)) ?? []
    let cards = titles.isEmpty ? translated("A card") : titles.joined(separator: ", ")
    Choice.present(
      over: window, translated("Has “{cards}” moved here?", ["cards": cards]),
      translated(
        """
        The records in which that stood are gone. Look whether the program that it comes from still has it: \
        if not, keep it here; if so, discard it here.
        """),
      cancel: translated("Decide Later"), answers: [translated("_Discard"), translated("_Keep")]
    ) { [weak self] answer in
      guard let self else { return }
      waiting.removeFirst()
      Task { [weak self] in
        if let answer { await self?.bus.settle(transfer, keeping: answer == 1) }
        self?.next()
      }
    }
  }
}
