internal import CLinux

/// The threads of a pool and what waits for them. It lives until its last thread has left, which a hanging job may
/// delay for ever.
final class WorkerThreads: @unchecked Sendable {
  typealias Job = @Sendable () -> Void

  /// How long a thread without work stays, in ms.
  private static let patience = 10_000
  /// Jobs that run at once. More would take the processors from one another, unless some of them hang.
  private static let crowd = max(4, 2 * sysconf(Int32(_SC_NPROCESSORS_ONLN)))
  /// A job that takes longer, in µs, may hang: it does not count among the crowd any more.
  private static let slowness: UInt64 = 5_000
  /// How often that is looked at while a job waits for a thread, in ms.
  private static let watchfulness = 1
  /// Enough for system calls and short Swift code; buffers are on the heap.
  private static let stackSize = 256 * 1024

  private struct Lane {
    /// How often it stands in the row.
    var offered = 0
    var running = 0
    var waiting = Queue<Job>()
  }

  /// What a thread is at.
  private struct Worker {
    /// Of its job; nil without one and while that rests.
    var lane: String?
    /// When its job began or went on, in µs; nil without a job and while that rests.
    var since: UInt64?
    var isSlow = false
  }

  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  /// There may be work.
  private let condition: UnsafeMutablePointer<pthread_cond_t>
  /// Nobody gives it a sign: for the foreman to wait.
  private let clock: UnsafeMutablePointer<pthread_cond_t>
  private let capacity: Int
  private let perLane: Int

  // All below: under the mutex.
  private var lanes: [String: Lane] = [:]
  /// Lanes with waiting work and room to run it, each as often as it has both; served in turn.
  private var ready = Queue<String>()
  private var workers: [pthread_t: Worker] = [:]
  private var threads = 0
  private var idle = 0
  /// Idle threads that have been called and are not awake yet, and new ones.
  private var awakening = 0
  private var starting = 0
  /// Jobs that run and are neither slow nor at rest.
  private var active = 0
  /// Whether a thread watches for jobs that hang, because one waits.
  private var hasForeman = false
  private var isClosed = false

