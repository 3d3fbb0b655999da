/// A value that belongs to a loop's thread, for those on other threads who want something done with it.
///
/// Nobody gets at the value but work that runs on the loop; it is made there and destroyed there.
package final class LoopBound<Value>: @unchecked Sendable {
  /// Touched on the loop's thread only.
  private var value: Value?
  private let remote: LoopRemote
  private let isOver = Lock(false)

  /// To be called on the loop's thread. `end(_:)` has to be called before the last reference goes.
  package init(_ value: Value, on loop: EventLoop) {
    self.value = value
    remote = loop.remote
  }

  /// Has `work` run on the loop, after all that was given before. False when the value has ended: then `work` never
  /// runs, and otherwise it does as long as somebody turns the loop.
  @discardableResult
  package func run(_ work: @escaping @Sendable (Value) -> Void) -> Bool {
    isOver.withLock { isOver in
      guard !isOver else { return false }
      post(work)
      return true
    }
  }

  /// Has `last` run on the loop after all that was given before, and destroys the value there. Harmless when repeated.
  package func end(_ last: @escaping @Sendable (Value) -> Void) {
    isOver.withLock { isOver in
      guard !isOver else { return }
      isOver = true
      post { [self] value in
        last(value)
        self.value = nil
      }
    }
  }

  private func post(_ work: @escaping @Sendable (Value) -> Void) {
    remote.post { [self] in
      if let value { work(value) }
    }
  }
}
