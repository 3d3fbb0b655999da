internal import CLinux
internal import Synchronization

/// The loop's side of a job: waits for its pipes in the loop, gives it to a worker when they are ready, and reports.
///
/// While a worker has the descriptors the loop watches none of them, because the worker may close them.
final class JobRunner {
  private enum State {
    /// The loop waits for a pipe.
    case waiting
    /// Waits for `resume()`.
    case needsRoom
    case working
    case over
  }

  private let job: any TransferJob
  private let loop: EventLoop
  private let pool: WorkerPool
  private let lane: Lane
  private let context: JobContext
  private let source: Int32?
  private let destination: Int32?
  private var watches: [Watch] = []
  private var report: ((JobReport) -> Void)?
  private var state = State.waiting
  private(set) var total: UInt64 = 0
  private(set) var waitingFor = JobReport.Side.source

  /// `source` and `destination`: the pipes to wait for; the job owns them. `peerEnds`: see `JobContext`.
  init(
    _ job: any TransferJob, source: Int32?, destination: Int32?, peerEnds: [PeerDescriptor] = [],
    lane: Lane, pool: WorkerPool, loop: EventLoop, report: @escaping (JobReport) -> Void
  ) {
    self.job = job
    self.source = source
    self.destination = destination
    self.lane = lane
    self.pool = pool
    self.loop = loop
    self.report = report
    let runner = LoopConfined(JobContext.WeakRunner())
    context = JobContext(
      runner: runner, remote: loop.remote, threads: pool.threads, lane: lane, peerEnds: peerEnds)
    runner.value?.runner = self
  }

  var isOver: Bool { state == .over }

  /// Starts on a worker: one that waits for the first byte gets it sooner than the loop would.
  func start() {
    runOnWorker()
  }

  /// Stops at once, without another report. A worker closes the descriptors as soon as it has them back.
  func cancel() {
    let before = state
    state = .over
    report = nil
    context.cancel()
    watches = []
    switch before {
    case .waiting, .needsRoom: closeOnWorker()
    case .working: detachOnWorker()
    case .over: break
    }
  }

  /// Continues a copy that has more room now.
  func resume() {
    if state == .needsRoom { runOnWorker() }
  }

  func updateTotal(_ total: UInt64) {
    guard state != .over, total > self.total else { return }
    self.total = total
    report?(.transferred(total: total))
  }

  /// Reports the bytes that a worker has transferred since its last report.
  func reportTotal() { updateTotal(context.total) }

  private func runOnWorker() {
    state = .working
    watches = []
    // Without a pipe to wait for, the source is a file, and reading it may hang.
    if source == nil { updateWaiting(for: .source) }
    guard state == .working else { return closeOnWorker() }
    let handle = TransferJobHandle(job: job)
    let context = context
    let isDone = Atomic(false)
    pool.run(lane: lane) {
      let result = context.isCancelled ? .cancelled : handle.job.run(context)
      context.closePeerEnds()
      switch result {
      case .over, .cancelled: isDone.store(true, ordering: .releasing)
      case .waiting, .needsRoom, .yielded: break
      }
      return result
    } lastly: {
      // The end is on its way to the loop before a side can see the closed pipe and ask about it.
      if isDone.load(ordering: .acquiring) { handle.job.close() }
    } then: { result in
      self.handle(result)
    }
  }

  private func handle(_ result: StepResult) {
    switch (result, state) {
    case (.waiting, .over), (.needsRoom, .over), (.yielded, .over): closeOnWorker()
    case (.over, .over), (.cancelled, _): break
    case (.waiting(let side), .working):
      // The side may be silent for long: the bytes since the last report must not wait for it.
      updateTotal(job.total)
      if state == .working { waitInLoop(for: side) } else { closeOnWorker() }
    case (.needsRoom, .working):
      updateTotal(job.total)
      guard state == .working else { return closeOnWorker() }
      state = .needsRoom
      report?(.roomWanted)
    case (.yielded, .working): runOnWorker()
    case (.over(let ending), .working):
      updateTotal(job.total)
      end(ending)
    case (_, .waiting), (_, .needsRoom): preconditionFailure("a worker had a job that waits")
    }
  }

  private func waitInLoop(for side: JobReport.Side) {
    state = .waiting
    do throws(SystemError) {
      switch side {
      case .source:
        try watch(source, for: .readable)
        try watchForClosing(destination)
      case .destination:
        try watch(destination, for: .writable)
      }
    } catch {
      // No longer `waiting`, because no watch is left. `end` reports the failure in the next turn.
      state = .working
      watches = []
      closeOnWorker()
      loop.next { self.end(.failed(error)) }
      return
    }
    updateWaiting(for: side)
  }

  private func watch(_ pipe: Int32?, for interest: Readiness) throws(SystemError) {
    guard let pipe else { return }
    let watch = try loop.watch(rawValue: pipe, for: interest) { [weak self] _ in
      self?.runOnWorker()
    }
    watches.append(watch)
  }

  /// The runner needs to know only when the destination closes its end. A file or /dev/null never does, and cannot be
  /// polled (EPERM, epoll_ctl(2)).
  private func watchForClosing(_ destination: Int32?) throws(SystemError) {
    do throws(SystemError) {
      try watch(destination, for: [])
    } catch {
      guard error.errno == EPERM else { throw error }
    }
  }

  private func updateWaiting(for side: JobReport.Side) {
    guard side != waitingFor else { return }
    waitingFor = side
    report?(.waiting(for: side))
  }

  private func end(_ ending: JobReport) {
    guard state != .over else { return }
    state = .over
    let report = report
    self.report = nil
    report?(ending)
  }

  /// A worker has the job and may hang with it; the destination must see the end nevertheless. Detaching has a lane of
  /// its own, because all threads of the job's lane may hang.
  private func detachOnWorker() {
    let handle = TransferJobHandle(job: job)
    pool.run(lane: lane.detaching) { handle.job.detach() }
  }

  private func closeOnWorker() {
    let handle = TransferJobHandle(job: job)
    pool.run(lane: lane) { handle.job.close() }
  }
}
