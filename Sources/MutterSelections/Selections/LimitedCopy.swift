internal import DragSystem

/// Copies into a pipe, from a pipe or a file, and ends when one side does nothing for too long.
///
/// All calls on the descriptors are made by workers.
final class LimitedCopy {
  enum End: Equatable {
    case complete(bytes: UInt64)
    /// The source had fewer bytes than its size.
    case short(bytes: UInt64)
    case destinationGone(bytes: UInt64)
    case stalled(JobReport.Party, limit: UInt64, bytes: UInt64)
    case failed(SystemError)
  }

  private enum Job {
    case pipe(Relay)
    case file(FileToPipe)

    func cancel() {
      switch self {
      case .pipe(let relay): relay.cancel()
      case .file(let file): file.cancel()
      }
    }
  }

  private var job: Job?
  private let size: UInt64?
  private let loop: EventLoop
  private var clock: StallClock
  private var timer: Timer?
  private var bytes: UInt64 = 0
  private var ended: ((End) -> Void)?

  private init(
    size: UInt64?, limits: StallClock.Limits, loop: EventLoop, ended: @escaping (End) -> Void
  ) {
    self.size = size
    self.loop = loop
    self.ended = ended
    clock = StallClock(limits, now: loop.now)
    watch()
  }

  /// Begins at once. More than `size` bytes are not copied. `ended` is called once, on the loop, unless the copy is
  /// cancelled before.
  convenience init(
    from source: consuming OwnedFileDescriptor, size: UInt64? = nil,
    to destination: consuming OwnedFileDescriptor, limits: StallClock.Limits, lane: String,
    pool: WorkerPool, loop: EventLoop, ended: @escaping (End) -> Void
  ) {
    self.init(size: size, limits: limits, loop: loop, ended: ended)
    job = .pipe(
      Relay(from: source, to: destination, limit: size, lane: lane, pool: pool, loop: loop) {
        [weak self] in self?.note($0)
      })
  }

  /// The same from a file's beginning.
  convenience init(
    file: PeerDescriptor, size: UInt64, to destination: consuming OwnedFileDescriptor,
    limits: StallClock.Limits, lane: String, pool: WorkerPool, loop: EventLoop,
    ended: @escaping (End) -> Void
  ) {
    self.init(size: size, limits: limits, loop: loop, ended: ended)
    job = .file(
      FileToPipe(from: file, size: size, to: destination, lane: lane, pool: pool, loop: loop) {
        [weak self] in self?.note($0)
      })
  }

  deinit { cancel() }

  /// Stops at once; `ended` is not called. The destination sees the end of the file.
  func cancel() {
    ended = nil
    timer?.cancel()
    job?.cancel()
    job = nil
  }

  /// The source may have gone without an end: from here on it has less time.
  func doubtSource() {
    clock.doubtSource(at: loop.now)
    watch()
  }

  private func watch() {
    guard ended != nil else { return }
    timer?.cancel()
    timer = loop.at(clock.deadline) { [weak self] in self?.checkProgress() }
  }

  private func checkProgress() {
    guard loop.now >= clock.deadline else { return watch() }
    job?.cancel()
    end(.stalled(clock.waitingFor, limit: clock.limit, bytes: bytes))
  }

  private func note(_ report: JobReport) {
    switch report {
    case .transferred(let total):
      bytes = total
      clock.moved(at: loop.now)
    case .waiting(let party):
      clock.waits(for: party, at: loop.now)
      // The other party may have less time.
      watch()
    case .ended(let total):
      end(size.map { total < $0 } == true ? .short(bytes: total) : .complete(bytes: total))
    case .limitExceeded: end(.complete(bytes: bytes))
    case .short(let total): end(.short(bytes: total))
    case .destinationGone: end(.destinationGone(bytes: bytes))
    case .failed(let error): end(.failed(error))
    case .roomWanted, .changed: preconditionFailure("a copy has neither a room nor an identity")
    }
  }

  private func end(_ end: End) {
    timer?.cancel()
    job = nil
    let ended = ended
    self.ended = nil
    ended?(end)
  }
}
