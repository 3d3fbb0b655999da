internal import Synchronization

/// A task that waits for one answer. Only the first answer counts; a cancellation is an answer too.
///
/// The mutex protects the answer, which does not go through the continuation, so that the thread sanitizer sees the
/// order.
final class AwaitedAnswer<Answer: Sendable>: Sendable {
  private enum State {
    case new
    case waiting(CheckedContinuation<Void, Never>)
    case answered(Answer)
  }

  private let state = Mutex(State.new)

  /// Calls `ask`, unless there is an answer already, and waits for the answer.
  func wait(_ ask: () -> Void) async -> Answer {
    while true {
      if case .answered(let answer) = state.withLock({ $0 }) { return answer }
      await withCheckedContinuation { continuation in
        let isAnswered = state.withLock { state in
          if case .answered = state { return true }
          state = .waiting(continuation)
          return false
        }
        if isAnswered { continuation.resume() } else { ask() }
      }
    }
  }

  /// Returns false when there was an answer before.
  @discardableResult
  func answer(_ answer: Answer) -> Bool {
    let (isFirst, continuation) = state.withLock { state in
      switch state {
      case .new:
        state = .answered(answer)
        return (true, CheckedContinuation<Void, Never>?.none)
      case .waiting(let continuation):
        state = .answered(answer)
        return (true, continuation)
      case .answered:
        return (false, nil)
      }
    }
    continuation?.resume()
    return isFirst
  }
}
