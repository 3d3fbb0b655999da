internal import DragModel
internal import Synchronization

/// The progress of all items of a drop together, at its target and at its dropper.
final class DropProgress: Sendable {
  private struct State {
    var meter = ProgressMeter()
    /// What each item will have; nil while it is unknown.
    var totals: [Int: UInt64?]
    var bytes: [Int: UInt64] = [:]
  }
  private let state: Mutex<State>
  private let report: @Sendable (TransferProgress) -> Void

  /// Reports at once what is known before the first byte.
  ///
  /// - Parameter totals: by the items' places.
  init(expecting totals: [Int: UInt64?], report: @escaping @Sendable (TransferProgress) -> Void) {
    state = Mutex(State(totals: totals))
    self.report = report
    tell { _ in }
  }

  /// An item is loaded in another representation than was expected.
  func expect(_ total: UInt64?, of item: Int) {
    tell { $0.totals[item] = .some(total) }
  }

  func count(_ item: Int, _ progress: TransferProgress) {
    tell { state in
      state.bytes[item] = progress.bytes
      if let total = progress.total { state.totals[item] = .some(total) }
    }
  }

  private func tell(after change: (inout State) -> Void) {
    let sum = state.withLock { state in
      change(&state)
      let known = state.totals.values.compactMap(\.self)
      return state.meter.progress(
        bytes: state.bytes.values.map(\.self).saturatedSum,
        total: known.count == state.totals.count ? known.saturatedSum : nil)
    }
    report(sum)
  }
}
