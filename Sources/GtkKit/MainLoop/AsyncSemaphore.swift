/// Lets a few at a time do what takes much memory; the others wait, in the order they came.
package final class AsyncSemaphore {
  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// - Parameter count: how many at a time.
  package init(_ count: Int) {
    free = count
  }

  /// Does the work when it is its turn.
  package func pass<Value>(_ work: @MainActor () async -> Value) async -> Value {
    await enter()
    defer { leave() }
    return await work()
  }

  private func enter() async {
    if free > 0 {
      free -= 1
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
  }

  /// Whoever waits has this place at once, so that nobody comes before him.
  private func leave() {
    if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
  }
}
