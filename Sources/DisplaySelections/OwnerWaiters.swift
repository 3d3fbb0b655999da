package import DragModel
package import DragSystem

/// What waits until the owner of a selection is known.
package final class OwnerWaiters {
  private let loop: EventLoop
  private var waiting: [ClipboardSelection: [(timer: LoopTimer, then: () -> Void)]] = [:]

  /// In microseconds.
  private static let limit: UInt64 = 3_000_000

  package init(_ loop: EventLoop) {
    self.loop = loop
  }

  /// Calls `then` once: with `ownerIsKnown`, or when the limit has passed.
  package func add(_ selection: ClipboardSelection, _ then: @escaping () -> Void) {
    let timer = loop.after(microseconds: Self.limit) { [weak self] in
      // The first one has waited the longest.
      self?.waiting[selection]?.removeFirst()
      then()
    }
    waiting[selection, default: []].append((timer, then))
  }

  package func ownerIsKnown(_ selection: ClipboardSelection) {
    for (timer, then) in waiting.removeValue(forKey: selection) ?? [] {
      timer.cancel()
      then()
    }
  }

  /// The display has gone: nothing else will be known.
  package func callAll() {
    for selection in ClipboardSelection.allCases { ownerIsKnown(selection) }
  }

  /// Calls none of them any more.
  package func removeAll() {
    for (timer, _) in waiting.values.joined() { timer.cancel() }
    waiting = [:]
  }
}