  init(threads: Int, perLane: Int) {
    capacity = threads
    self.perLane = perLane
    mutex = .allocate(capacity: 1)
    condition = .allocate(capacity: 1)
    clock = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(condition, &attributes)
    pthread_cond_init(clock, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_cond_destroy(clock)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    clock.deallocate()
    mutex.deallocate()
  }

  var threadCount: Int {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return threads
  }

  func submit(lane name: String, _ job: @escaping Job) {
    pthread_mutex_lock(mutex)
    lanes[name, default: Lane()].waiting.append(job)
    let isCalling = offer(name) && call()
    pthread_mutex_unlock(mutex)
    // Only now: who wakes up needs the mutex.
    if isCalling { pthread_cond_signal(condition) }
  }

  /// Whether this thread is doing a job of that lane.
  func isAtWork(in name: String) -> Bool {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return workers[pthread_self()]?.lane == name
  }

  /// Whether a job of the lane may wait on its thread for what comes next: it does not while somebody else has to wait
  /// for a thread, or in this lane for his turn. To be followed by `endRest(of:)`, on the same thread.
  func beginRest(of name: String) -> Bool {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    guard ready.isEmpty, lanes[name].map({ $0.waiting.isEmpty }) ?? true else { return false }
    pause()
    return true
  }

  func endRest(of name: String) {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    resume(in: name)
  }

  /// True when somebody has to wait for a thread, or in this lane for his turn.
  func isShort(for name: String) -> Bool {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return !ready.isEmpty || lanes[name].map { !$0.waiting.isEmpty } ?? false
  }

  func close() {
    pthread_mutex_lock(mutex)
    isClosed = true
    pthread_cond_broadcast(condition)
    pthread_mutex_unlock(mutex)
  }

  /// Puts the lane in the row once more when it has work and room for it.
  private func offer(_ name: String) -> Bool {
    guard var lane = lanes[name], lane.offered < lane.waiting.count,
      lane.offered + lane.running < perLane
    else { return false }
    lane.offered += 1
    lanes[name] = lane
    ready.append(name)
    return true
  }

  /// Sees to it that somebody comes for what stands in the row: a worker while there is room for one, else a foreman.
  /// True when an idle thread is to be woken for that.
  private func call() -> Bool {
    let coming = awakening + starting
    guard ready.count > coming, active + coming < Self.crowd || (!hasForeman && coming == 0) else {
      return false
    }
    if idle > awakening {
      awakening += 1
      return true
    }
    if threads < capacity { startThread() }
    return false
  }

  private func startThread() {
    do throws(SystemError) {
      try DetachedThread.start(stackSize: Self.stackSize) { [self] in work() }
      threads += 1
      starting += 1
    } catch {
      // Out of threads: those that exist do it, or the next submission tries again.
    }
  }

  private func work() {
    pthread_mutex_lock(mutex)
    starting -= 1
    while let name = next() {
      var job = lanes[name]?.waiting.popFirst()
      lanes[name]?.offered -= 1
      lanes[name]?.running += 1
      resume(in: name)
      let isCalling = call()
      pthread_mutex_unlock(mutex)
      if isCalling { pthread_cond_signal(condition) }
      job?()
      // What the job holds goes on this thread, and not under the mutex: it may submit work (a peer's descriptor).
      job = nil
      pthread_mutex_lock(mutex)
      pause()
      lanes[name]?.running -= 1
      // This thread takes the next in the row itself, so nobody else is woken for it.
      _ = offer(name)
      if let lane = lanes[name], lane.running == 0, lane.waiting.isEmpty { lanes[name] = nil }
    }
    workers[pthread_self()] = nil
    threads -= 1
    // Others may wait for nothing but that all is done.
    if isClosed { pthread_cond_broadcast(condition) }
    pthread_mutex_unlock(mutex)
  }

  /// A lane to do one job of, or nil when it is time to leave.
  private func next() -> String? {
    while true {
      if !ready.isEmpty, active < Self.crowd { return ready.popFirst() }
      if ready.isEmpty, isClosed { return nil }
      if !ready.isEmpty, !hasForeman {
        hasForeman = true
        _ = wait(clock, milliseconds: Self.watchfulness)
        hasForeman = false
        noticeSlowness()
        continue
      }
      idle += 1
      let isLate = wait(condition, milliseconds: Self.patience)
      idle -= 1
      if awakening > 0 { awakening -= 1 }
      if isLate, ready.isEmpty { return nil }
    }
  }

  /// True when the time was over.
  private func wait(
    _ condition: UnsafeMutablePointer<pthread_cond_t>, milliseconds: Int
  ) -> Bool {
    var deadline = timespec()
    clock_gettime(CLOCK_MONOTONIC, &deadline)
    deadline.tv_nsec += milliseconds % 1_000 * 1_000_000
    deadline.tv_sec += milliseconds / 1_000 + deadline.tv_nsec / 1_000_000_000
    deadline.tv_nsec %= 1_000_000_000
    return pthread_cond_timedwait(condition, mutex, &deadline) == ETIMEDOUT
  }

  // MARK: The crowd

  /// This thread's job counts from now on.
  private func resume(in lane: String) {
    workers[pthread_self()] = Worker(lane: lane, since: Clock.monotonic)
    active += 1
  }

  private func pause() {
    if workers.updateValue(Worker(), forKey: pthread_self())?.isSlow != true { active -= 1 }
  }

  /// Jobs that have been running for long make room for others.
  private func noticeSlowness() {
    let now = Clock.monotonic
    for (thread, worker) in workers where !worker.isSlow {
      guard let since = worker.since, now - since >= Self.slowness else { continue }
      workers[thread]?.isSlow = true
      active -= 1
    }
  }
}
