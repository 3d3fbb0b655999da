internal import CLinux

/// Writes held content into a destination's pipe by splice(2), from the beginning to a given size.
///
/// The file may be a peer's, on a dead mount: reading it may hang, and it hangs nobody but its lane. See `SpliceReader` for
/// how the destination is kept out of it.
package final class FileToPipe {
  private let job: FeedJob
  private let mover: JobRunner

  /// Begins at once. A file with fewer bytes than `size` is reported as short. `ends`: the destination's end of the
  /// pipe, which its worker lets go of.
  ///
  /// `lane`: whose threads it uses, the file's own by default. The destination can hang them too (see `Pipe`): give
  /// each pair of the two a lane of its own where one destination must not hold up the others.
  package init(
    from file: PeerDescriptor, size: UInt64, to destination: consuming OwnedFileDescriptor,
    keeping ends: [PeerDescriptor] = [], lane: String? = nil, pool: WorkerPool, loop: EventLoop,
    report: @escaping (JobReport) -> Void
  ) {
    let number = destination.rawValue
    let lane = lane ?? file.lane
    job = FeedJob(
      from: file, size: size, to: PipeOutlet(destination, lane: lane, pool: pool))
    mover = JobRunner(
      job, source: nil, destination: number, keeping: ends, lane: lane, pool: pool, loop: loop,
      report: report)
    mover.start()
  }

  deinit {
    cancel()
  }

  /// Bytes handed on, as last reported.
  package var total: UInt64 { mover.total }
  /// True once it has reported its end or was cancelled.
  package var isOver: Bool { mover.isOver }
  /// As last reported; the source, which is the file, in the beginning.
  package var waitingFor: JobReport.Party { mover.waitingFor }

  /// Stops at once, without another report. The destination sees end of file.
  package func cancel() {
    mover.cancel()
  }

  /// After `ended`: whether the destination has still to read what was handed on. Never hangs.
  package var hasUnreadBytes: Bool {
    mover.isOver ? job.outlet.hasUnreadBytes : true
  }
}

/// Used by one worker at a time, and by the loop's thread once it is over.
final class FeedJob: TransferJob, @unchecked Sendable {
  private var file: PeerDescriptor?
  let outlet: PipeOutlet
  private let size: UInt64
  private(set) var total: UInt64 = 0

  init(from file: PeerDescriptor, size: UInt64, to outlet: PipeOutlet) {
    self.file = file
    self.size = size
    self.outlet = outlet
  }

  func run(_ shift: JobContext) -> StepResult {
    guard let file, let destination = outlet.rawValue else { return .cancelled }
    return file.withDescriptor { file in
      var tap = SpliceReader(file, at: total, end: size)
      return run(&tap, to: destination, shift)
    }
  }

  private func run(_ tap: inout SpliceReader, to destination: Int32, _ shift: JobContext)
    -> StepResult
  {
    var moved: UInt64 = 0
    while !shift.isCancelled {
      if total == size { return .over(outlet.end(total: total)) }
      let ends = PipePoll.now(destination: destination)
      if ends.destinationIsGone { return .over(outlet.gone()) }
      guard ends.destinationHasRoom else {
        guard shift.awaits(.destination, destination: destination) else {
          return .waiting(for: .destination)
        }
        continue
      }
      let count: Int
      do throws(SystemError) {
        count = try tap.pour(into: destination)
      } catch {
        return .over(error.errno == EPIPE ? outlet.gone() : .failed(error))
      }
      if count == 0, tap.isDry { return .over(.short(total: total)) }
      total += UInt64(count)
      moved += UInt64(count)
      shift.moved(total)
      if moved >= JobContext.budget, shift.isWanted { return .turnOver }
    }
    return .cancelled
  }

  func close() {
    file = nil
    outlet.close()
  }

  func sever() { outlet.sever() }
}
