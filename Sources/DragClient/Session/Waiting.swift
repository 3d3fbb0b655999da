internal import Synchronization

/// Somebody who waits for one answer. The first one counts, be it that he was cancelled.
final class Waiting<Reply: Sendable>: Sendable {
  typealias Answer = Result<Reply, DragError>

  private enum State {
    case new
    case waiting(CheckedContinuation<Answer, Never>)
    /// Answered before anybody waited.
    case early(Answer)
    case over
  }

  private let state = Mutex(State.new)

  /// False when the answer was there already, so that nobody has to be asked.
  func begin(_ continuation: CheckedContinuation<Answer, Never>) -> Bool {
    let early = state.withLock { state -> Answer? in
      switch state {
      case .early(let answer):
        state = .over
        return answer
      case .new, .waiting, .over:
        state = .waiting(continuation)
        return nil
      }
    }
    if let early { continuation.resume(returning: early) }
    return early == nil
  }

  /// False when it came too late.
  @discardableResult
  func settle(_ answer: Answer) -> Bool {
    let (isFirst, continuation) = state.withLock {
      state -> (Bool, CheckedContinuation<Answer, Never>?) in
      switch state {
      case .new:
        state = .early(answer)
        return (true, nil)
      case .waiting(let continuation):
        state = .over
        return (true, continuation)
      case .early, .over:
        return (false, nil)
      }
    }
    continuation?.resume(returning: answer)
    return isFirst
  }
}
