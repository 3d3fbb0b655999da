internal import CGtk

/// What GLib's main loop calls again and again, until it is cancelled or released.
package final class Timer {
  private var id: guint = 0

  /// Calls the body every so many milliseconds.
  package init(every milliseconds: UInt32, _ body: @escaping @MainActor () -> Void) {
    let call = Unmanaged.passRetained(Call(body)).toOpaque()
    id = g_timeout_add_full(
      G_PRIORITY_DEFAULT, milliseconds,
      { data in
        guard let data else { return 0 }
        Unmanaged<Call>.fromOpaque(data).takeUnretainedValue().body()
        return 1
      }, call, release)
  }

  isolated deinit {
    cancel()
  }

  /// No further call.
  package func cancel() {
    if id != 0 { g_source_remove(id) }
    id = 0
  }
}

private final class Call {
  let body: @MainActor () -> Void

  init(_ body: @escaping @MainActor () -> Void) {
    self.body = body
  }
}

private let release: GDestroyNotify = { data in
  guard let data else { return }
  Unmanaged<Call>.fromOpaque(data).release()
}
