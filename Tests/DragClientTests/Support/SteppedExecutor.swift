import Dispatch

/// Runs a task step by step, from one of its waits to the next, and looks around before each step.
final class SteppedExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "steps of a test")
  private let lookAround: @Sendable () -> Void

  init(_ lookAround: @escaping @Sendable () -> Void) {
    self.lookAround = lookAround
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { [self] in
      lookAround()
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
