internal import CGtk

/// A GAsyncResult for its function `…_finish`.
final class AsyncResult: Object {}

/// Resumes a task with the first result, or with none.
private final class PendingResult {
  private var continuation: CheckedContinuation<AsyncResult?, Never>?

  init(_ continuation: CheckedContinuation<AsyncResult?, Never>) {
    self.continuation = continuation
  }

  func resume(with result: AsyncResult?) {
    continuation?.resume(returning: result)
    continuation = nil
  }

  static let ready: GAsyncReadyCallback = { _, result, data in
    guard let result, let data else { return }
    Unmanaged<PendingResult>.fromOpaque(data).takeRetainedValue().resume(
      with: AsyncResult(borrowing: result))
  }
}

/// Awaits an asynchronous GLib function.
///
/// - Parameter start: calls the function with the callback and its data.
func asynchronously(_ start: @MainActor (GAsyncReadyCallback, gpointer) -> Void) async
  -> AsyncResult
{
  nonNull(
    await withCheckedContinuation { continuation in
      start(PendingResult.ready, Unmanaged.passRetained(PendingResult(continuation)).toOpaque())
    })
}

/// Awaits a cancellable asynchronous GLib function; nil after the time limit, or when this task is cancelled. It
/// cancels the function then, but does not wait for its end: a function that reads from another X client never ends
/// while that client is silent.
///
/// - Parameter start: calls the function with a GCancellable, the callback and its data.
func asynchronously(
  within limit: Duration,
  _ start:
    @MainActor (UnsafeMutablePointer<GCancellable>, GAsyncReadyCallback, gpointer) -> Void
) async -> AsyncResult? {
  let call = CancellableCall()
  let timeout = Task {
    try await Task.sleep(for: limit)
    call.cancel()
  }
  defer { timeout.cancel() }
  return await withTaskCancellationHandler {
    await withCheckedContinuation { continuation in
      let result = PendingResult(continuation)
      call.result = result
      start(
        call.cancellable.pointer, PendingResult.ready, Unmanaged.passRetained(result).toOpaque())
    }
  } onCancel: {
    Task { @MainActor in call.cancel() }
  }
}

private final class CancellableCall {
  let cancellable = Cancellable()
  var result: PendingResult?

  func cancel() {
    cancellable.cancel()
    result?.resume(with: nil)
  }
}

/// Cancels asynchronous functions from any thread: a GCancellable.
final class Cancellable: Sendable {
  // GCancellable is safe to use from any thread (GIO reference, “GCancellable”).
  nonisolated(unsafe) let pointer: UnsafeMutablePointer<GCancellable>

  nonisolated init() {
    guard let new = g_cancellable_new() else { preconditionFailure("no GCancellable") }
    pointer = new
  }

  nonisolated deinit {
    g_object_unref(pointer)
  }

  nonisolated func cancel() {
    g_cancellable_cancel(pointer)
  }

  nonisolated var isCancelled: Bool { g_cancellable_is_cancelled(pointer) != 0 }
}
