internal import CLinux

/// Copies held content, with its holes, into a file of its own, and sees that the source's file was not written meanwhile.
///
/// The file may be a peer's, on a dead mount: it is read on workers of its own lane only.
package final class Snapshot {
  private let job: SnapshotJob
  private let mover: JobRunner

  /// Begins at once. `identity`: what the file has to be, before and after; nil for one that cannot change. `room`: how
  /// many bytes it may write, holes not counted; when that is taken, it asks and waits for `goOn`.
  package init(
    of file: PeerDescriptor, size: UInt64, identity: FileIdentity?,
    room: CopyRoom = CopyRoom(.max), placement: ContentPlacement, pool: WorkerPool,
    loop: EventLoop, report: @escaping (JobReport) -> Void
  ) {
    job = SnapshotJob(
      of: file, size: size, identity: identity, room: room, placement: placement, pool: pool)
    mover = JobRunner(
      job, source: nil, destination: nil, lane: file.lane, pool: pool, loop: loop,
      report: report)
    mover.start()
  }

  deinit {
    cancel()
  }

  /// Bytes copied, as last reported.
  package var total: UInt64 { mover.total }
  /// True once it has reported its end or was cancelled.
  package var isOver: Bool { mover.isOver }

  /// Stops after the portion that is being copied, without another report.
  package func cancel() {
    mover.cancel()
  }

  /// There is more room.
  package func goOn() {
    mover.goOn()
  }

  /// After `ended`: the copy.
  package var content: Content? { mover.isOver ? job.content : nil }
  /// After `ended`: how many bytes were written; fewer than its size where it has holes.
  package var written: UInt64 { mover.isOver ? job.written : 0 }
}

/// Used by one worker at a time, and by the loop's thread once it is over.
final class SnapshotJob: TransferJob, @unchecked Sendable {
  private var original: PeerDescriptor?
  private var copy: ContentFile?
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

  func run(_ shift: JobContext) -> StepResult {
    guard let original else { return .cancelled }
    do throws(SystemError) {
      return try original.withDescriptor { file throws(SystemError) in
        try take(file, lane: original.lane, shift)
      }
    } catch {
      return .over(.failed(error))
    }
  }

  private func take(
    _ file: borrowing OwnedFileDescriptor, lane: String, _ shift: JobContext
  ) throws(SystemError) -> StepResult {
    guard try isUnchanged(file) else { return .over(.changed) }
    if copy == nil { copy = try ContentFile(expecting: size, placement: placement) }
    let extents = FileExtents(of: file, size: size)
    var copied: UInt64 = 0
    while total < size {
      guard !shift.isCancelled else { return .cancelled }
      switch extents.extent(at: total) {
      case .hole(let end):
        total = end
        shift.moved(total)
      case .data(let end):
        let room = room.bytes
        guard written < room else { return .needsRoom }
        let portion = min(JobContext.portion, end - total, room - written)
        let count = try copy?.copy(portion, at: total, from: file) { _ in !shift.isCancelled } ?? 0
        if shift.isCancelled { return .cancelled }
        total += count
        written += count
        copied += count
        shift.moved(total)
        guard count == portion else { return .over(.short(total: total)) }
      }
      if copied >= JobContext.budget, shift.isWanted { return .turnOver }
    }
    guard try isUnchanged(file) else { return .over(.changed) }
    content = try copy.take()?.finish(size: size, lane: lane, pool: pool)
    return .over(.ended(total: total))
  }

  private func isUnchanged(_ file: borrowing OwnedFileDescriptor) throws(SystemError) -> Bool {
    guard let identity else { return true }
    return try FileFacts(of: file).identity == identity
  }

  func close() {
    original = nil
    copy = nil
  }
}
