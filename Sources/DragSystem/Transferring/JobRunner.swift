/// The loop's side of a job: waits for its pipes in the loop, gives it to a worker when they are ready, reports.
///
/// While a worker has the descriptors the loop watches none of them, for the worker may close them.
final class JobRunner {
  private enum State {
    /// Waits for the loop to report a pipe.
    case idle
    /// Waits for `goOn`.
    case halted
    case working
    case over
  }

  private let job: any TransferJob
  private let loop: EventLoop
  private let pool: WorkerPool
  private let lane: String
  private let shift: JobContext
  private let source: Int32?
  private let destination: Int32?
  private var watches: [Watch] = []
  private var report: ((JobReport) -> Void)?
  private var state = State.idle
  private(set) var total: UInt64 = 0
  private(set) var waitingFor = JobReport.Party.source

  /// `source` and `destination`: the pipes to wait for; the job owns them. `ends`: see `JobContext`.
  init(
    _ job: any TransferJob, source: Int32?, destination: Int32?,
    keeping ends: [PeerDescriptor] = [],
    lane: String, pool: WorkerPool, loop: EventLoop, report: @escaping (JobReport) -> Void
  ) {
    self.job = job
    self.source = source
    self.destination = destination
    self.lane = lane
    self.pool = pool
    self.loop = loop
    self.report = report
    let line = JobContext.Line()
    shift = JobContext(line: line, remote: loop.remote, crew: pool.crew, lane: lane, keeping: ends)
    line.mover = self
  }

  var isOver: Bool { state == .over }

  /// Begins with a worker: one that waits for the first byte has it sooner than the loop would.
  func start() {
    work()
  }

  /// Stops at once; nothing is reported any more. A worker closes the descriptors, as soon as it has them back.
  func cancel() {
    let before = state
    state = .over
    report = nil
    shift.cancel()
    watches = []
    switch before {
    case .idle, .halted: closeOnWorker()
    case .working: sever()
    case .over: break
    }
  }

  /// There is more room.
  func goOn() {
    if state == .halted { work() }
  }

  func progress(_ total: UInt64) {
    guard state != .over, total > self.total else { return }
    self.total = total
    report?(.transferred(total: total))
  }

  private func work() {
    state = .working
    watches = []
    // Without a pipe to wait for, the source is a file that is being read: it may hang.
    if source == nil { waits(for: .source) }
    guard state == .working else { return closeOnWorker() }
    let job = job
    let shift = shift
    let isDone = Flag()
    pool.run(lane: lane) {
      let pause = shift.isCancelled ? .cancelled : job.run(shift)
      shift.letGo()
      switch pause {
      case .over, .cancelled: isDone.raise()
      case .waiting, .needsRoom, .turnOver: break
      }
      return pause
    } lastly: {
      // The end is on its way to the loop before a party can see the closed pipe and ask about it.
      if isDone.isRaised { job.close() }
    } then: { pause in
      self.put(down: pause)
    }
  }

  private func put(down pause: StepResult) {
    switch (pause, state) {
    case (.waiting, .over), (.needsRoom, .over), (.turnOver, .over): closeOnWorker()
    case (.over, .over), (.cancelled, _): break
    case (.waiting(let party), .working):
      // It may be silent for long now: what was moved since the last report must not wait.
      progress(job.total)
      if state == .working { wait(for: party) } else { closeOnWorker() }
    case (.needsRoom, .working):
      progress(job.total)
      guard state == .working else { return closeOnWorker() }
      state = .halted
      report?(.roomWanted)
    case (.turnOver, .working): work()
    case (.over(let movement), .working):
      progress(job.total)
      end(movement)
    case (_, .idle), (_, .halted): preconditionFailure("nobody works for an idle mover")
    }
  }

  private func wait(for party: JobReport.Party) {
    state = .idle
    do throws(SystemError) {
      switch party {
      case .source:
        try watch(source, for: .readable)
        // Nothing is wanted of the destination now but that it stays.
        try watch(destination, for: [])
      case .destination:
        try watch(destination, for: .writable)
      }
    } catch {
      // Over, but for the report.
      state = .working
      watches = []
      closeOnWorker()
      loop.next { self.end(.failed(error)) }
      return
    }
    waits(for: party)
  }

  private func watch(_ pipe: Int32?, for interest: Readiness) throws(SystemError) {
    guard let pipe else { return }
    let watch = try loop.watch(rawValue: pipe, for: interest) { [weak self] _ in self?.work() }
    watches.append(watch)
  }

  private func waits(for party: JobReport.Party) {
    guard party != waitingFor else { return }
    waitingFor = party
    report?(.waiting(for: party))
  }

  private func end(_ movement: JobReport) {
    guard state != .over else { return }
    state = .over
    let report = report
    self.report = nil
    report?(movement)
  }

  /// A worker has the job and may hang with it: the other party is not to wait for that. In a lane of its own, for
  /// all of this one may hang.
  private func sever() {
    let job = job
    pool.run(lane: "\(lane), severed") { job.sever() }
  }

  private func closeOnWorker() {
    let job = job
    pool.run(lane: lane) { job.close() }
  }
}
