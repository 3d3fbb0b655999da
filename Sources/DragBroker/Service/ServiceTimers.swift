internal import DBus
internal import DragModel
internal import DragSystem
internal import ServiceLog

/// The timers of the service: for the model, for leaving when nothing needs dragd, and for giving memory back.
final class ServiceTimers {
  private let context: BrokerContext
  private let onIdle: () -> Void
  /// Called when dragd has had nothing to do for a while.
  private let onQuiet: () -> Void

  private var modelTimer: LoopTimer?
  private var modelMoment: UInt64?
  private var idleTimer: LoopTimer?
  private var memoryTimer: LoopTimer?
  /// Whether dragd has worked since `memoryTimer` was set.
  private var hasWorked = false
  /// The least memory that was in use after some was given back.
  private var leastMemory: UInt64?
  private var hasReportedMistake = false

  init(
    _ context: BrokerContext, onIdle: @escaping () -> Void, onQuiet: @escaping () -> Void
  ) {
    self.context = context
    self.onIdle = onIdle
    self.onQuiet = onQuiet
  }

  /// Sets the timers anew after a change of the model or of the waiting calls.
  func update() {
    reportAccountingMistake()
    updateModelTimer()
    updateIdleTimer()
  }

  /// Reports a mistake in the model's charges once.
  private func reportAccountingMistake() {
    guard let mistake = context.withModel({ $0.removeAccountingMistake() }), !hasReportedMistake
    else { return }
    hasReportedMistake = true
    context.log.error("the charges of connections are wrong; please report this: \(mistake)")
  }

  private func updateModelTimer() {
    guard let wait = context.withModel({ $0.nextTimer(at: context.now) }) else {
      modelTimer?.cancel()
      modelTimer = nil
      modelMoment = nil
      return
    }
    let moment = context.loop.now + min(wait, Self.longestWait)
    // A timer that fires a little early costs less than moving it with every report of bytes.
    if let modelMoment, modelMoment <= moment { return }
    modelTimer?.cancel()
    modelMoment = moment
    modelTimer = context.loop.after(microseconds: min(wait, Self.longestWait)) { [weak self] in
      self?.modelTimer = nil
      self?.checkDeadlines()
    }
  }

  /// Lets the model look at its deadlines when dragd has read all that came in time: the answer that it waits for may
  /// be in the bus, behind what others have sent.
  private func checkDeadlines() {
    let moment = context.now
    context.bus.afterReading { [weak self] in self?.fireModelTimers(at: moment) }
  }

  private func fireModelTimers(at moment: Instant) {
    modelTimer?.cancel()
    modelTimer = nil
    modelMoment = nil
    context.handleOne(.timerFired, at: moment)
    noteWork()
    // The model handles a few deadlines at a time. The others of this moment need no further reading: dragd has read
    // all that came in time for them too.
    if context.withModel({ $0.nextTimer(at: moment) }) == 0 {
      modelMoment = moment.monotonic
      modelTimer = context.loop.after(microseconds: 0) { [weak self] in
        self?.fireModelTimers(at: moment)
      }
    }
    update()
  }

  /// The timer runs on the monotonic clock, so the model checks a deadline on the boottime clock at least this often.
  private static let longestWait: UInt64 = 3_600_000_000

  // MARK: Idleness

  private func updateIdleTimer() {
    guard let timeout = context.configuration.idleExit else { return }
    idleTimer?.cancel()
    idleTimer = nil
    guard context.isIdle else { return }
    idleTimer = context.loop.after(microseconds: timeout) { [weak self] in self?.onIdle() }
  }

  /// dragd works. When it has nothing to do for a while, it gives its pages back.
  func noteWork() {
    guard !context.configuration.host.isGuest else { return }
    hasWorked = true
    if memoryTimer == nil { setMemoryTimer() }
  }

  private func setMemoryTimer() {
    hasWorked = false
    memoryTimer = context.loop.after(microseconds: ProgramRest.quiet) { [weak self] in
      self?.giveMemoryBack()
    }
  }

  private func giveMemoryBack() {
    memoryTimer = nil
    let isResting = !hasWorked
    if isResting { onQuiet() } else { setMemoryTimer() }
    guard isResting || isMuchInUse else { return }
    context.withModel { $0.freeSpareMemory() }
    ProgramHeap.giveBack()
    if let now = ProgramHeap.resident { leastMemory = min(leastMemory ?? now, now) }
    if isResting {
      ProgramStack.giveBack()
      ProgramPages.giveBack()
    }
  }

  /// Whether so much memory is in use that it pays to look for free pages in it, although calls still come.
  private var isMuchInUse: Bool {
    guard let least = leastMemory, let now = ProgramHeap.resident else { return true }
    return now >= least + Self.muchMemory
  }

  private static let muchMemory: UInt64 = 4 << 20
}

extension BrokerContext {
  /// Whether nothing is on offer and no call waits.
  var isIdle: Bool { model.isIdle && waitingCalls.isEmpty }

  /// Whether a call waits for its turn or has no answer yet: dragd may soon have something to do.
  var hasCalls: Bool { bus.hasWaitingCalls || openCalls.count > 0 }
}
