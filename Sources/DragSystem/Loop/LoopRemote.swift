internal import CLinux
internal import Synchronization

/// Posts work to a loop from other threads.
package struct LoopRemote: Sendable {
  let callbacks: CallbackQueue

  /// Has the loop's thread run `work`, after all work that was posted before; wakes a sleeping loop.
  ///
  /// When the loop no longer exists, `work` is dropped without having run.
  package func post(_ work: @escaping @Sendable () -> Void) {
    callbacks.post(work)
  }

  /// The same, that many microseconds later.
  func post(after microseconds: UInt64, _ work: @escaping @Sendable () -> Void) {
    let loop = callbacks.loop
    post { loop.value?.loop?.after(microseconds: microseconds, then: work) }
  }
}

/// The work that other threads have posted to a loop, with the eventfd(2) that wakes the loop.
final class CallbackQueue: Sendable {
  /// Watched with EPOLLET: every write is one event, so the loop need not read it.
  let event: OwnedFileDescriptor
  /// For work that needs the loop itself.
  let loop = LoopConfined(WeakLoop())
  private let posted = Mutex(PostedWork())

  /// Refers to the loop without keeping it alive.
  struct WeakLoop {
    weak var loop: EventLoop?
  }

  private struct PostedWork {
    var isOpen = true
    var work: [@Sendable () -> Void] = []
  }

  init() throws(SystemError) {
    let event = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    guard event >= 0 else { throw .last("eventfd") }
    self.event = OwnedFileDescriptor(adopting: event)
  }

  func post(_ work: @escaping @Sendable () -> Void) {
    let isFirst = posted.withLock { posted in
      guard posted.isOpen else { return false }
      posted.work.append(work)
      return posted.work.count == 1
    }
    // The thread that posts the first work wakes the loop, which then takes all.
    if isFirst { wake() }
  }

  func removeAll() -> [@Sendable () -> Void] {
    posted.withLock { posted in
      let work = posted.work
      posted.work = []
      return work
    }
  }

  func wake() {
    eventfd_write(event.rawValue, 1)
  }

  func close() {
    let dropped = posted.withLock { posted in
      posted.isOpen = false
      let work = posted.work
      posted.work = []
      return work
    }
    _ = dropped
  }
}
