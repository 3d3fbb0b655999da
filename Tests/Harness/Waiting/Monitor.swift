internal import Foundation
internal import Synchronization

/// A value that threads share; they can wait until it satisfies a condition.
final class Monitor<State: Sendable>: Sendable {
  private let changed = NSCondition()
  private let state: Mutex<State>

  init(_ state: State) {
    self.state = Mutex(state)
  }

  /// Reads or changes the value and wakes all waiting threads.
  @discardableResult
  func update<R: Sendable>(_ body: (inout State) throws -> R) rethrows -> R {
    changed.lock()
    defer {
      changed.broadcast()
      changed.unlock()
    }
    return try state.withLock { state in try body(&state) }
  }

  /// Waits until `body` returns a value; nil when `limit` has passed.
  func wait<R: Sendable>(within limit: Duration, until body: (State) -> R?) -> R? {
    let deadline = Date(timeIntervalSinceNow: limit / .seconds(1))
    changed.lock()
    defer { changed.unlock() }
    while true {
      if let answer = state.withLock({ state in body(state) }) { return answer }
      guard changed.wait(until: deadline) else {
        return state.withLock { state in body(state) }
      }
    }
  }
}

/// Runs `work` on a thread of its own.
func onNewThread(_ work: @escaping @Sendable () -> Void) {
  Thread.detachNewThread(work)
}
