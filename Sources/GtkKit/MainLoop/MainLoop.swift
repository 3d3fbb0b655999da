internal import CGtk

/// Runs Swift's main actor inside GLib's main loop.
package enum MainQueue {
  private static var isInstalled = false

  /// Adds Dispatch's main queue as a source to GLib's loop: tasks of the main actor run there.
  package static func install() {
    guard !isInstalled else { return }
    isInstalled = true
    _ = g_unix_fd_add(
      _dispatch_get_main_queue_handle_4CF(), G_IO_IN,
      { descriptor, _, _ in
        var count: UInt64 = 0
        // Otherwise the descriptor stays readable, and the loop spins without ever drawing.
        _ = CGtk.read(descriptor, &count, 8)
        _dispatch_main_queue_callback_4CF(nil)
        return 1
      }, nil)
  }
}

extension MainQueue {
  /// Waits until the loop has nothing else to do.
  package static func idle() async {
    await withCheckedContinuation { continuation in whenIdle { continuation.resume() } }
  }

  /// Calls the body once the loop is idle, after the bodies of earlier calls. A menu is a child of the widget that it
  /// belongs to: a command that destroys the widget waits so until its menu has closed.
  package static func whenIdle(_ body: @escaping @MainActor () -> Void) {
    let call = Unmanaged.passRetained(Call(body)).toOpaque()
    _ = g_idle_add_full(
      G_PRIORITY_DEFAULT_IDLE,
      { data in
        guard let data else { return 0 }
        Unmanaged<Call>.fromOpaque(data).takeUnretainedValue().body()
        return 0
      }, call, release)
  }
}

extension MainQueue {
  /// Calls the body whenever a signal arrives, for the life of the process.
  static func onSignal(_ signal: Int32, _ body: @escaping @MainActor () -> Void) {
    _ = g_unix_signal_add_full(
      G_PRIORITY_DEFAULT, signal,
      { data in
        guard let data else { return 0 }
        Unmanaged<Call>.fromOpaque(data).takeUnretainedValue().body()
        return 1
      }, Unmanaged.passRetained(Call(body)).toOpaque(), release)
  }
}

/// A timer of GLib's main loop, which repeats until it is cancelled or released.
package final class Timer {
  private var id: guint = 0

  /// Calls the body at an interval.
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

  /// Stops the calls.
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

/// Calls the body whenever a program writes to a file, until this object is released.
package final class FileMonitor: Object {
  /// - Parameter path: the file need not exist yet.
  package init(_ path: String, _ body: @escaping @MainActor () -> Void) throws(GLibError) {
    let file = Object(adopting: nonNull(g_file_new_for_path(path)).raw)
    let monitor = try throwing { error in
      g_file_monitor_file(file.opaque, GFileMonitorFlags(rawValue: 0), nil, error)
    }
    super.init(adopting: nonNull(monitor).raw)
    g_file_monitor_set_rate_limit(cast(), 10)
    on("changed") { _ in body() }
  }
}
