internal import CGtk

/// Calls a body whenever a descriptor of another library is readable, until this object is released.
package final class DescriptorWatch {
  private var id: guint = 0

  /// - Parameter number: the descriptor. Its owner keeps it, and it must outlive this object.
  package init(readable number: Int32, _ body: @escaping @MainActor () -> Void) {
    let call = Unmanaged.passRetained(WatchBody(body)).toOpaque()
    id = g_unix_fd_add_full(
      G_PRIORITY_DEFAULT, number, G_IO_IN,
      { _, _, data in
        guard let data else { return 0 }
        Unmanaged<WatchBody>.fromOpaque(data).takeUnretainedValue().body()
        return 1
      }, call,
      { data in
        guard let data else { return }
        Unmanaged<WatchBody>.fromOpaque(data).release()
      })
  }

  isolated deinit {
    if id != 0 { g_source_remove(id) }
  }
}

private final class WatchBody {
  let body: @MainActor () -> Void

  init(_ body: @escaping @MainActor () -> Void) {
    self.body = body
  }
}
