internal import CLinux

/// Copies held content, with its holes, into a new file, and checks that no process wrote the source's file meanwhile.
///
/// The file may be a peer's, on a dead mount: only workers of its own lane read it.
package final class Snapshot: RunningTransfer {
  private let job: SnapshotJob

  /// Starts at once. `identity`: the identity that the file must have before and after the copy; nil for a file that
  /// cannot change. `room`: how many bytes it may write, holes not counted; when they are used up, it reports
  /// `roomWanted` and waits for `resume()`.
  package init(
    of file: PeerDescriptor, size: UInt64, identity: FileIdentity?,
    room: CopyRoom = CopyRoom(.max), placement: ContentPlacement, pool: WorkerPool,
    loop: EventLoop, report: @escaping (JobReport) -> Void
  ) {
    job = SnapshotJob(
      of: file, size: size, identity: identity, room: room, placement: placement, pool: pool)
    super.init(job, lane: file.lane, pool: pool, loop: loop, report: report)
  }

  /// After `ended`: the copy.
  package var content: Content? { isOver ? job.content : nil }
  /// After `ended`: how many bytes were written; fewer than its size when it has holes.
  package var written: UInt64 { isOver ? job.written : 0 }
}

/// One worker uses it at a time, and the loop's thread once the transfer is over.
final class SnapshotJob: TransferJob {
  private var original: PeerDescriptor?
  private var target: ContentFile?
  private(set) var content: Content?
  private let size: UInt64
  private let identity: FileIdentity?
  private let room: CopyRoom
  private let placement: ContentPlacement
  private let pool: WorkerPool
  private(set) var total: UInt64 = 0
  private(set) var written: UInt64 = 0

  init(
    of original: PeerDescriptor, size: UInt64, identity: FileIdentity?, room: CopyRoom,
    placement: ContentPlacement, pool: WorkerPool
  ) {
    self.original = original
    self.size = size
    self.identity = identity
    self.room = room
    self.placement = placement
    self.pool = pool
  }

  func run(_ context: JobContext) -> StepResult {
    guard let original else { return .cancelled }
    do throws(SystemError) {
      return try original.withDescriptor { file throws(SystemError) in
        try copy(file, lane: original.lane, context)
      }
    } catch {
      return .over(.failed(error))
    }
  }

  private func copy(
    _ file: borrowing OwnedFileDescriptor, lane: Lane, _ context: JobContext
  ) throws(SystemError) -> StepResult {
    guard try isUnchanged(file) else { return .over(.changed) }
    if target == nil { target = try ContentFile(expecting: size, placement: placement) }
    let extents = FileExtents(of: file, size: size)
    var copied: UInt64 = 0
    while total < size {
      guard !context.isCancelled else { return .cancelled }
      switch extents.extent(at: total) {
      case .hole(let end):
        total = end
        context.transferred(total)
      case .data(let end):
        let room = room.bytes
        guard written < room else { return .needsRoom }
        let portion = min(JobContext.portion, end - total, room - written)
        let count =
          try target?.copy(portion, at: total, from: file) { _ in !context.isCancelled } ?? 0
        if context.isCancelled { return .cancelled }
        total += count
        written += count
        copied += count
        context.transferred(total)
        guard count == portion else { return .over(.short(total: total)) }
      }
      if copied >= JobContext.budget, context.mustYield { return .yielded }
    }
    guard try isUnchanged(file) else { return .over(.changed) }
    content = try target.take()?.complete(size: size, lane: lane, pool: pool)
    return .over(.ended(total: total))
  }

  private func isUnchanged(_ file: borrowing OwnedFileDescriptor) throws(SystemError) -> Bool {
    guard let identity else { return true }
    return try FileStatus(of: file).identity == identity
  }

  func close() {
    original = nil
    target = nil
  }
}
