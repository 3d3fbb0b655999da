internal import CGtk

/// Swift's main actor inside GLib's main loop.
package enum MainQueue {
  private static var isInstalled = false

  /// Makes what awaits on the main actor proceed while GLib's loop runs: Dispatch's main queue becomes one of its
  /// sources.
  package static func install() {
    guard !isInstalled else { return }
    isInstalled = true
    _ = g_unix_fd_add(
      _dispatch_get_main_queue_handle_4CF(), G_IO_IN,
      { descriptor, _, _ in
        var count: UInt64 = 0
        // Else the descriptor stays readable, and the loop spins without ever drawing.
        _ = CGtk.read(descriptor, &count, 8)
        _dispatch_main_queue_callback_4CF(nil)
        return 1
      }, nil)
  }
}
