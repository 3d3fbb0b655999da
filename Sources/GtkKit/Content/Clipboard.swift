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
  /// - Throws: ``GLibError``, ``InputStream/Silence``.
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
  let result = await asynchronously(within: limit) { cancellable, ready, data in
    withStrings(types) { start($0, cancellable, ready, data) }
  }
  guard let result else { throw InputStream.givenUp(after: limit) }
  var type: UnsafePointer<CChar>?
  let stream: UnsafeMutablePointer<GInputStream>?
  do throws(GLibError) {
    stream = try throwing { finish(result.opaque, &type, $0) }
  } catch {
    throw error.isCancellation ? InputStream.givenUp(after: limit) : error
  }
  return (InputStream(taking: made(stream).raw), read(type))
}
