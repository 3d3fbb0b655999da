internal import CLinux

/// A descriptor that a peer passed, or one whose close may take long (the last one of a large memfd).
///
/// The last reference closes it: in place on a worker that runs a job of its lane, otherwise in a new job of that lane.
/// Only that lane's jobs may use it for a call that can hang.
package final class PeerDescriptor: Sendable {
  package let lane: Lane
  private let rawValue: Int32
  private let threads: WorkerThreads

  package init(_ descriptor: consuming OwnedFileDescriptor, lane: Lane, pool: WorkerPool) {
    rawValue = descriptor.release()
    self.lane = lane
    threads = pool.threads
  }

  deinit {
    let rawValue = rawValue
    guard !threads.isRunningJob(of: lane) else {
      _ = CLinux.close(rawValue)
      return
    }
    threads.submit(lane: lane) { _ = CLinux.close(rawValue) }
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
