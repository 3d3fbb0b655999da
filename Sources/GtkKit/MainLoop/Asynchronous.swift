internal import CGtk

/// A GAsyncResult that has come, for its function `…_finish`.
final class AsyncResult: Object {}

private final class Waiter {
  let body: @MainActor (AsyncResult) -> Void

  init(_ body: @escaping @MainActor (AsyncResult) -> Void) {
    self.body = body
  }
}

/// Awaits an asynchronous function of GLib's.
///
/// - Parameter start: calls it with the callback and its data.
func asynchronously(_ start: @MainActor (GAsyncReadyCallback, gpointer) -> Void) async
  -> AsyncResult
{
  await withCheckedContinuation { continuation in
    let waiter = Waiter { continuation.resume(returning: $0) }
    start(
      { _, result, data in
        guard let result, let data else { return }
        Unmanaged<Waiter>.fromOpaque(data).takeRetainedValue().body(AsyncResult(result))
      }, Unmanaged.passRetained(waiter).toOpaque())
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
