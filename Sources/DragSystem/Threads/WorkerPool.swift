/// Threads for what may block, above all for whatever touches a descriptor that a peer passed: on a dead FUSE or
/// network mount even fstat(2) and close(2) never return.
///
/// Every job belongs to a lane, one for each peer. Only so many jobs of one lane run at once, so whoever hangs his
/// jobs hangs his own lane only. Threads start when they are needed and leave when they have been idle for a while.
package final class WorkerPool: Sendable {
  private let remote: LoopRemote
  let crew: WorkerThreads

  /// At most `threads` threads, of which one lane gets at most `perLane`; results go to `remote`'s loop.
  package init(remote: LoopRemote, threads: Int, perLane: Int) {
    precondition(threads > 0 && perLane > 0)
    self.remote = remote
    crew = WorkerThreads(threads: threads, perLane: perLane)
  }

  /// What waits already is still done; then the threads leave.
  deinit {
    crew.close()
  }

  /// Does `work` on a worker thread, then calls `then` with its result on the loop's thread. Jobs of one lane start
  /// in order.
  ///
  /// Call it on the loop's thread. `then` is never called, nor destroyed elsewhere, while the job hangs. `lastly` is
  /// done on the worker too, once the result is on its way: what others are to see only after that.
  package func run<Result: Sendable & ~Copyable>(
    lane: String, _ work: @escaping @Sendable () -> Result,
    lastly: (@Sendable () -> Void)? = nil, then: @escaping (consuming Result) -> Void
  ) {
    let remote = remote
    let callback = LoopCallback(then)
    crew.submit(lane: lane) {
      let result = SendOnce(work())
      remote.post { callback.take()?(result.take()) }
      lastly?()
    }
  }

  /// Does `work` on a worker thread. May be called on any thread.
  package func run(lane: String, _ work: @escaping @Sendable () -> Void) {
    crew.submit(lane: lane, work)
  }

  /// Closes a descriptor on a worker thread. May be called on any thread.
  package func close(_ descriptor: consuming OwnedFileDescriptor, lane: String) {
    let box = SendOnce(descriptor)
    crew.submit(lane: lane) { _ = box.take() }
  }

  /// How many threads there are now.
  package var threadCount: Int { crew.threadCount }
}

/// Carries one value to another thread; the sender lets go of it.
final class SendOnce<Value: Sendable & ~Copyable>: @unchecked Sendable {
  // One thread fills it, one takes it out, and the handing over orders the two.
  private var value: Value?

  init(_ value: consuming Value) {
    self.value = consume value
  }

  func take() -> Value {
    switch value.take() {
    case .some(let value): return value
    case .none: preconditionFailure("a box was opened twice")
    }
  }
}

/// Carries a closure of the loop's thread through another thread and back. That one must not call it, and never
/// destroys it: the closure is taken out on the loop's thread, whoever drops the empty shell last.
final class LoopCallback<Closure>: @unchecked Sendable {
  private var closure: Closure?

  init(_ closure: Closure) {
    self.closure = closure
  }

  func take() -> Closure? {
    closure.take()
  }
}
