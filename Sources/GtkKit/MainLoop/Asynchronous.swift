internal import CGtk

/// A GAsyncResult that has come, for its function `…_finish`.
final class AsyncResult: Object {}

/// Who waits for a result; the first that comes, or none, is what it gets.
private final class Waiter {
  private var continuation: CheckedContinuation<AsyncResult?, Never>?

  init(_ continuation: CheckedContinuation<AsyncResult?, Never>) {
    self.continuation = continuation
  }

  func give(_ result: AsyncResult?) {
    continuation?.resume(returning: result)
    continuation = nil
  }

  static let ready: GAsyncReadyCallback = { _, result, data in
    guard let result, let data else { return }
    Unmanaged<Waiter>.fromOpaque(data).takeRetainedValue().give(AsyncResult(result))
  }
}

/// Awaits an asynchronous function of GLib's.
///
/// - Parameter start: calls it with the callback and its data.
func asynchronously(_ start: @MainActor (GAsyncReadyCallback, gpointer) -> Void) async
  -> AsyncResult
{
  made(
    await withCheckedContinuation { continuation in
      start(Waiter.ready, Unmanaged.passRetained(Waiter(continuation)).toOpaque())
    })
}

/// Awaits an asynchronous function of GLib's that may be cancelled; nil when nothing came within the limit, or this task was
/// cancelled. The function is cancelled then, but not waited for: one that reads from another X client never ends as
/// long as that one is silent.
///
/// - Parameter start: calls it with a GCancellable, the callback and its data.
func asynchronously(
  within limit: Duration,
  _ start:
    @MainActor (UnsafeMutablePointer<GCancellable>, GAsyncReadyCallback, gpointer) -> Void
) async -> AsyncResult? {
  let attempt = Attempt()
  let watchdog = Task {
    try await Task.sleep(for: limit)
    attempt.giveUp()
  }
  defer { watchdog.cancel() }
  return await withTaskCancellationHandler {
    await withCheckedContinuation { continuation in
      let waiter = Waiter(continuation)
      attempt.waiter = waiter
      start(
        attempt.cancellable.pointer, Waiter.ready, Unmanaged.passRetained(waiter).toOpaque())
    }
  } onCancel: {
    Task { @MainActor in attempt.giveUp() }
  }
}

private final class Attempt {
  let cancellable = Cancellable()
  var waiter: Waiter?

  func giveUp() {
    cancellable.cancel()
    waiter?.give(nil)
  }
}

/// A GCancellable: cancels asynchronous functions, from any thread.
final class Cancellable: @unchecked Sendable {
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
