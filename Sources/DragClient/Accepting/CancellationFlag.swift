internal import Synchronization

/// Tells another thread that the task was cancelled.
final class CancellationFlag: Sendable {
  private let flag = Atomic(false)

  var isRaised: Bool { flag.load(ordering: .acquiring) }

  func whileRunning<Value: Sendable>(
    _ work: () async throws(DragError) -> Value
  ) async throws(DragError) -> Value {
    let answer: Result<Value, DragError> = await withTaskCancellationHandler {
      do throws(DragError) {
        return .success(try await work())
      } catch {
        return .failure(error)
      }
    } onCancel: {
      flag.store(true, ordering: .releasing)
    }
    return try answer.get()
  }
}
