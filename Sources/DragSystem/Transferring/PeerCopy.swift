internal import CLinux

/// Copies content, a pipe or a file, into a descriptor that another program has passed for its own use: the pipe that
/// it pastes from.
///
/// Unlike with `FileToPipe` and `Relay` the descriptor need not be a pipe, and it stays blocking, because the program
/// may use the same open file description itself (`wl-paste` passes its standard output). While one side makes the
/// copy wait, no worker waits.
package final class PeerCopy {
  package enum End: Equatable, Sendable {
    /// The destination's pipe has taken everything; this process cannot tell whether the program reads it.
    case complete(bytes: UInt64)
    /// The content ended before its size was reached; the destination has seen the end only `patience` later.
    case short(bytes: UInt64)
    /// The program closed its end.
    case destinationClosed(bytes: UInt64)
    /// One side did nothing for as long as it may.
    case stalled(JobReport.Side, bytes: UInt64)
    case failed(SystemError)
  }

  /// How long a program has to give up when its content has failed, in microseconds: longer than Qt waits, which is
  /// 5 s. No display has a word for a failure, and the end would tell the program that it has everything.
  package static let patience: UInt64 = 6_000_000

  private let job: PeerCopyJob
  private let runner: JobRunner
  private let loop: EventLoop
  private let stallLimit: UInt64
  private var sourceStallLimit: UInt64
  private var lastProgress: UInt64
  /// When the source got the limit that it has now.
  private var sourceLimited: UInt64
  private var timer: LoopTimer?
  private let patience: UInt64
  private let lane: Lane
  private let pool: WorkerPool
  /// Hides the end of content that has failed from the destination.
  private var unended: PeerDescriptor?
  private var ended: ((End) -> Void)?
  private var wasFull = false
  /// Whether the destination has taken bytes again after it had been full: the program reads it.
  package private(set) var isRead = false

  /// Starts at once. `size`: how many bytes the content has, where that is known; more are not copied. `stallLimit`:
  /// how many microseconds may pass without a transferred byte; `sourceStallLimit`: the same while the copy waits for
  /// the source, if that differs. `ended` is called once, on the loop, unless the copy is cancelled before.
  ///
  /// `lane`: give each copy one of its own, because either side may hang it (see `Pipe`).
  package init(
    from source: consuming OwnedFileDescriptor, size: UInt64?,
    to destination: consuming OwnedFileDescriptor, stallLimit: UInt64,
    sourceStallLimit: UInt64? = nil, patience: UInt64 = PeerCopy.patience, lane: Lane,
    pool: WorkerPool, loop: EventLoop, ended: @escaping (End) -> Void
  ) {
    let sourceNumber = source.rawValue
    let destinationNumber = destination.rawValue
    job = PeerCopyJob(
      from: source, size: size,
      to: PipeOutlet(destination, isShared: true, lane: lane, pool: pool))
    self.loop = loop
    self.patience = patience
    self.lane = lane
    self.pool = pool
    self.stallLimit = stallLimit
    self.sourceStallLimit = sourceStallLimit ?? stallLimit
    self.ended = ended
    lastProgress = loop.now
    sourceLimited = lastProgress
    let relay = ReportRelay()
    runner = JobRunner(
      job, source: sourceNumber, destination: destinationNumber, lane: lane, pool: pool,
      loop: loop, report: { relay.copy?.note($0) })
    relay.copy = self
    watchForStall()
    runner.start()
  }

  deinit {
    cancel()
  }

  /// Stops at once; `ended` is not called. The destination sees end of file.
  package func cancel() {
    ended = nil
    unended = nil
    timer?.cancel()
    runner.cancel()
  }

  /// Since when the destination takes nothing, by the loop's clock; nil while the copy does not wait for it.
  package var untakenSince: UInt64? {
    switch runner.waitingFor {
    case .source: nil
    case .destination: lastProgress
    }
  }

  /// Limits how long the source may stall from now on: for a source that may have left without ending its content.
  package func limitSource(to stallLimit: UInt64) {
    guard ended != nil else { return }
    sourceStallLimit = stallLimit
    sourceLimited = loop.now
    timer?.cancel()
    watchForStall()
  }

  /// Lets the runner report to a copy that may no longer exist.
  private final class ReportRelay {
    weak var copy: PeerCopy?
  }

  private var deadline: UInt64 {
    switch runner.waitingFor {
    case .source: max(lastProgress, sourceLimited) + sourceStallLimit
    case .destination: lastProgress + stallLimit
    }
  }

  private func watchForStall() {
    // The copy may wait for the other side before this one's time is over.
    let next = min(deadline, loop.now + min(stallLimit, sourceStallLimit))
    timer = loop.at(next) { [weak self] in self?.checkProgress() }
  }

  private func checkProgress() {
    guard loop.now >= deadline else { return watchForStall() }
    runner.cancel()
    end(.stalled(runner.waitingFor, bytes: runner.total))
  }

  private func note(_ report: JobReport) {
    switch report {
    case .transferred:
      lastProgress = loop.now
      if wasFull { isRead = true }
    case .waiting(let side): if side == .destination { wasFull = true }
    case .ended(let total): end(.complete(bytes: total))
    case .short(let total): endLater(.short(bytes: total))
    case .destinationClosed: end(.destinationClosed(bytes: runner.total))
    case .failed(let error): end(.failed(error))
    case .roomWanted, .limitExceeded, .changed:
      preconditionFailure("a copy for a peer has no room, no limit and no identity")
    }
  }

  private func endLater(_ end: End) {
    timer?.cancel()
    if let destination = job.unended.take() {
      unended = PeerDescriptor(destination, lane: lane, pool: pool)
    }
    timer = loop.after(microseconds: patience) { [weak self] in
      self?.unended = nil
      self?.end(end)
    }
  }

  private func end(_ end: End) {
    timer?.cancel()
    let ended = ended
    self.ended = nil
    ended?(end)
  }
}
