internal import CLinux

/// The threads of a pool and the jobs that wait for them. A `WorkerThreads` lives until its last thread has ended,
/// which a hanging job may delay for ever.
///
/// It has a pthread mutex, and is Sendable without the compiler's proof, because Synchronization has no condition
/// variable.
final class WorkerThreads: @unchecked Sendable {
  typealias Job = @Sendable () -> Void

  /// How long a thread without work stays, in ms. It ends before the program rests: the end of a thread maps pages
  /// that the program would have given back.
  private static let idleTimeout = Int(ProgramRest.quiet / 2_000)
  /// How many jobs run at once, slow ones apart. More would only take the processors from one another.
  private static let maxActiveJobs = max(4, 2 * sysconf(Int32(_SC_NPROCESSORS_ONLN)))
  /// A job that takes longer, in µs, may hang: the watchdog no longer counts it as active.
  private static let slowJobThreshold: UInt64 = 5_000
  /// A job that takes longer, in µs, counts as hanging when its share has no room.
  private static let hangingJobThreshold: UInt64 = 1_000_000
  /// How often the watchdog looks for slow jobs while a job waits for a thread, in ms.
  private static let watchdogInterval = 1
  /// How long the system has until it is asked again for a first thread, in µs.
  private static let startRetry: UInt64 = 100_000
  /// Enough for system calls and short Swift code; buffers are on the heap.
  private static let stackSize = 256 * 1024

  private struct LaneJobs {
    /// How often the lane is in `ready`.
    var readyCount = 0
    var running = 0
    var waiting = Queue<Job>()
    /// See `ThreadShares`; nil for a lane that no peer can block.
    let share: String?
    /// Whether the lane waits in `shares` for room.
    var isBlocked = false

    init(share: String?) { self.share = share }
  }

  /// The present activity of a thread.
  private struct Worker {
    /// The lane of its job; nil without a job and while the job is paused.
    var lane: Lane?
    /// When its job started or resumed, in µs; nil without a job and while the job is paused.
    var since: UInt64?
    var isSlow = false
  }

  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  /// Signalled when there may be work.
  private let condition: UnsafeMutablePointer<pthread_cond_t>
  /// Never signalled; the watchdog uses it only to sleep.
  private let watchdogCondition: UnsafeMutablePointer<pthread_cond_t>
  private let capacity: Int
  private let perLane: Int
  private let remote: LoopRemote

  // The mutex protects all below.
  private var lanes: [Lane: LaneJobs] = [:]
  private var shares: ThreadShares
  /// Lanes with waiting jobs and room to run them, each as often as it has both; served in order.
  private var ready = Queue<Lane>()
  private var workers: [pthread_t: Worker] = [:]
  private var threads = 0
  private var idle = 0
  /// Idle threads that were signalled and do not run yet.
  private var waking = 0
  /// New threads that do not run yet.
  private var starting = 0
  /// Jobs that run and are neither slow nor paused.
  private var active = 0
  /// Whether one thread looks for slow jobs, because a job waits.
  private var hasWatchdog = false
  private var isClosed = false
  /// Whether the loop is going to ask for a thread again.
  private var isRetrying = false

