/// What a mover has open and how far it is. One worker job has it at a time; the loop's thread never calls it.
///
/// All pipe calls that can hang (see `Pipe`) and all reading of peers' files are in here.
protocol TransferJob: AnyObject, Sendable {
  /// Moves what can be moved, for as long as that goes without much waiting.
  func run(_ shift: JobContext) -> StepResult

  /// Bytes handed on; for the loop while no worker has it.
  var total: UInt64 { get }

  /// Closes everything.
  func close()

  /// Lets go of the destination at once, while a worker may hang with the job in hand.
  func sever()
}

extension TransferJob {
  /// Most have no destination's pipe.
  func sever() {}
}

/// Why a worker put a job down.
enum StepResult: Sendable {
  /// Nothing happens until a pipe is ready.
  case waiting(for: JobReport.Party)
  /// All the room that a copy has is taken.
  case needsRoom
  /// Others want the thread; go on when it is this one's turn again.
  case turnOver
  case over(JobReport)
  case cancelled
}

/// A worker's link to the loop while it runs.
final class JobContext: Sendable {
  /// How long a worker waits with the job in hand before it goes back to the loop: a stream in flow is never
  /// silent for that long, and is spared the way through two threads for each packet. In ms.
  private static let patience: Int32 = 2
  /// After so many bytes others who wait for a thread get their turn.
  static let budget: UInt64 = 4 << 20
  /// Handed on at once; also what one pipe can hold.
  static let portion: UInt64 = 1 << 20
  /// In microseconds.
  private static let reportInterval: UInt64 = 50_000

  private let line: Line
  private let remote: LoopRemote
  private let crew: WorkerThreads
  private let lane: String
  private let cancelled = Flag()
  private let reported = Lock((total: UInt64(0), time: UInt64(0)))
  /// The peers' ends of the pipes. Their last close may hang (see `Pipe`), so it is the worker's; and only once they
  /// are closed here can a peer's leaving be seen.
  private let ends: Lock<[PeerDescriptor]>

  /// The mover's end of the line; read on the loop's thread only.
  final class Line: @unchecked Sendable {
    weak var mover: JobRunner?
  }

  init(
    line: Line, remote: LoopRemote, crew: WorkerThreads, lane: String,
    keeping ends: [PeerDescriptor]
  ) {
    self.line = line
    self.remote = remote
    self.crew = crew
    self.lane = lane
    self.ends = Lock(ends)
  }

  var isCancelled: Bool { cancelled.isRaised }
  func cancel() { cancelled.raise() }

  /// Somebody else has to wait for a thread because this one is busy.
  var isWanted: Bool { crew.isShort(for: lane) }

  /// Waits a little for that party, unless others want the thread; false when it has done nothing.
  func awaits(
    _ party: JobReport.Party, source: Int32? = nil, destination: Int32? = nil
  ) -> Bool {
    letGo()
    guard crew.beginRest(of: lane) else { return false }
    defer { crew.endRest(of: lane) }
    return PipePoll.wait(
      for: party, source: source, destination: destination, timeout: JobContext.patience)
  }

  /// Lets go of the peers' ends. They are closed here, unless a message with one is still about.
  func letGo() {
    let ends = ends.withLock { ends in
      defer { ends = [] }
      return ends
    }
    // Outside of the lock.
    _ = consume ends
  }

  /// Tells the loop how many bytes have been moved in all, when it is time to.
  func moved(_ total: UInt64) {
    let isNews = reported.withLock { reported in
      let now = Clock.monotonic
      guard total > reported.total,
        reported.total == 0 || now - reported.time >= JobContext.reportInterval
      else { return false }
      reported = (total, now)
      return true
    }
    guard isNews else { return }
    let line = line
    remote.post { line.mover?.progress(total) }
  }
}
