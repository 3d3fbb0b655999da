internal import CGtk

/// Opens files and addresses with other programs.
package enum FileOpening {
  /// Opens a file with the program that the desktop has for its type.
  ///
  /// - Throws: ``GLibError`` where there is none, or it does not start.
  package static func open(_ path: String) async throws(GLibError) {
    let file = Object(adopting: nonNull(g_file_new_for_path(path)).raw)
    try await open(uri: ownedString(g_file_get_uri(file.opaque)))
  }

  /// Opens an address with the program that the desktop has for it.
  ///
  /// - Throws: as ``open(_:)``.
  package static func open(uri: String) async throws(GLibError) {
    let context = context()
    let result = await asynchronously { ready, data in
      g_app_info_launch_default_for_uri_async(uri, context.cast(), nil, ready, data)
    }
    _ = try throwing { g_app_info_launch_default_for_uri_finish(result.opaque, $0) }
  }

  /// Asks a person with which program to open a file, and opens it.
  ///
  /// - Parameter fail: called where the chosen program does not start.
  package static func choose(
    over window: Window, _ path: String, fail: @escaping @MainActor (GLibError) -> Void
  ) {
    let file = Object(adopting: nonNull(g_file_new_for_path(path)).raw)
    let dialog = Window(
      borrowing: nonNull(
        gtk_app_chooser_dialog_new(window.cast(), GTK_DIALOG_MODAL, file.opaque)))
    dialog.on("response") { arguments in
      guard let dialog = arguments.object(0) else { return }
      if arguments.int(1) == Int(GTK_RESPONSE_OK.rawValue),
        let chosen = gtk_app_chooser_get_app_info(OpaquePointer(dialog))
      {
        defer { g_object_unref(chosen.raw) }
        do throws(GLibError) { try launch(chosen, file) } catch { fail(error) }
      }
      gtk_window_destroy(dialog.assumingMemoryBound(to: GtkWindow.self))
    }
    dialog.present()
  }

  private static func launch(_ program: OpaquePointer, _ file: Object) throws(GLibError) {
    let context = context()
    let files = g_list_append(nil, file.pointer)
    defer { g_list_free(files) }
    _ = try throwing { g_app_info_launch(program, files, context.cast(), $0) }
  }

  /// Lets the other program's window come to the front.
  private static func context() -> Object {
    let display = gdk_display_get_default()
    return Object(adopting: nonNull(gdk_display_get_app_launch_context(display)).raw)
  }
}
