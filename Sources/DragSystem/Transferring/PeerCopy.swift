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
    /// The content ended before its size was reached.
    case short(bytes: UInt64)
    /// The program closed its end.
    case destinationClosed(bytes: UInt64)
    /// One side did nothing for as long as it may.
    case stalled(JobReport.Side, bytes: UInt64)
    case failed(SystemError)
  }

  private let job: PeerCopyJob
  private let runner: JobRunner
  private let loop: EventLoop
  private let stallLimit: UInt64
  private var sourceStallLimit: UInt64
  private var lastProgress: UInt64
  /// When the source got the limit that it has now.
  private var sourceLimited: UInt64
  private var timer: LoopTimer?
  private var ended: ((End) -> Void)?

  /// Starts at once. `size`: how many bytes the content has, where that is known; more are not copied. `stallLimit`:
  /// how many microseconds may pass without a transferred byte; `sourceStallLimit`: the same while the copy waits for
  /// the source, if that differs. `ended` is called once, on the loop, unless the copy is cancelled before.
  ///
  /// `lane`: give each copy one of its own, because either side may hang it (see `Pipe`).
  package init(
    from source: consuming OwnedFileDescriptor, size: UInt64?,
    to destination: consuming OwnedFileDescriptor, stallLimit: UInt64,
    sourceStallLimit: UInt64? = nil, lane: Lane, pool: WorkerPool, loop: EventLoop,
    ended: @escaping (End) -> Void
  ) {
    let sourceNumber = source.rawValue
    let destinationNumber = destination.rawValue
    job = PeerCopyJob(
      from: source, size: size,
      to: PipeOutlet(destination, isShared: true, lane: lane, pool: pool))
    self.loop = loop
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
    timer?.cancel()
    runner.cancel()
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
    case .transferred: lastProgress = loop.now
    case .waiting: break
    case .ended(let total): end(.complete(bytes: total))
    case .short(let total): end(.short(bytes: total))
    case .destinationClosed: end(.destinationClosed(bytes: runner.total))
    case .failed(let error): end(.failed(error))
    case .roomWanted, .limitExceeded, .changed:
      preconditionFailure("a copy for a peer has no room, no limit and no identity")
    }
  }

  private func end(_ end: End) {
    timer?.cancel()
    let ended = ended
    self.ended = nil
    ended?(end)
  }
}
