internal import CGtk

/// Tells when a file is written to, until it is released.
package final class FileMonitor: Object {
  /// - Parameter path: the file need not be there yet.
  package init(_ path: String, _ body: @escaping @MainActor () -> Void) throws(GLibError) {
    let file = Object(taking: made(g_file_new_for_path(path)).raw)
    let monitor = try throwing { error in
      g_file_monitor_file(file.opaque, GFileMonitorFlags(rawValue: 0), nil, error)
    }
    super.init(taking: made(monitor).raw)
    g_file_monitor_set_rate_limit(cast(), 10)
    on("changed") { _ in body() }
  }
}
