internal import CLinux

/// The write end of the pipe that a destination reads, and after the end what tells whether it has read everything.
///
/// One worker has it at a time; `hasUnreadBytes` is the loop's, once it is over.
final class PipeOutlet: @unchecked Sendable {
  private var writer: OwnedFileDescriptor?
  /// A read end of the same pipe, after the end.
  private var remainder: PeerDescriptor?
  private let lane: String
  private let pool: WorkerPool

  init(_ writer: consuming OwnedFileDescriptor, lane: String, pool: WorkerPool) {
    // Setting a flag of one's own end cannot fail.
    try? writer.setNonBlocking()
    self.writer = consume writer
    self.lane = lane
    self.pool = pool
  }

  /// Nil once it is closed.
  var rawValue: Int32? { writer?.rawValue }

  /// Everything was written: the destination sees end of file when it has read it.
  func end(total: UInt64) -> Movement {
    guard let writer = writer.take() else { return .ended(total: total) }
    // Without it (descriptors have run out) the destination counts as having read everything.
    if let reader = try? writer.reopenPipeReader() {
      remainder = PeerDescriptor(reader, lane: lane, pool: pool)
    }
    return .ended(total: total)
  }

  /// The destination has closed its end.
  func gone() -> Movement {
    .destinationGone(unread: (try? writer?.unreadBytes()) ?? 0)
  }

  var hasUnreadBytes: Bool {
    guard let remainder else { return false }
    return remainder.withDescriptor {
      PipePoll.now(source: $0.rawValue).sourceHasBytes
    }
  }

  func close() {
    writer = nil
  }
}
