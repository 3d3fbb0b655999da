internal import Synchronization

/// An object that belongs to a loop's thread, for other threads that have the loop work with it.
///
/// Only work that runs on the loop reaches the value, and the loop's thread destroys it.
package final class LoopBound<Value>: Sendable {
  private let confined: LoopConfined<Value>
  private let remote: LoopRemote
  private let hasEnded = Mutex(false)

  /// Call it on the loop's thread. `end(_:)` must be called before the last reference goes.
  package init(_ value: Value, on loop: EventLoop) {
    confined = LoopConfined(value)
    remote = loop.remote
  }

  /// Has the loop run `work`, after all work that was posted before. Returns false when the value has ended: `work`
  /// never runs then. Otherwise `work` runs as long as a thread turns the loop.
  @discardableResult
  package func run(_ work: @escaping @Sendable (Value) -> Void) -> Bool {
    hasEnded.withLock { hasEnded in
      guard !hasEnded else { return false }
      post(work)
      return true
    }
  }

  /// Has the loop run `last` after all work that was posted before, and then destroy the value. A second call does
  /// nothing.
  package func end(_ last: @escaping @Sendable (Value) -> Void) {
    hasEnded.withLock { hasEnded in
      guard !hasEnded else { return }
      hasEnded = true
      let confined = confined
      post { value in
        last(value)
        confined.value = nil
      }
    }
  }

  private func post(_ work: @escaping @Sendable (Value) -> Void) {
    let confined = confined
    remote.post {
      if let value = confined.value { work(value) }
    }
  }
}

/// A value of the loop's thread that other threads hold but never read or destroy: for one hand-over inside DragSystem,
/// such as the callback of a job. Other modules use `LoopBound` for a whole object.
///
/// The loop's thread takes the value out before the last reference goes, whichever thread drops that.
final class LoopConfined<Value>: @unchecked Sendable {
  /// Read and written on the loop's thread only.
  var value: Value?

  init(_ value: Value) {
    self.value = value
  }

  /// Takes the value out. Call it on the loop's thread.
  func removeValue() -> Value? {
    value.take()
  }
}
