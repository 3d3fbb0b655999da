internal import CLinux

/// Passes the bytes of one pipe to another by splice(2): they stay in the kernel.
///
/// While the destination's pipe is full, only this relay waits. Both pipes are shared with peers that may block every
/// call on them (see `Pipe`), so workers of `lane` make the calls: give each pair of source and destination its own
/// lane, and the two can hang only each other.
package final class Relay: RunningTransfer {
  private let job: RelayJob

  /// Starts at once. `limit`: how many bytes the source promised; when the source sends more, the relay stops and
  /// reports `limitExceeded`. `peerEnds`: the peers' ends of the pipes, which a worker closes.
  package init(
    from source: consuming OwnedFileDescriptor, to destination: consuming OwnedFileDescriptor,
    limit: UInt64? = nil, peerEnds: [PeerDescriptor] = [], lane: Lane, pool: WorkerPool,
    loop: EventLoop, report: @escaping (JobReport) -> Void
  ) {
    let sourceNumber = source.rawValue
    let destinationNumber = destination.rawValue
    job = RelayJob(
      from: source, to: PipeOutlet(destination, lane: lane, pool: pool), limit: limit)
    super.init(
      job, source: sourceNumber, destination: destinationNumber, peerEnds: peerEnds, lane: lane,
      pool: pool, loop: loop, report: report)
  }

  /// After `ended`: whether the destination has not read all yet. Never hangs.
  package var hasUnreadBytes: Bool {
    isOver ? job.outlet.hasUnreadBytes : true
  }
}

/// One worker uses it at a time, and the loop's thread once the transfer is over.
final class RelayJob: TransferJob {
  private var source: OwnedFileDescriptor?
  let outlet: PipeOutlet
  private let limit: UInt64
  private(set) var total: UInt64 = 0

  init(from source: consuming OwnedFileDescriptor, to outlet: PipeOutlet, limit: UInt64?) {
    self.source = consume source
    self.outlet = outlet
    self.limit = limit ?? .max
  }

  func run(_ context: JobContext) -> StepResult {
    guard let source = source?.rawValue, let destination = outlet.rawValue else {
      return .cancelled
    }
    var transferred: UInt64 = 0
    while !context.isCancelled {
      let ends = PipePoll.now(source: source, destination: destination)
      if ends.destinationIsClosed { return .over(outlet.destinationClosed()) }
      if ends.sourceHasEnded { return .over(outlet.end(total: total)) }
      if ends.sourceHasBytes, total == limit { return .over(.limitExceeded) }
      guard ends.sourceHasBytes, ends.destinationHasRoom else {
        let side: JobReport.Side = ends.sourceHasBytes ? .destination : .source
        guard context.waits(for: side, source: source, destination: destination) else {
          return .waiting(for: side)
        }
        continue
      }
      let count = splice(
        source, nil, destination, nil, Int(min(JobContext.portion, limit - total)),
        UInt32(SPLICE_F_MOVE | SPLICE_F_NONBLOCK))
      if count > 0 {
        total += UInt64(count)
        transferred += UInt64(count)
        context.transferred(total)
        if transferred >= JobContext.budget, context.mustYield { return .yielded }
      } else if count < 0 {
        switch linux_errno() {
        case EAGAIN, EINTR: break
        case EPIPE: return .over(outlet.destinationClosed())
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

  func detach() { outlet.detach() }
}
