internal import Synchronization

/// Somebody who waits for one answer. The first one counts, be it that he was cancelled.
///
/// The answer is handed over under the lock, not through the continuation, so that a thread sanitizer sees it too.
final class Waiting<Answer: Sendable>: Sendable {
  private enum State {
    case new
    case waiting(CheckedContinuation<Void, Never>)
    case answered(Answer)
  }

  private let state = Mutex(State.new)

  /// Asks, unless there is an answer already, and waits for the answer.
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

  /// False when it came too late.
  @discardableResult
  func settle(_ answer: Answer) -> Bool {
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
