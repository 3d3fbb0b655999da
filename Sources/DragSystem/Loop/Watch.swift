/// A loop's interest in a descriptor. It ends with `cancel()`, or when the watch is dropped, at once even in its own
/// handler.
///
/// The watch does not own the descriptor: cancel it before the descriptor is closed, because the kernel may assign the
/// number to another file. A descriptor number can have one watch at a time.
package final class Watch {
  let rawValue: Int32
  var handler: ((Readiness) -> Void)?
  /// The slot in the loop's table, and how often that slot was used: epoll returns it with an event.
  let token: UInt64
  private let loop: EventLoop
  /// The states that it asks for now.
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

  /// Asks for other states from now on. With `.once` it also rearms the watch when nothing differs; with `.edge` it
  /// reports a present state anew.
  package func change(to interest: Readiness) {
    guard isActive, interest != self.interest || interest.contains(.once) else { return }
    self.interest = interest
    loop.modify(self)
  }

  /// Ends the watch: the loop does not call the handler again, even for an event that it has already fetched.
  package func cancel() {
    guard isActive else { return }
    handler = nil
    loop.remove(self)
  }
}
