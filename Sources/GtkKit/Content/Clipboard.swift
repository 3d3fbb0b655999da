internal import CGtk

/// The system's clipboard.
package final class Clipboard: Object, IncomingContent {
  /// The clipboard of the display that a widget is on.
  package init(of widget: Widget) {
    super.init(borrowing: nonNull(gtk_widget_get_clipboard(widget.cast())))
  }

  /// Sets the content; the provider makes it when a program pastes.
  package func set(_ provider: ContentProvider) {
    gdk_clipboard_set_content(opaque, provider.cast())
  }

  /// The types of the content. Some owners also answer requests for other types: request only these.
  package var types: [String] { mimeTypes(of: gdk_clipboard_get_formats(opaque)) }

  /// How long an owner may take to tell its types.
  private static let typesLimit: Duration = .milliseconds(500)

  /// Whether there is content. GTK asks a new owner for its types, and has none until the owner answers: this waits for
  /// the answer, but not for long.
  package func hasContent() async -> Bool {
    guard types.isEmpty else { return true }
    let (changes, continuation) = AsyncStream.makeStream(of: Void.self)
    let handler = on("notify::formats") { _ in continuation.yield() }
    let timeout = Task {
      try await Task.sleep(for: Self.typesLimit)
      continuation.finish()
    }
    defer {
      timeout.cancel()
      g_signal_handler_disconnect(pointer.raw, gulong(handler))
    }
    for await _ in changes where !types.isEmpty { return true }
    return false
  }

  /// Called when a program has copied something.
  package func onChange(_ body: @escaping @MainActor () -> Void) { on("changed") { _ in body() } }

  /// Whether this program owns the clipboard.
  package var isLocal: Bool { gdk_clipboard_is_local(opaque) != 0 }

  /// Opens the content in the first of the types that it has.
  ///
  /// - Throws: ``GLibError``, ``InputStream/Timeout``.
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

/// Awaits a GDK function that opens a stream in one of several types.
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
  guard let result else { throw InputStream.cancellationError(after: limit) }
  var type: UnsafePointer<CChar>?
  let stream: UnsafeMutablePointer<GInputStream>?
  do throws(GLibError) {
    stream = try throwing { finish(result.opaque, &type, $0) }
  } catch {
    throw error.isCancellation ? InputStream.cancellationError(after: limit) : error
  }
  return (InputStream(adopting: nonNull(stream).raw), copiedString(type))
}
