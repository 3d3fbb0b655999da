internal import CLinux
internal import Synchronization

/// The way into a loop from other threads.
package struct LoopRemote: Sendable {
  let mailbox: Mailbox

  /// Has `work` run on the loop's thread, after everything posted before; wakes the loop when it sleeps.
  ///
  /// Once the loop is gone, `work` is dropped without having run.
  package func post(_ work: @escaping @Sendable () -> Void) {
    mailbox.post(work)
  }
}

/// What other threads have posted to a loop, with the eventfd(2) that wakes it.
final class Mailbox: Sendable {
  /// Watched with EPOLLET: every write is an event of its own, so nobody has to read it.
  let event: OwnedFileDescriptor
  private let posted = Mutex(PostedWork())

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
    // Whoever found the box empty wakes the loop; it then takes everything.
    if isFirst { wake() }
  }

  func take() -> [@Sendable () -> Void] {
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
