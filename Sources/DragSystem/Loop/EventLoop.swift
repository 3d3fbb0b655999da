internal import CLinux

/// One thread's loop: epoll(7) for descriptors, a timerfd for timers, an eventfd for what other threads post.
///
/// With nothing to do it sleeps without a single wake-up. It belongs to the thread that turns it; only
/// `remote` may leave that thread.
package final class EventLoop {
  private static let wakeToken = UInt64.max
  private static let timerToken = UInt64.max - 1
  private static let batchCapacity = 64

  private let epoll: OwnedFileDescriptor
  private let alarm: OwnedFileDescriptor
  private let mailbox: Mailbox
  private let batch: UnsafeMutablePointer<epoll_event>

  /// A watch's place; `uses` tells an event for the present holder from one for a former holder.
  private struct Place {
    var watch: Unmanaged<Watch>?
    var uses: UInt32 = 0
  }
  private var places: [Place] = []
  private var freePlaces: [Int] = []

  private var timers = TimerHeap()
  private var timersMade: UInt64 = 0
  /// When the timerfd will go off; it may be too early (a timer was cancelled), never too late.
  private var alarmDeadline: UInt64?
  private var later: [() -> Void] = []

  private var isTurning = false
  private var isRunning = false
  private var isStopped = false

  /// Throws what epoll_create1(2), timerfd_create(2), eventfd(2) or epoll_ctl(2) say, as when descriptors ran out.
  package init() throws(SystemError) {
    let epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
    guard epoll >= 0 else { throw .last("epoll_create1") }
    self.epoll = OwnedFileDescriptor(adopting: epoll)
    let alarm = timerfd_create(
      CLOCK_MONOTONIC, Int32(TFD_CLOEXEC | TFD_NONBLOCK))
    guard alarm >= 0 else { throw .last("timerfd_create") }
    self.alarm = OwnedFileDescriptor(adopting: alarm)
    mailbox = try Mailbox()
    batch = .allocate(capacity: EventLoop.batchCapacity)
    // Edges: each write and each expiry is one event, and nothing has to be read to silence it.
    try control(EPOLL_CTL_ADD, mailbox.event.rawValue, [.readable, .edge], EventLoop.wakeToken)
    try control(EPOLL_CTL_ADD, alarm, [.readable, .edge], EventLoop.timerToken)
  }

  deinit {
    mailbox.close()
    batch.deallocate()
  }

  /// The epoll descriptor. It can be polled by another loop (GLib, Dispatch): when it is readable, call
  /// `turn(timeout: 0)`.
  package var descriptor: Int32 { epoll.rawValue }

  /// The way in from other threads.
  package var remote: LoopRemote { LoopRemote(mailbox: mailbox) }

  /// CLOCK_MONOTONIC in microseconds, which timers go by.
  package var now: UInt64 { Clock.monotonic }

  // MARK: Descriptors

  /// Calls `handler` whenever the descriptor is ready, until the watch is cancelled or dropped.
  ///
  /// Throws EPERM for what cannot be waited for (a regular file), EEXIST for a number that is watched already.
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
    let index = freePlaces.popLast() ?? places.count
    if index == places.count { places.append(Place()) }
    let token = UInt64(places[index].uses) << 32 | UInt64(index)
    do throws(SystemError) {
      try control(EPOLL_CTL_ADD, rawValue, interest, token)
    } catch {
      freePlaces.append(index)
      throw error
    }
    let watch = Watch(rawValue, interest: interest, token: token, loop: self, handler: handler)
    places[index].watch = .passUnretained(watch)
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
    // Fails only when the descriptor was closed first; the kernel has then removed it itself.
    try? control(EPOLL_CTL_DEL, watch.rawValue, [], watch.token)
    let index = Int(watch.token & 0xffff_ffff)
    places[index].watch = nil
    places[index].uses &+= 1
    freePlaces.append(index)
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
  package func after(microseconds: UInt64, then work: @escaping () -> Void) -> Timer {
    let (sum, isTooFar) = now.addingReportingOverflow(microseconds)
    return at(isTooFar ? .max : sum, then: work)
  }

  /// Does `work` once, when `now` has reached `deadline`, unless the timer is cancelled.
  @discardableResult
  package func at(_ deadline: UInt64, then work: @escaping () -> Void) -> Timer {
    timersMade += 1
    let timer = Timer(deadline: deadline, number: timersMade, loop: self, work: work)
    timers.insert(timer)
    // Within a turn the alarm is set once, at its end.
    if !isTurning { setAlarm() }
    return timer
  }

  func remove(_ timer: Timer) {
    // The alarm stays: going off once for nothing costs less than setting it anew for every time-out.
    timers.remove(timer)
  }

  private func setAlarm() {
    guard let first = timers.first else { return }
    if let alarmDeadline, alarmDeadline <= first.deadline { return }
    alarmDeadline = first.deadline
    // A time of zero would switch the timer off, and one past the end of time_t is refused.
    let deadline = min(max(first.deadline, 1), UInt64(Int64.max) / 1_000)
    var setting = itimerspec()
    setting.it_value.tv_sec = Int(deadline / 1_000_000)
    setting.it_value.tv_nsec = Int(deadline % 1_000_000) * 1_000
    timerfd_settime(alarm.rawValue, Int32(TFD_TIMER_ABSTIME), &setting, nil)
  }

  private func fireTimers() {
    alarmDeadline = nil
    let now = now
    let newest = timersMade
    // Timers that the fired ones set wait for the next turn, so that none can keep the loop here.
    while let timer = timers.first, timer.deadline <= now, timer.number <= newest {
      timers.remove(timer)
      let work = timer.work
      timer.work = nil
      work?()
    }
  }

  // MARK: Turning

  /// Does `work` later in this turn or at the start of the next, after all that was given before.
  package func next(_ work: @escaping () -> Void) {
    later.append(work)
    // Nobody would turn the loop otherwise, when another loop polls its descriptor.
    if later.count == 1, !isTurning, !isRunning { mailbox.wake() }
  }

  /// One round: waits until something happens, at most so many milliseconds (nil: for ever), and handles it.
  package func turn(timeout milliseconds: Int?) {
    precondition(!isTurning, "a handler turned its own loop")
    isTurning = true
    let patience = later.isEmpty ? milliseconds.map { Int32(clamping: max($0, 0)) } ?? -1 : 0
    let count = epoll_wait(epoll.rawValue, batch, Int32(EventLoop.batchCapacity), patience)
    var isTimeUp = false
    // A signal (EINTR) is an empty round.
    for index in 0..<max(Int(count), 0) {
      let token = batch[index].data.u64
      if token == EventLoop.wakeToken {
        for work in mailbox.take() { work() }
      } else if token == EventLoop.timerToken {
        isTimeUp = true
      } else {
        dispatch(token, Readiness(rawValue: batch[index].events))
      }
    }
    if isTimeUp { fireTimers() }
    let work = later
    later = []
    for work in work { work() }
    isTurning = false
    setAlarm()
    if !later.isEmpty, !isRunning { mailbox.wake() }
  }

  private func dispatch(_ token: UInt64, _ readiness: Readiness) {
    let place = places[Int(token & 0xffff_ffff)]
    guard place.uses == UInt32(token >> 32), let watch = place.watch?.takeUnretainedValue() else {
      return
    }
    watch.handler?(readiness)
  }

  /// Does now what other threads have posted, rather than when its turn comes: for a handler that answers for what may
  /// have happened before it was asked.
  package func catchUp() {
    for work in mailbox.take() { work() }
  }

  /// Turns until `stop()`.
  package func run() {
    isRunning = true
    while !isStopped { turn(timeout: nil) }
    isRunning = false
    isStopped = false
    if !later.isEmpty { mailbox.wake() }
  }

  /// Ends `run()` after the present turn, or as soon as it is called.
  package func stop() {
    isStopped = true
  }
}
