internal import CLinux

/// One thread's loop: epoll(7) for descriptors, a timerfd for timers, an eventfd for work that other threads post.
///
/// With nothing to do it sleeps without a single wake-up. It belongs to the thread that turns it; only `remote` may
/// leave that thread.
package final class EventLoop {
  private static let wakeToken = UInt64.max
  private static let timerToken = UInt64.max - 1
  private static let batchCapacity = 64

  private let epoll: OwnedFileDescriptor
  private let timerDescriptor: OwnedFileDescriptor
  private let callbacks: CallbackQueue
  private let batch: UnsafeMutablePointer<epoll_event>

  /// A slot for a watch; `uses` distinguishes an event of the present watch from one of a former watch.
  private struct Slot {
    var watch: Unmanaged<Watch>?
    var uses: UInt32 = 0
  }
  private var slots: [Slot] = []
  private var freeSlots: [Int] = []

  private var timers = TimerHeap()
  private var timersMade: UInt64 = 0
  /// When the timerfd expires: it may be too early, because a timer was cancelled, but never too late.
  private var timerDeadline: UInt64?
  private var deferred: [() -> Void] = []
  /// Nil where the kernel's clocks count.
  private var standing: StandingTime?

  private var isTurning = false
  private var isRunning = false
  private var isStopped = false

  /// Throws the errors of epoll_create1(2), timerfd_create(2), eventfd(2) and epoll_ctl(2), such as EMFILE.
  ///
  /// - Parameter isStanding: whether time stands on this loop, and only `advance(by:then:)` moves it.
  package init(isStanding: Bool = false) throws(SystemError) {
    standing = isStanding ? StandingTime() : nil
    let epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
    guard epoll >= 0 else { throw .last("epoll_create1") }
    self.epoll = OwnedFileDescriptor(adopting: epoll)
    let timerNumber = timerfd_create(
      CLOCK_MONOTONIC, Int32(TFD_CLOEXEC | TFD_NONBLOCK))
    guard timerNumber >= 0 else { throw .last("timerfd_create") }
    self.timerDescriptor = OwnedFileDescriptor(adopting: timerNumber)
    callbacks = try CallbackQueue()
    batch = .allocate(capacity: EventLoop.batchCapacity)
    // Edge-triggered: each write and each expiry is one event, and no read is needed to silence it.
    try control(EPOLL_CTL_ADD, callbacks.event.rawValue, [.readable, .edge], EventLoop.wakeToken)
    try control(EPOLL_CTL_ADD, timerNumber, [.readable, .edge], EventLoop.timerToken)
    callbacks.loop.value?.loop = self
  }

  deinit {
    callbacks.close()
    batch.deallocate()
  }

  /// The epoll descriptor. Another loop (GLib, Dispatch) may poll it: when it is readable, call `turn(timeout: 0)`.
  package var descriptor: Int32 { epoll.rawValue }

  /// Posts work from other threads.
  package var remote: LoopRemote { LoopRemote(callbacks: callbacks) }

  /// CLOCK_MONOTONIC in microseconds, the clock of the timers.
  package var now: UInt64 { standing?.now ?? Clock.monotonic }

  /// All clocks as this loop has them.
  package var time: ClockReadings { standing?.readings ?? ClockReadings() }

  // MARK: Descriptors

  /// Calls `handler` whenever the descriptor is ready, until the watch is cancelled or dropped.
  ///
  /// Throws EPERM for a descriptor that cannot be polled (a regular file), EEXIST for a number that has a watch
  /// already.
  package func watch(
    _ descriptor: borrowing OwnedFileDescriptor, for interest: Readiness,
    then handler: @escaping (Readiness) -> Void
  ) throws(SystemError) -> Watch {
    try watch(rawValue: descriptor.rawValue, for: interest, then: handler)
  }

  /// The same for a descriptor that a C library owns.
  package func watch(
    rawValue: Int32, for interest: Readiness, then handler: @escaping (Readiness) -> Void
  ) throws(SystemError) -> Watch {
    let index = freeSlots.popLast() ?? slots.count
    if index == slots.count { slots.append(Slot()) }
    let token = UInt64(slots[index].uses) << 32 | UInt64(index)
    do throws(SystemError) {
      try control(EPOLL_CTL_ADD, rawValue, interest, token)
    } catch {
      freeSlots.append(index)
      throw error
    }
    let watch = Watch(rawValue, interest: interest, token: token, loop: self, handler: handler)
    slots[index].watch = .passUnretained(watch)
    return watch
  }

  func modify(_ watch: Watch) {
    do throws(SystemError) {
      try control(EPOLL_CTL_MOD, watch.rawValue, watch.interest, watch.token)
    } catch {
      assertionFailure("a watched descriptor was closed: \(error)")
    }
  }

  func remove(_ watch: Watch) {
    // Fails only when the descriptor was closed first, which no caller may do: the kernel keeps a closed number in the
    // set as long as another descriptor has the same open file description; see epoll(7).
    try? control(EPOLL_CTL_DEL, watch.rawValue, [], watch.token)
    let index = Int(watch.token & 0xffff_ffff)
    slots[index].watch = nil
    slots[index].uses &+= 1
    freeSlots.append(index)
  }

  private func control(
    _ operation: Int32, _ rawValue: Int32, _ interest: Readiness, _ token: UInt64
  ) throws(SystemError) {
    var event = epoll_event()
    event.events = interest.rawValue
    event.data.u64 = token
    guard epoll_ctl(epoll.rawValue, operation, rawValue, &event) == 0 else {
      throw .last("epoll_ctl")
    }
  }

  // MARK: Time

  /// Does `work` once, that many microseconds from now, unless the timer is cancelled.
  @discardableResult
  package func after(microseconds: UInt64, then work: @escaping () -> Void) -> LoopTimer {
    let (sum, isTooFar) = now.addingReportingOverflow(microseconds)
    return at(isTooFar ? .max : sum, then: work)
  }

  /// Does `work` once, when `now` has reached `deadline`, unless the timer is cancelled.
  @discardableResult
  package func at(_ deadline: UInt64, then work: @escaping () -> Void) -> LoopTimer {
    timersMade += 1
    let timer = LoopTimer(deadline: deadline, number: timersMade, loop: self, work: work)
    timers.insert(timer)
    // Within a turn the loop sets the timerfd once, at its end.
    if !isTurning { setTimer() }
    return timer
  }

  func remove(_ timer: LoopTimer) {
    // The timerfd stays as it is: one useless expiry costs less than setting it for every cancelled timeout.
    timers.remove(timer)
  }

  /// Does `work` after so short a time that it only gives way to others: where time stands, in the next turn.
  package func pause(microseconds: UInt64, then work: @escaping () -> Void) {
    if standing == nil { after(microseconds: microseconds, then: work) } else { next(work) }
  }

  /// Where time stands, lets it pass: timers fire, each at its own time, and then `then` is called.
  package func advance(by microseconds: UInt64, then: @escaping () -> Void) {
    standing?.setGoal(later: microseconds)
    at(standing?.goal ?? now, then: then)
  }

  /// Whether a timer's time has come that has not fired yet.
  package var hasDueTimer: Bool {
    timers.first.map { $0.deadline <= standing?.goal ?? now } ?? false
  }

  private func setTimer() {
    guard let first = timers.first else { return }
    if let standing {
      if first.deadline <= standing.goal { callbacks.wake() }
      return
    }
    if let timerDeadline, timerDeadline <= first.deadline { return }
    timerDeadline = first.deadline
    // A time of zero would disarm the timerfd, and the kernel refuses a time beyond time_t.
    let deadline = min(max(first.deadline, 1), UInt64(Int64.max) / 1_000)
    var setting = itimerspec()
    setting.it_value.tv_sec = Int(deadline / 1_000_000)
    setting.it_value.tv_nsec = Int(deadline % 1_000_000) * 1_000
    timerfd_settime(timerDescriptor.rawValue, Int32(TFD_TIMER_ABSTIME), &setting, nil)
  }

  private func fireTimers() {
    timerDeadline = nil
    let until = standing?.goal ?? now
    let newest = timersMade
    // A timer that the work of another timer sets waits for the next turn, so that timers cannot keep the loop in this
    // one.
    while let timer = timers.first, timer.deadline <= until, timer.number <= newest {
      timers.remove(timer)
      standing?.reach(timer.deadline)
      let work = timer.work
      timer.work = nil
      work?()
    }
    if standing != nil, !hasDueTimer { standing?.reach(until) }
  }

  // MARK: Turning

  /// Does `work` at the end of this turn, or of the next if this one already does such work, after all earlier work.
  package func next(_ work: @escaping () -> Void) {
    deferred.append(work)
    // Without this no thread would turn the loop when another loop polls its descriptor.
    if deferred.count == 1, !isTurning, !isRunning { callbacks.wake() }
  }

  /// One turn: waits until something happens, at most so many milliseconds (nil: for ever), and handles it.
  package func turn(timeout milliseconds: Int?) {
    precondition(!isTurning, "a handler turned its own loop")
    isTurning = true
    let timeout = deferred.isEmpty ? milliseconds.map { Int32(clamping: max($0, 0)) } ?? -1 : 0
    let count = epoll_wait(epoll.rawValue, batch, Int32(EventLoop.batchCapacity), timeout)
    var isTimeUp = false
    // After a signal (EINTR) the turn is empty.
    for index in 0..<max(Int(count), 0) {
      let token = batch[index].data.u64
      if token == EventLoop.wakeToken {
        for work in callbacks.removeAll() { work() }
      } else if token == EventLoop.timerToken {
        isTimeUp = true
      } else {
        dispatch(token, Readiness(rawValue: batch[index].events))
      }
    }
    if isTimeUp || standing != nil { fireTimers() }
    let work = deferred
    deferred = []
    for work in work { work() }
    isTurning = false
    setTimer()
    if !deferred.isEmpty, !isRunning { callbacks.wake() }
  }

  private func dispatch(_ token: UInt64, _ readiness: Readiness) {
    handler(of: token)?(readiness)
  }

  /// Nil for an event of a former watch. The watch itself is not kept while its handler runs: what drops it there may
  /// hand the descriptor to a worker, and the number has to leave the set before that worker closes it.
  private func handler(of token: UInt64) -> ((Readiness) -> Void)? {
    let slot = slots[Int(token & 0xffff_ffff)]
    guard slot.uses == UInt32(token >> 32) else { return nil }
    return slot.watch?.takeUnretainedValue().handler
  }

  /// Does at once the work that other threads have posted: for a handler whose answer depends on what has already
  /// happened.
  package func runPostedWork() {
    for work in callbacks.removeAll() { work() }
  }

  /// Turns until `stop()`.
  package func run() {
    isRunning = true
    while !isStopped { turn(timeout: nil) }
    isRunning = false
    isStopped = false
    if !deferred.isEmpty { callbacks.wake() }
  }

  /// Ends `run()` after the present turn, or at its start.
  package func stop() {
    isStopped = true
  }
}
