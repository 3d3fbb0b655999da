internal import CLinux

/// Hands the bytes of one pipe on to another by splice(2): they stay in the kernel.
///
/// While the destination's pipe is full, only that is waited for; others go on. Both pipes are shared with peers
/// who may block every call on them (see `Pipe`), so the calls happen on workers of `lane`: give each pair of source
/// and destination a lane of its own, and nobody else is harmed by what the two do.
package final class Relay {
  private let job: RelayJob
  private let mover: JobRunner

  /// Begins at once. `limit`: how many bytes the source promised; when it sends more, it stops and says so.
  /// `ends`: the peers' ends of the pipes, which its worker lets go of.
  package init(
    from source: consuming OwnedFileDescriptor, to destination: consuming OwnedFileDescriptor,
    limit: UInt64? = nil, keeping ends: [PeerDescriptor] = [], lane: String, pool: WorkerPool,
    loop: EventLoop, report: @escaping (JobReport) -> Void
  ) {
    let sourceNumber = source.rawValue
    let destinationNumber = destination.rawValue
    job = RelayJob(
      from: source, to: PipeOutlet(destination, lane: lane, pool: pool), limit: limit)
    mover = JobRunner(
      job, source: sourceNumber, destination: destinationNumber, keeping: ends, lane: lane,
      pool: pool, loop: loop, report: report)
    mover.start()
  }

  deinit {
    cancel()
  }

  /// Bytes handed on, as last reported.
  package var total: UInt64 { mover.total }
  /// True once it has reported its end or was cancelled.
  package var isOver: Bool { mover.isOver }
  /// As last reported; the source in the beginning.
  package var waitingFor: JobReport.Party { mover.waitingFor }

  /// Stops at once, without another report. The destination sees end of file, the source a closed pipe.
  package func cancel() {
    mover.cancel()
  }

  /// After `ended`: whether the destination has still to read what was handed on. Never hangs.
  package var hasUnreadBytes: Bool {
    mover.isOver ? job.outlet.hasUnreadBytes : true
  }
}

/// Used by one worker at a time, and by the loop's thread once it is over.
final class RelayJob: TransferJob, @unchecked Sendable {
  private var source: OwnedFileDescriptor?
  let outlet: PipeOutlet
  private let limit: UInt64
  private(set) var total: UInt64 = 0

  init(from source: consuming OwnedFileDescriptor, to outlet: PipeOutlet, limit: UInt64?) {
    self.source = consume source
    self.outlet = outlet
    self.limit = limit ?? .max
  }

  func run(_ shift: JobContext) -> StepResult {
    guard let source = source?.rawValue, let destination = outlet.rawValue else {
      return .cancelled
    }
    var moved: UInt64 = 0
    while !shift.isCancelled {
      let ends = PipePoll.now(source: source, destination: destination)
      if ends.destinationIsGone { return .over(outlet.gone()) }
      if ends.sourceHasEnded { return .over(outlet.end(total: total)) }
      if ends.sourceHasBytes, total == limit { return .over(.limitExceeded) }
      guard ends.sourceHasBytes, ends.destinationHasRoom else {
        let party: JobReport.Party = ends.sourceHasBytes ? .destination : .source
        guard shift.awaits(party, source: source, destination: destination) else {
          return .waiting(for: party)
        }
        continue
      }
      let count = splice(
        source, nil, destination, nil, Int(min(JobContext.portion, limit - total)),
        UInt32(SPLICE_F_MOVE | SPLICE_F_NONBLOCK))
      if count > 0 {
        total += UInt64(count)
        moved += UInt64(count)
        shift.moved(total)
        if moved >= JobContext.budget, shift.isWanted { return .turnOver }
      } else if count < 0 {
        switch linux_errno() {
        case EAGAIN, EINTR: break
        case EPIPE: return .over(outlet.gone())
        default: return .over(.failed(.last("splice")))
        }
      }
    }
    return .cancelled
  }

  func close() {
    source = nil
    outlet.close()
  }

  func sever() { outlet.sever() }
}
