internal import CLinux

/// A descriptor that a peer passed, or another whose close may take long (the last one of a large memfd).
///
/// Whoever drops it last, on whatever thread, it is closed on a worker of its lane: at once where that is a job of the
/// lane. Nothing but that lane's jobs may use it for a call that can hang.
package final class PeerDescriptor: Sendable {
  package let lane: String
  private let rawValue: Int32
  private let crew: WorkerThreads

  package init(_ descriptor: consuming OwnedFileDescriptor, lane: String, pool: WorkerPool) {
    rawValue = descriptor.release()
    self.lane = lane
    crew = pool.crew
  }

  deinit {
    let rawValue = rawValue
    guard !crew.isAtWork(in: lane) else {
      _ = CLinux.close(rawValue)
      return
    }
    crew.submit(lane: lane) { _ = CLinux.close(rawValue) }
  }

  /// Lends the descriptor.
  package func withDescriptor<Result: ~Copyable, Failure: Error>(
    _ body: (borrowing OwnedFileDescriptor) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let descriptor = OwnedFileDescriptor(adopting: rawValue)
    do throws(Failure) {
      let result = try body(descriptor)
      _ = descriptor.release()
      return result
    } catch {
      _ = descriptor.release()
      throw error
    }
  }
}
