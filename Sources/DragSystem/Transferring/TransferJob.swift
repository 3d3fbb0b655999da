internal import Synchronization

/// The open descriptors and the progress of a transfer. One worker has it at a time; the loop's thread only reads it
/// while no worker has it, see `TransferJobHandle`.
///
/// All pipe calls that can hang (see `Pipe`) and all reading of peers' files happen here.
protocol TransferJob: AnyObject {
  /// Transfers what can be transferred without much waiting.
  func run(_ context: JobContext) -> StepResult

  /// Bytes transferred; for the loop while no worker has the job.
  var total: UInt64 { get }

  /// Closes everything.
  func close()

  /// Detaches the destination at once, while a worker may hang with the job.
  func detach()
}

extension TransferJob {
  /// For jobs without a destination's pipe.
  func detach() {}
}

/// Carries a job between the loop's thread and workers.
///
/// It is Sendable without the compiler's proof: `JobRunner` gives the job to one worker at a time, and posting to the
/// loop and to the pool orders their accesses. Only `detach()` runs beside a worker, and locks what it needs.
struct TransferJobHandle: @unchecked Sendable {
  let job: any TransferJob
}

/// Why a worker gave a job back to the loop.
enum StepResult: Sendable {
  /// Nothing happens until a pipe is ready.
  case waiting(for: JobReport.Side)
  /// A copy has filled all its room.
  case needsRoom
  /// Other jobs want the thread; this one continues when it is its turn again.
  case yielded
  case over(JobReport)
  case cancelled
}

/// A worker's link to the loop while it runs a job.
final class JobContext: Sendable {
  /// The milliseconds that a worker waits for a pipe before it gives the job back to the loop. A flowing stream never
  /// pauses for so long, so it does not pass through two threads for each packet.
  private static let pipeTimeout: Int32 = 2
  /// After so many bytes other jobs that wait for a thread get their turn.
  static let budget: UInt64 = 4 << 20
  /// The most bytes that one call transfers; also what one pipe can hold.
  static let portion: UInt64 = 1 << 20
  /// In microseconds.
  private static let reportInterval: UInt64 = 50_000

  private let runner: LoopConfined<WeakRunner>
  private let remote: LoopRemote
  private let threads: WorkerThreads
  private let lane: Lane
  private let cancelled = Atomic(false)
  private let reported = Mutex((total: UInt64(0), time: UInt64(0)))
  private let latest = Atomic<UInt64>(0)
  /// The peers' ends of the pipes. Their last close may hang (see `Pipe`), so a worker does it; and this process sees
  /// that a peer has closed its end only once they are closed here.
  private let peerEnds: Mutex<[PeerDescriptor]>

  /// Refers to the runner without keeping it alive.
  struct WeakRunner {
    weak var runner: JobRunner?
  }

  init(
    runner: LoopConfined<WeakRunner>, remote: LoopRemote, threads: WorkerThreads, lane: Lane,
    peerEnds: [PeerDescriptor]
  ) {
    self.runner = runner
    self.remote = remote
    self.threads = threads
    self.lane = lane
    self.peerEnds = Mutex(peerEnds)
  }

  var isCancelled: Bool { cancelled.load(ordering: .acquiring) }
  func cancel() { cancelled.store(true, ordering: .releasing) }

  /// Whether another job waits because this one has the thread.
  var mustYield: Bool { threads.hasWaitingJobs(besides: lane) }

  /// Waits a little for that side, unless other jobs want the thread; false when the side did nothing.
  func waits(
    for side: JobReport.Side, source: Int32? = nil, destination: Int32? = nil
  ) -> Bool {
    closePeerEnds()
    guard threads.pauseJob(of: lane) else { return false }
    defer { threads.resumeJob(of: lane) }
    return PipePoll.wait(
      for: side, source: source, destination: destination, timeout: JobContext.pipeTimeout)
  }

  /// Drops the peers' ends. This closes them, unless a message still holds one.
  func closePeerEnds() {
    let ends = peerEnds.withLock { ends in
      defer { ends = [] }
      return ends
    }
    // Without the mutex: a close may hang.
    _ = consume ends
  }

  /// Bytes transferred in all, also those that were not reported yet.
  var total: UInt64 { latest.load(ordering: .relaxed) }

  /// Reports to the loop how many bytes were transferred in all, when the interval has passed.
  func transferred(_ total: UInt64) {
    latest.store(total, ordering: .relaxed)
    let isDue = reported.withLock { reported in
      let now = Clock.monotonic
      guard total > reported.total,
        reported.total == 0 || now - reported.time >= JobContext.reportInterval
      else { return false }
      reported = (total, now)
      return true
    }
    guard isDue else { return }
    let runner = runner
    remote.post { runner.value?.runner?.updateTotal(total) }
  }
}

/// A report of a running job, always on the loop's thread.
///
/// Any number of `transferred`, `waiting` and `roomWanted`, then exactly one of the others; nothing after `cancel()`.
package enum JobReport: Hashable, Sendable {
  /// So many bytes have been transferred by now. Reported for the first bytes, then at most every 50 ms, and before the
  /// end.
  case transferred(total: UInt64)
  /// The side that the job waits for; reported only when it changes.
  case waiting(for: Side)
  /// A copy has used up its room; it continues after `resume()`.
  case roomWanted
  /// The source has ended (or its size is reached), and all bytes were transferred.
  case ended(total: UInt64)
  /// The destination closed the pipe, and left so many transferred bytes in it.
  case destinationClosed(unread: UInt64)
  /// The source has more bytes than it promised.
  case limitExceeded
  /// The source has fewer bytes than its size.
  case short(total: UInt64)
  /// The source is another file than before, or its content has changed.
  case changed
  /// A call failed; ENOSPC and the like are `isNoSpace`.
  case failed(SystemError)

  package enum Side: Hashable, Sendable {
    case source
    case destination
  }
}
