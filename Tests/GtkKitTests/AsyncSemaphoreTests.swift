import Testing

@testable internal import GtkKit

@MainActor @Suite struct AsyncSemaphoreTests {
  /// Numbered tasks that run until the test ends them.
  @MainActor private final class Tasks {
    let semaphore = AsyncSemaphore(2)
    var requested: [Int] = []
    var started: [Int] = []
    /// Ends the running tasks, the earliest first.
    var ends: [CheckedContinuation<Void, Never>] = []

    func run(_ number: Int) async {
      requested.append(number)
      await semaphore.run {
        started.append(number)
        await withCheckedContinuation { ends.append($0) }
      }
    }

    func wait(until condition: () -> Bool) async {
      while !condition(), !Task.isCancelled { await Task.yield() }
    }
  }

  @Test(.timeLimit(.minutes(1))) func twoTasksRunAtATimeInTheirOrder() async {
    let tasks = Tasks()
    let running = (0..<5).map { number in Task { await tasks.run(number) } }
    await tasks.wait { tasks.requested.count == 5 }
    for count in 2...5 {
      await tasks.wait { tasks.started.count >= count && tasks.ends.count >= 1 }
      #expect(tasks.started == Array(tasks.requested.prefix(count)))
      tasks.ends.removeFirst().resume()
    }
    await tasks.wait { !tasks.ends.isEmpty }
    tasks.ends.removeFirst().resume()
    for task in running { await task.value }
    // Both permits are free again.
    let again = Task { await tasks.run(5) }
    await tasks.wait { !tasks.ends.isEmpty }
    tasks.ends.removeFirst().resume()
    await again.value
    #expect(tasks.started == tasks.requested)
  }
}
