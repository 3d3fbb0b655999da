internal import CLinux

/// The threads of a pool and what waits for them. It lives until its last thread has left, which a hanging job may
/// delay for ever.
final class WorkerCrew: @unchecked Sendable {
  typealias Job = @Sendable () -> Void

  /// How long a thread without work stays: 10 s, in ns of the condition's clock.
  private static let patience = 10
  /// Enough for system calls and short Swift code; buffers are on the heap.
  private static let stackSize = 256 * 1024

  private struct Lane {
    /// How often it stands in the row.
    var offered = 0
    var running = 0
    var waiting = Queue<Job>()
  }

  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>
  private let capacity: Int
  private let perLane: Int

  // All below: under the mutex.
  private var lanes: [String: Lane] = [:]
  /// Lanes with waiting work and room to run it, each as often as it has both; served in turn.
  private var ready = Queue<String>()
  private var threads = 0
  private var idle = 0
  private var isClosed = false

  init(threads: Int, perLane: Int) {
    capacity = threads
    self.perLane = perLane
    mutex = .allocate(capacity: 1)
    condition = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  var threadCount: Int {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return threads
  }

  func submit(lane name: String, _ job: @escaping Job) {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    lanes[name, default: Lane()].waiting.append(job)
    guard offer(name) else { return }
    if idle >= ready.count {
      pthread_cond_signal(condition)
    } else if threads < capacity {
      startThread()
    }
  }

  /// True when somebody has to wait for a thread, or in this lane for his turn.
  func isShort(for name: String) -> Bool {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return ready.count > idle || lanes[name].map { !$0.waiting.isEmpty } ?? false
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

  private func startThread() {
    do throws(SystemError) {
      try DetachedThread.start(stackSize: Self.stackSize) { [self] in work() }
      threads += 1
    } catch {
      // Out of threads: those that exist do it, or the next submission tries again.
    }
  }

  private func work() {
    pthread_mutex_lock(mutex)
    while let name = next() {
      var job = lanes[name]?.waiting.popFirst()
      lanes[name]?.offered -= 1
      lanes[name]?.running += 1
      pthread_mutex_unlock(mutex)
      job?()
      // What the job holds goes on this thread, and not under the mutex: it may submit work (a peer's descriptor).
      job = nil
      pthread_mutex_lock(mutex)
      lanes[name]?.running -= 1
      // This thread takes the next in the row itself, so nobody else is woken for it.
      _ = offer(name)
      if let lane = lanes[name], lane.running == 0, lane.waiting.isEmpty { lanes[name] = nil }
    }
    threads -= 1
    pthread_mutex_unlock(mutex)
  }

  /// A lane to do one job of, or nil when it is time to leave.
  private func next() -> String? {
    if let name = ready.popFirst() { return name }
    var deadline = timespec()
    clock_gettime(CLOCK_MONOTONIC, &deadline)
    deadline.tv_sec += WorkerCrew.patience
    idle += 1
    defer { idle -= 1 }
    var isLate = false
    while ready.isEmpty, !isClosed, !isLate {
      isLate = pthread_cond_timedwait(condition, mutex, &deadline) == ETIMEDOUT
    }
    return ready.popFirst()
  }
}
