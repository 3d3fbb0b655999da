internal import CLinux

/// State that several threads share, one at a time.
///
/// A pthread mutex instead of Synchronization's: that module brings Glibc, whose declarations contradict CLinux's.
package final class Lock<State>: @unchecked Sendable {
  // The mutex needs a fixed address, which a stored property has not.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private var state: State

  package init(_ state: sending State) {
    self.state = state
    mutex = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// `body` must be short, and must not come back to this lock.
  package func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&state)
  }
}
