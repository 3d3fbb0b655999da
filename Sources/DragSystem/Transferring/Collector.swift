internal import CLinux

/// Collects the bytes that a source writes into its pipe: in memory, or in an unlinked file if they are too many.
package final class Collector: RunningTransfer {
  private let job: CollectJob

  /// Starts at once. `limit`: how many bytes the source promised; when the source sends more, the collector stops and
  /// reports `limitExceeded`. `room`: how many bytes the collector may keep; when they are used up, it reports
  /// `roomWanted` and waits for `resume()`. `peerEnds`: the source's end of the pipe, which a worker closes.
  package init(
    from source: consuming OwnedFileDescriptor, limit: UInt64? = nil,
    room: CopyRoom = CopyRoom(.max), peerEnds: [PeerDescriptor] = [],
    placement: ContentPlacement, lane: Lane, pool: WorkerPool, loop: EventLoop,
    report: @escaping (JobReport) -> Void
  ) {
    let number = source.rawValue
    job = CollectJob(
      from: source, limit: limit, room: room, placement: placement, lane: lane, pool: pool)
    super.init(
      job, source: number, peerEnds: peerEnds, lane: lane, pool: pool, loop: loop, report: report)
  }

  /// After `ended`: the collected content.
  package var content: Content? { isOver ? job.content : nil }
}

/// One worker uses it at a time, and the loop's thread once the transfer is over.
final class CollectJob: TransferJob {
  private var source: OwnedFileDescriptor?
  private var file: ContentFile?
  private(set) var content: Content?
  private let limit: UInt64
  private let room: CopyRoom
  private let placement: ContentPlacement
  private let lane: Lane
  private let pool: WorkerPool
  private(set) var total: UInt64 = 0

  init(
    from source: consuming OwnedFileDescriptor, limit: UInt64?, room: CopyRoom,
    placement: ContentPlacement, lane: Lane, pool: WorkerPool
  ) {
    // Setting a flag of a pipe's end cannot fail.
    try? source.setNonBlocking()
    self.source = consume source
    self.limit = limit ?? .max
    self.room = room
    self.placement = placement
    self.lane = lane
    self.pool = pool
  }

  func run(_ context: JobContext) -> StepResult {
    guard let source = source?.rawValue else { return .cancelled }
    do throws(SystemError) {
      return try collect(from: source, context)
    } catch {
      return .over(.failed(error))
    }
  }

  private func collect(from source: Int32, _ context: JobContext) throws(SystemError) -> StepResult
  {
    if file == nil {
      file = try ContentFile(expecting: limit == .max ? 0 : limit, placement: placement)
    }
    var transferred: UInt64 = 0
    while !context.isCancelled {
      let ends = PipePoll.now(source: source)
      if ends.sourceHasEnded {
        content = try file.take()?.complete(size: total, lane: lane, pool: pool)
        return .over(.ended(total: total))
      }
      guard ends.sourceHasBytes else {
        guard context.waits(for: .source, source: source) else { return .waiting(for: .source) }
        continue
      }
      if total == limit { return .over(.limitExceeded) }
      let room = room.bytes
      if total >= room { return .needsRoom }
      let count = try receive(from: source, atMost: room - total)
      file?.wrote(count)
      total += count
      transferred += count
      context.transferred(total)
      if transferred >= JobContext.budget, context.mustYield { return .yielded }
    }
    return .cancelled
  }

  private func receive(from source: Int32, atMost room: UInt64) throws(SystemError) -> UInt64 {
    let wanted = try makeRoom(for: min(JobContext.portion, limit - total, room))
    guard let file = file?.rawValue else { return 0 }
    var offset = Int64(total)
    let count = splice(
      source, nil, file, &offset, Int(wanted), UInt32(SPLICE_F_MOVE | SPLICE_F_NONBLOCK))
    if count >= 0 { return UInt64(count) }
    switch linux_errno() {
    case EAGAIN, EINTR: return 0
    case EINVAL: return try copy(from: source, to: file, wanted)
    default: throw .last("splice")
    }
  }

  /// Makes room for so many bytes, or only for those that are in the pipe: nobody knows how many more will come, and
  /// what may not be on a disk has to fit into what is left of the memory.
  private func makeRoom(for most: UInt64) throws(SystemError) -> UInt64 {
    do throws(SystemError) {
      try file?.makeRoom(for: most, after: total)
      return most
    } catch {
      guard error.isNoSpace, let present = try source?.unreadBytes(), present < most else {
        throw error
      }
      try file?.makeRoom(for: present, after: total)
      return present
    }
  }

  /// For file systems without splice(2).
  private func copy(
    from source: Int32, to file: Int32, _ wanted: UInt64
  ) throws(SystemError) -> UInt64 {
    var bytes = [UInt8](repeating: 0, count: Int(min(wanted, 65_536)))
    let filled = read(source, &bytes, bytes.count)
    if filled < 0 {
      guard linux_errno() == EAGAIN || linux_errno() == EINTR else { throw .last("read") }
      return 0
    }
    try OwnedFileDescriptor.write(bytes[..<filled], to: file, at: total)
    return UInt64(filled)
  }

  func close() {
    source = nil
    file = nil
  }
}
