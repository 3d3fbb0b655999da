/// The loop's side of a hauler: waits for its pipes in the loop, gives it to a worker when they are ready, reports.
///
/// While a worker has the descriptors the loop watches none of them, for the worker may close them.
final class Mover {
  private enum State {
    /// Waits for the loop to report a pipe.
    case idle
    /// Waits for `goOn`.
    case halted
    case working
    case over
  }

  private let hauler: any Hauler
  private let loop: EventLoop
  private let pool: WorkerPool
  private let lane: String
  private let shift: Shift
  private let source: Int32?
  private let destination: Int32?
  private var watches: [Watch] = []
  private var report: ((Movement) -> Void)?
  private var state = State.idle
  private(set) var total: UInt64 = 0
  private(set) var waitingFor = Movement.Party.source

  /// `source` and `destination`: the pipes to wait for; the hauler owns them. `ends`: see `Shift`.
  init(
    _ hauler: any Hauler, source: Int32?, destination: Int32?, keeping ends: [PeerDescriptor] = [],
    lane: String, pool: WorkerPool, loop: EventLoop, report: @escaping (Movement) -> Void
  ) {
    self.hauler = hauler
    self.source = source
    self.destination = destination
    self.lane = lane
    self.pool = pool
    self.loop = loop
    self.report = report
    let line = Shift.Line()
    shift = Shift(line: line, remote: loop.remote, crew: pool.crew, lane: lane, keeping: ends)
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
    report?(.moved(total: total))
  }

  private func work() {
    state = .working
    watches = []
    // Without a pipe to wait for, the source is a file that is being read: it may hang.
    if source == nil { waits(for: .source) }
    guard state == .working else { return closeOnWorker() }
    let hauler = hauler
    let shift = shift
    let isDone = Flag()
    pool.run(lane: lane) {
      let pause = shift.isCancelled ? .cancelled : hauler.haul(shift)
      shift.letGo()
      switch pause {
      case .over, .cancelled: isDone.raise()
      case .waiting, .needsRoom, .turnOver: break
      }
      return pause
    } lastly: {
      // The end is on its way to the loop before a party can see the closed pipe and ask about it.
      if isDone.isRaised { hauler.close() }
    } then: { pause in
      self.put(down: pause)
    }
  }

  private func put(down pause: Pause) {
    switch (pause, state) {
    case (.waiting, .over), (.needsRoom, .over), (.turnOver, .over): closeOnWorker()
    case (.over, .over), (.cancelled, _): break
    case (.waiting(let party), .working):
      // It may be silent for long now: what was moved since the last report must not wait.
      progress(hauler.total)
      if state == .working { wait(for: party) } else { closeOnWorker() }
    case (.needsRoom, .working):
      progress(hauler.total)
      guard state == .working else { return closeOnWorker() }
      state = .halted
      report?(.roomWanted)
    case (.turnOver, .working): work()
    case (.over(let movement), .working):
      progress(hauler.total)
      end(movement)
    case (_, .idle), (_, .halted): preconditionFailure("nobody works for an idle mover")
    }
  }

  private func wait(for party: Movement.Party) {
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

  private func waits(for party: Movement.Party) {
    guard party != waitingFor else { return }
    waitingFor = party
    report?(.waiting(for: party))
  }

  private func end(_ movement: Movement) {
    guard state != .over else { return }
    state = .over
    let report = report
    self.report = nil
    report?(movement)
  }

  /// A worker has the hauler and may hang with it: the other party is not to wait for that. In a lane of its own, for
  /// all of this one may hang.
  private func sever() {
    let hauler = hauler
    pool.run(lane: "\(lane), severed") { hauler.sever() }
  }

  private func closeOnWorker() {
    let hauler = hauler
    pool.run(lane: lane) { hauler.close() }
  }
}
