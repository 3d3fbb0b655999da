/// A loop's interest in a descriptor. It ends with `cancel()`, or when the watch is dropped.
///
/// The watch does not own the descriptor: cancel it before the descriptor is closed, for the kernel gives the
/// number to somebody else. A descriptor number can be watched once at a time.
package final class Watch {
  let rawValue: Int32
  var handler: ((Readiness) -> Void)?
  /// The place in the loop's table, and how often that place was used: what epoll gives back with an event.
  let token: UInt64
  private let loop: EventLoop
  /// What is asked for now.
  package private(set) var interest: Readiness

  init(
    _ rawValue: Int32, interest: Readiness, token: UInt64, loop: EventLoop,
    handler: @escaping (Readiness) -> Void
  ) {
    self.rawValue = rawValue
    self.interest = interest
    self.token = token
    self.loop = loop
    self.handler = handler
  }

  deinit {
    cancel()
  }

  /// True until `cancel()`.
  package var isActive: Bool { handler != nil }

  /// Asks for something else from now on. With `.once` it also takes effect when nothing differs, for it
  /// rearms the watch; with `.edge` a state that holds already is reported anew.
  package func change(to interest: Readiness) {
    guard isActive, interest != self.interest || interest.contains(.once) else { return }
    self.interest = interest
    loop.modify(self)
  }

  /// The handler is never called again, even when an event for it has been fetched already.
  package func cancel() {
    guard isActive else { return }
    handler = nil
    loop.remove(self)
  }
}
