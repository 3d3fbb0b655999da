internal import CLinux

/// Writes held content into a destination's pipe by splice(2), from the beginning to a given size.
///
/// The file may be a peer's, on a dead mount: reading it may hang, and then only its lane hangs. `SpliceReader` keeps
/// the destination from hanging with it.
package final class FileToPipe: RunningTransfer {
  private let job: FeedJob

  /// Starts at once. A file with fewer bytes than `size` is reported as `short`. `peerEnds`: the destination's end of
  /// the pipe, which a worker closes.
  ///
  /// `lane`: the lane whose threads it uses, by default the file's own. The destination can hang them too (see `Pipe`):
  /// give each pair of file and destination its own lane where one destination must not delay the others.
  package init(
    from file: PeerDescriptor, size: UInt64, to destination: consuming OwnedFileDescriptor,
    peerEnds: [PeerDescriptor] = [], lane: Lane? = nil, pool: WorkerPool, loop: EventLoop,
    report: @escaping (JobReport) -> Void
  ) {
    let number = destination.rawValue
    let lane = lane ?? file.lane
    job = FeedJob(
      from: file, size: size, to: PipeOutlet(destination, lane: lane, pool: pool))
    super.init(
      job, destination: number, peerEnds: peerEnds, lane: lane, pool: pool, loop: loop,
      report: report)
  }

  /// After `ended`: whether the destination has not read all yet. Never hangs.
  package var hasUnreadBytes: Bool {
    isOver ? job.outlet.hasUnreadBytes : true
  }
}

/// One worker uses it at a time, and the loop's thread once the transfer is over.
final class FeedJob: TransferJob {
  private var file: PeerDescriptor?
  let outlet: PipeOutlet
  private let size: UInt64
  private(set) var total: UInt64 = 0

  init(from file: PeerDescriptor, size: UInt64, to outlet: PipeOutlet) {
    self.file = file
    self.size = size
    self.outlet = outlet
  }

  func run(_ context: JobContext) -> StepResult {
    guard let file, let destination = outlet.rawValue else { return .cancelled }
    return file.withDescriptor { file in
      var reader = SpliceReader(file, at: total, end: size)
      return run(&reader, to: destination, context)
    }
  }

  private func run(_ reader: inout SpliceReader, to destination: Int32, _ context: JobContext)
    -> StepResult
  {
    var transferred: UInt64 = 0
    while !context.isCancelled {
      if total == size { return .over(outlet.end(total: total)) }
      let ends = PipePoll.now(destination: destination)
      if ends.destinationIsClosed { return .over(outlet.destinationClosed()) }
      guard ends.destinationHasRoom else {
        guard context.waits(for: .destination, destination: destination) else {
          return .waiting(for: .destination)
        }
        continue
      }
      let count: Int
      do throws(SystemError) {
        count = try reader.splice(into: destination)
      } catch {
        return .over(error.errno == EPIPE ? outlet.destinationClosed() : .failed(error))
      }
      if count == 0, reader.isAtEnd { return .over(.short(total: total)) }
      total += UInt64(count)
      transferred += UInt64(count)
      context.transferred(total)
      if transferred >= JobContext.budget, context.mustYield { return .yielded }
    }
    return .cancelled
  }

  func close() {
    file = nil
    outlet.close()
  }

  func detach() { outlet.detach() }
}
