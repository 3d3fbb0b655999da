internal import CLinux
internal import Synchronization

/// The write end of the pipe that a destination reads; after the end it tells whether the destination has read
/// everything.
///
/// One worker has it at a time; the loop calls `hasUnreadBytes` once the transfer is over. Only `detach()` runs beside
/// a worker.
final class PipeOutlet {
  private var writer: OwnedFileDescriptor?
  /// Held while the number is closed or detached: a closed number may already belong to another file.
  private let closing = Mutex(())
  /// After the end: a read end of the same pipe.
  private var unread: PeerDescriptor?
  private let lane: Lane
  private let pool: WorkerPool

  /// `isShared`: the destination may use the same open file description and expects it as it is, so it may block.
  init(
    _ writer: consuming OwnedFileDescriptor, isShared: Bool = false, lane: Lane, pool: WorkerPool
  ) {
    // Setting a flag of a pipe's end cannot fail.
    if !isShared { try? writer.setNonBlocking() }
    self.writer = consume writer
    self.lane = lane
    self.pool = pool
  }

  /// Nil once it is closed.
  var rawValue: Int32? { writer?.rawValue }

  /// For the end of the transfer, when everything is written. The destination sees end of file once this is closed.
  func end(total: UInt64) -> JobReport {
    // Without this end (the process has no descriptor left) the destination counts as having read everything.
    if let reader = try? writer?.reopenPipeReader() {
      unread = PeerDescriptor(reader, lane: lane, pool: pool)
    }
    return .ended(total: total)
  }

  /// For the end of the transfer, when the destination has closed its end.
  func destinationClosed() -> JobReport {
    .destinationClosed(unread: (try? writer?.unreadBytes()) ?? 0)
  }

  var hasUnreadBytes: Bool {
    guard let unread else { return false }
    return unread.withDescriptor {
      PipePoll.now(source: $0.rawValue).sourceHasBytes
    }
  }

  /// Shows the destination the end now, although a worker may hang with this: the number becomes an end of another
  /// pipe, which no process reads. Hangs when the destination holds its pipe; see `Pipe`.
  func detach() {
    guard let unreadPipe = try? Pipe(capacity: 4096) else { return }
    let writer = unreadPipe.releaseWriter()
    closing.withLock { _ in
      guard let number = self.writer?.rawValue else { return }
      _ = dup3(writer.rawValue, number, Int32(O_CLOEXEC))
    }
  }

  func close() {
    closing.withLock { _ in writer = nil }
  }
}
