/// Limits how many tasks run at a time; the others wait in their order.
package final class AsyncSemaphore {
  private var permits: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// - Parameter count: how many tasks run at a time.
  package init(_ count: Int) {
    permits = count
  }

  /// Runs the work once a permit is free.
  package func run<Value>(_ work: @MainActor () async -> Value) async -> Value {
    await acquire()
    defer { release() }
    return await work()
  }

  private func acquire() async {
    if permits > 0 {
      permits -= 1
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
  }

  /// The first waiting task gets the permit directly: no later task can overtake it.
  private func release() {
    if waiting.isEmpty { permits += 1 } else { waiting.removeFirst().resume() }
  }
}
