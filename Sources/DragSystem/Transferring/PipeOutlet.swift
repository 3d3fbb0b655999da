internal import CLinux

/// The write end of the pipe that a destination reads, and after the end what tells whether it has read everything.
///
/// One worker has it at a time; `hasUnreadBytes` is the loop's, once it is over. Only `sever()` comes in between.
final class PipeOutlet: @unchecked Sendable {
  private var writer: OwnedFileDescriptor?
  /// Keeps the number from being closed, and given to another file, while it is severed.
  private let closing = Lock(())
  /// A read end of the same pipe, after the end.
  private var remainder: PeerDescriptor?
  private let lane: String
  private let pool: WorkerPool

  /// `isShared`: the destination may use the same open file description and expects it as it is, so it may block.
  init(
    _ writer: consuming OwnedFileDescriptor, isShared: Bool = false, lane: String, pool: WorkerPool
  ) {
    // Setting a flag of one's own end cannot fail.
    if !isShared { try? writer.setNonBlocking() }
    self.writer = consume writer
    self.lane = lane
    self.pool = pool
  }

  /// Nil once it is closed.
  var rawValue: Int32? { writer?.rawValue }

  /// Everything was written: once this is closed the destination sees end of file.
  func end(total: UInt64) -> JobReport {
    // Without it (descriptors have run out) the destination counts as having read everything.
    if let reader = try? writer?.reopenPipeReader() {
      remainder = PeerDescriptor(reader, lane: lane, pool: pool)
    }
    return .ended(total: total)
  }

  /// The destination has closed its end.
  func gone() -> JobReport {
    .destinationGone(unread: (try? writer?.unreadBytes()) ?? 0)
  }

  var hasUnreadBytes: Bool {
    guard let remainder else { return false }
    return remainder.withDescriptor {
      PipePoll.now(source: $0.rawValue).sourceHasBytes
    }
  }

  /// The destination sees the end now, although a worker may hang with this in hand: the number leads to a pipe that
  /// nobody reads from here on. Hangs when the destination holds its pipe; see `Pipe`.
  func sever() {
    guard let nowhere = try? Pipe(capacity: 4096) else { return }
    let writer = nowhere.takeWriter()
    closing.withLock { _ in
      guard let number = self.writer?.rawValue else { return }
      _ = dup3(writer.rawValue, number, Int32(O_CLOEXEC))
    }
  }

  func close() {
    closing.withLock { _ in writer = nil }
  }
}
