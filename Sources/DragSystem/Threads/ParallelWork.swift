internal import Synchronization

/// The same work for several things at once, each on a thread: for calls that wait for the disk, which serves several
/// waits together.
package enum ParallelWork {
  /// More wait no shorter: the disk has served them all by then.
  private static let mostThreads = 16

  /// Calls `body` with each number below `count`, on several threads, and returns when all calls have. The first error
  /// ends the work, and is thrown.
  package static func forEach(
    below count: Int, _ body: @escaping @Sendable (Int) throws(SystemError) -> Void
  ) throws(SystemError) {
    let work = Work(count: count, body)
    var threads: [JoinedThread] = []
    for _ in 1..<max(min(count, mostThreads), 1) {
      // Where the system has no further thread, the others do its part.
      guard let thread = try? JoinedThread({ work.run() }) else { break }
      threads.append(thread)
    }
    work.run()
    for thread in threads { thread.join() }
    if let failure = work.failure { throw failure }
  }

  private final class Work: Sendable {
    private struct State {
      var next = 0
      var failure: SystemError?
    }

    private let state = Mutex(State())
    private let count: Int
    private let body: @Sendable (Int) throws(SystemError) -> Void

    init(count: Int, _ body: @escaping @Sendable (Int) throws(SystemError) -> Void) {
      self.count = count
      self.body = body
    }

    var failure: SystemError? { state.withLock { $0.failure } }

    func run() {
      while let index = next() {
        do throws(SystemError) {
          try body(index)
        } catch {
          state.withLock { $0.failure = $0.failure ?? error }
        }
      }
    }

    private func next() -> Int? {
      state.withLock { state in
        guard state.failure == nil, state.next < count else { return nil }
        defer { state.next += 1 }
        return state.next
      }
    }
  }
}