  init(threads: Int, perLane: Int, reserved: Int, remote: LoopRemote) {
    capacity = threads
    shares = ThreadShares(limit: reserved > 0 ? threads - reserved : nil)
    self.perLane = perLane
    self.remote = remote
    mutex = .allocate(capacity: 1)
    condition = .allocate(capacity: 1)
    watchdogCondition = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(condition, &attributes)
    pthread_cond_init(watchdogCondition, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_cond_destroy(watchdogCondition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    watchdogCondition.deallocate()
    mutex.deallocate()
  }

  /// How many threads there are now.
  var count: Int {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return threads
  }

  func submit(lane: Lane, _ job: @escaping Job) {
    pthread_mutex_lock(mutex)
    lanes[lane, default: LaneJobs(share: shares.share(of: lane))].waiting.append(job)
    let mustSignal = makeReady(lane) && provideThread()
    pthread_mutex_unlock(mutex)
    // After the unlock: the thread that wakes up needs the mutex.
    if mustSignal { pthread_cond_signal(condition) }
  }

  /// Whether this thread runs a job of that lane.
  func isRunningJob(of lane: Lane) -> Bool {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return workers[pthread_self()]?.lane == lane
  }

  /// Whether this thread may wait for a pipe with a job of that lane: not while another job waits for a thread, for a
  /// turn in this lane, or for room in its share. If true, the job counts as paused until `resumeJob(of:)` on the same
  /// thread.
  func pauseJob(of lane: Lane) -> Bool {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    guard !isWanted(threadOf: lane) else { return false }
    countAsInactive()
    return true
  }

  func resumeJob(of lane: Lane) {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    countAsActive(in: lane)
  }

  /// The same as `isWanted(threadOf:)`, for callers without the mutex.
  func hasWaitingJobs(besides lane: Lane) -> Bool {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return isWanted(threadOf: lane)
  }

  /// Whether another job waits for a thread, for a turn in this lane, or for room in its share.
  private func isWanted(threadOf lane: Lane) -> Bool {
    guard ready.isEmpty else { return true }
    guard let jobs = lanes[lane] else { return false }
    return !jobs.waiting.isEmpty || jobs.share.map(shares.hasBlockedLane) ?? false
  }

  // MARK: Shares

  func charge(_ busName: String, to account: String) {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    shares.charge(busName, to: account)
  }

  func recordDeparture(of busName: String) {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    shares.recordDeparture(of: busName)
  }

  /// Whether jobs that hang take all threads of this lane's share.
  func isBlocked(_ lane: Lane) -> Bool {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    guard let share = lanes[lane]?.share ?? shares.share(of: lane), !shares.hasRoom(share) else {
      return false
    }
    let now = Clock.monotonic
    let hanging = workers.values.count { worker in
      guard let since = worker.since, now - since >= Self.hangingJobThreshold,
        let lane = worker.lane
      else { return false }
      return lanes[lane]?.share == share
    }
    return hanging > 0 && hanging == shares.threads(of: share)
  }

  func close() {
    pthread_mutex_lock(mutex)
    isClosed = true
    pthread_cond_broadcast(condition)
    pthread_mutex_unlock(mutex)
  }

  /// Adds the lane to `ready` once more when it has a job to run and room for it.
  private func makeReady(_ lane: Lane) -> Bool {
    guard var jobs = lanes[lane], jobs.readyCount < jobs.waiting.count,
      jobs.readyCount + jobs.running < perLane
    else { return false }
    if let share = jobs.share, !shares.reserve(share) {
      guard !jobs.isBlocked else { return false }
      jobs.isBlocked = true
      lanes[lane] = jobs
      shares.block(lane, share)
      return false
    }
    jobs.readyCount += 1
    lanes[lane] = jobs
    ready.append(lane)
    return true
  }

  private func unblockLanes() {
    while let lane = shares.popUnblocked() {
      lanes[lane]?.isBlocked = false
      while makeReady(lane) {}
    }
  }

  /// Provides a thread for the lanes in `ready`: a worker while fewer jobs than `maxActiveJobs` are active, otherwise
  /// one that becomes the watchdog. Returns true when the caller must signal `condition`.
  private func provideThread() -> Bool {
    let coming = waking + starting
    guard ready.count > coming,
      active + coming < Self.maxActiveJobs || (!hasWatchdog && coming == 0)
    else { return false }
    if idle > waking {
      waking += 1
      return true
    }
    if threads < capacity { startThread() }
    return false
  }

  private func startThread() {
    do throws(SystemError) {
      try DetachedThread.start(stackSize: Self.stackSize) { [self] in runJobs() }
      threads += 1
      starting += 1
    } catch {
      // The system has no further thread: the existing ones do the job. Without one no other event would come.
      guard threads == 0, !isRetrying else { return }
      isRetrying = true
      remote.post(after: Self.startRetry) { [self] in retryStart() }
    }
  }

  private func retryStart() {
    pthread_mutex_lock(mutex)
    isRetrying = false
    let mustSignal = provideThread()
    pthread_mutex_unlock(mutex)
    if mustSignal { pthread_cond_signal(condition) }
  }

  /// Runs on each thread from its start to its end.
  private func runJobs() {
    pthread_mutex_lock(mutex)
    starting -= 1
    while let lane = waitForReadyLane() {
      var job = lanes[lane]?.waiting.popFirst()
      lanes[lane]?.readyCount -= 1
      lanes[lane]?.running += 1
      countAsActive(in: lane)
      let mustSignal = provideThread()
      pthread_mutex_unlock(mutex)
      if mustSignal { pthread_cond_signal(condition) }
      job?()
      // This thread destroys what the job holds, without the mutex: a peer's descriptor submits a job when it is
      // destroyed.
      job = nil
      pthread_mutex_lock(mutex)
      countAsInactive()
      lanes[lane]?.running -= 1
      if let share = lanes[lane]?.share { shares.release(share) }
      // Lanes that wait for room in the share come first.
      unblockLanes()
      // This thread takes the next lane from `ready` itself, so it wakes no other.
      _ = makeReady(lane)
      if let jobs = lanes[lane], jobs.running == 0, jobs.waiting.isEmpty { lanes[lane] = nil }
    }
    workers[pthread_self()] = nil
    threads -= 1
    // Other threads may wait only for the last job to be done.
    if isClosed { pthread_cond_broadcast(condition) }
    pthread_mutex_unlock(mutex)
  }

  /// A lane to run one job of; nil when this thread is to end.
  private func waitForReadyLane() -> Lane? {
    while true {
      if !ready.isEmpty, active < Self.maxActiveJobs { return ready.popFirst() }
      if ready.isEmpty, isClosed { return nil }
      if !ready.isEmpty, !hasWatchdog {
        hasWatchdog = true
        _ = wait(for: watchdogCondition, milliseconds: Self.watchdogInterval)
        hasWatchdog = false
        findSlowJobs()
        continue
      }
      idle += 1
      let isTimeOver = wait(for: condition, milliseconds: Self.idleTimeout)
      idle -= 1
      if waking > 0 { waking -= 1 }
      if isTimeOver, ready.isEmpty { return nil }
    }
  }

  /// Returns true when the time was over.
  private func wait(
    for condition: UnsafeMutablePointer<pthread_cond_t>, milliseconds: Int
  ) -> Bool {
    var deadline = timespec()
    clock_gettime(CLOCK_MONOTONIC, &deadline)
    deadline.tv_nsec += milliseconds % 1_000 * 1_000_000
    deadline.tv_sec += milliseconds / 1_000 + deadline.tv_nsec / 1_000_000_000
    deadline.tv_nsec %= 1_000_000_000
    return pthread_cond_timedwait(condition, mutex, &deadline) == ETIMEDOUT
  }

  // MARK: Active jobs

  private func countAsActive(in lane: Lane) {
    workers[pthread_self()] = Worker(lane: lane, since: Clock.monotonic)
    active += 1
  }

  private func countAsInactive() {
    if workers.updateValue(Worker(), forKey: pthread_self())?.isSlow != true { active -= 1 }
  }

  /// A slow job no longer counts as active, so that another one may run.
  private func findSlowJobs() {
    let now = Clock.monotonic
    for (thread, worker) in workers where !worker.isSlow {
      guard let since = worker.since, now - since >= Self.slowJobThreshold else { continue }
      workers[thread]?.isSlow = true
      active -= 1
    }
  }
}
