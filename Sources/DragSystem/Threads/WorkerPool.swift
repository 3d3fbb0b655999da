internal import Synchronization

/// Threads for calls that may block, above all calls on a descriptor that a peer passed: on a dead FUSE or network
/// mount even fstat(2) and close(2) never return.
///
/// Every job has a `Lane`: of the peer, the pair of peers or the file that can block it. Jobs of one lane start in
/// order, and at most `perLane` of them run at once, so jobs that hang use up that many threads and stop only their own
/// lane. The pool starts threads when it needs them; a thread ends when it has been idle for a while.
///
/// A pool with reserved threads keeps these for lanes that no peer can block, and gives each application a share of the
/// rest (`ThreadShares`).
package final class WorkerPool: Sendable {
  private let remote: LoopRemote
  let threads: WorkerThreads

  /// At most `threads` threads, of which one lane gets at most `perLane`; results go to `remote`'s loop.
  package init(remote: LoopRemote, threads: Int, perLane: Int, reserved: Int = 0) {
    precondition(threads > reserved && perLane > 0)
    self.remote = remote
    self.threads = WorkerThreads(
      threads: threads, perLane: perLane, reserved: reserved, remote: remote)
  }

  /// The threads finish the jobs that wait already, and end.
  deinit {
    threads.close()
  }

  /// Does `work` on a worker thread, then calls `then` with its result on the loop's thread. Jobs of one lane start
  /// in order.
  ///
  /// Call it on the loop's thread. While the job hangs, `then` is neither called nor destroyed. The worker calls
  /// `lastly` when the result is on its way to the loop: for effects that peers must not see before.
  package func run<Result: Sendable & ~Copyable>(
    lane: Lane, _ work: @escaping @Sendable () -> Result,
    lastly: (@Sendable () -> Void)? = nil, then: @escaping (consuming Result) -> Void
  ) {
    let remote = remote
    let callback = LoopConfined(then)
    threads.submit(lane: lane) {
      let result = SendOnce(work())
      remote.post { callback.removeValue()?(result.removeValue()) }
      lastly?()
    }
  }

  /// Does `work` on a worker thread. May be called on any thread.
  package func run(lane: Lane, _ work: @escaping @Sendable () -> Void) {
    threads.submit(lane: lane, work)
  }

  /// Closes a descriptor on a worker thread. May be called on any thread.
  package func close(_ descriptor: consuming OwnedFileDescriptor, lane: Lane) {
    let box = SendOnce(descriptor)
    threads.submit(lane: lane) { _ = box.removeValue() }
  }

  /// Charges the threads that a peer blocks to an account, from now until the pool is told of its departure and some
  /// time beyond. May be called on any thread.
  package func charge(_ busName: String, to account: String) {
    threads.charge(busName, to: account)
  }

  /// The peer has left the bus.
  package func recordDeparture(of busName: String) { threads.recordDeparture(of: busName) }

  /// Whether jobs of this lane cannot start because jobs of the same share hang: as many as the share has threads, each
  /// for a second or longer.
  package func isBlocked(_ lane: Lane) -> Bool { threads.isBlocked(lane) }

  /// How many threads there are now.
  package var threadCount: Int { threads.count }
}

/// Carries one value to another thread, which takes it out; the sender keeps nothing.
final class SendOnce<Value: Sendable & ~Copyable>: Sendable {
  private let value: Mutex<Value?>

  init(_ value: consuming Value) {
    self.value = Mutex(value)
  }

  func removeValue() -> Value {
    switch value.withLock({ $0.take() }) {
    case .some(let value): return value
    case .none: preconditionFailure("the value of a SendOnce was taken out twice")
    }
  }
}
