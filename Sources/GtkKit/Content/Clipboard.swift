internal import CGtk

/// The system's clipboard.
package final class Clipboard: Object, IncomingContent {
  /// The clipboard of the display that a widget is on.
  package init(of widget: Widget) {
    super.init(made(gtk_widget_get_clipboard(widget.cast())))
  }

  /// Puts content there; it is made when somebody pastes.
  package func set(_ provider: ContentProvider) {
    gdk_clipboard_set_content(opaque, provider.cast())
  }

  /// What is there. Some owners answer any type: only these are meant.
  package var types: [String] { mimeTypes(of: gdk_clipboard_get_formats(opaque)) }

  /// Whether this program has put it there.
  package var isLocal: Bool { gdk_clipboard_is_local(opaque) != 0 }

  /// Opens what is there, in the first of the types that it has.
  ///
  /// - Throws: ``GLibError``; `CancellationError` when nothing answered within the limit.
  package func read(
    _ types: [String], within limit: Duration
  ) async throws -> (stream: InputStream, type: String) {
    let (stream, type) = try await opening(types, within: limit) {
      types, cancellable, ready, data in
      gdk_clipboard_read_async(opaque, types, G_PRIORITY_DEFAULT, cancellable, ready, data)
    } finish: { result, type, error in
      gdk_clipboard_read_finish(opaque, result, type, error)
    }
    return (stream, type)
  }
}

/// Awaits one of GDK's functions that open a stream of one of some types.
func opening(
  _ types: [String], within limit: Duration,
  _ start: (
    UnsafeMutablePointer<UnsafePointer<CChar>?>, UnsafeMutablePointer<GCancellable>,
    GAsyncReadyCallback, gpointer
  ) -> Void,
  finish: (
    OpaquePointer, UnsafeMutablePointer<UnsafePointer<CChar>?>,
    UnsafeMutablePointer<UnsafeMutablePointer<GError>?>
  ) -> UnsafeMutablePointer<GInputStream>?
) async throws -> (InputStream, String) {
  let cancellable = Cancellable()
  let watchdog = Task {
    try await Task.sleep(for: limit)
    cancellable.cancel()
  }
  defer { watchdog.cancel() }
  let result = await withTaskCancellationHandler {
    await asynchronously { ready, data in
      withStrings(types) { start($0, cancellable.pointer, ready, data) }
    }
  } onCancel: {
    cancellable.cancel()
  }
  var type: UnsafePointer<CChar>?
  let stream: UnsafeMutablePointer<GInputStream>?
  do throws(GLibError) {
    stream = try throwing { finish(result.opaque, &type, $0) }
  } catch {
    guard error.isCancellation else { throw error }
    if Task.isCancelled { throw CancellationError() }
    throw InputStream.Silence(limit: limit)
  }
  return (InputStream(taking: made(stream).raw), read(type))
}
