internal import CGtk

/// Asks for files, with the desktop's own dialog.
package enum FileChoice {
  /// Dialogs that are shown: GTK does not retain them.
  private static var shown: [Object] = []

  /// Asks for existing files.
  ///
  /// - Parameters:
  ///   - answer: the label of the button that confirms.
  ///   - isForSeveral: whether several files may be chosen.
  ///   - act: gets the paths; not called if the person cancels. Files without a local path are left out.
  package static func open(
    over window: Window, _ title: String, answer: String, several isForSeveral: Bool,
    _ act: @escaping @MainActor ([String]) -> Void
  ) {
    let dialog = nonNull(
      gtk_file_chooser_native_new(
        title, window.cast(), GTK_FILE_CHOOSER_ACTION_OPEN, answer, nil))
    gtk_file_chooser_set_select_multiple(dialog, isForSeveral.gboolean)
    present(dialog, act)
  }

  /// Asks where to save a file; the dialog itself asks before it accepts the name of an existing file.
  ///
  /// - Parameter name: the file name that is proposed.
  package static func save(
    over window: Window, _ title: String, answer: String, name: String,
    _ act: @escaping @MainActor (String) -> Void
  ) {
    let dialog = nonNull(
      gtk_file_chooser_native_new(
        title, window.cast(), GTK_FILE_CHOOSER_ACTION_SAVE, answer, nil))
    gtk_file_chooser_set_current_name(dialog, name)
    present(dialog) { paths in if let path = paths.first { act(path) } }
  }

  private static func present(
    _ dialog: some Pointer, _ act: @escaping @MainActor ([String]) -> Void
  ) {
    let chooser = Object(adopting: dialog.raw)
    gtk_native_dialog_set_modal(chooser.cast(), 1)
    shown.append(chooser)
    chooser.on("response") { arguments in
      guard let pointer = arguments.object(0),
        let index = shown.firstIndex(where: { $0.pointer == pointer })
      else { return }
      let chooser = shown.remove(at: index)
      let isAccepted = arguments.int(1) == Int(GTK_RESPONSE_ACCEPT.rawValue)
      let paths = isAccepted ? paths(of: chooser) : []
      // Only after the dialog's own handlers have ended.
      Task {
        withExtendedLifetime(chooser) {}
        if !paths.isEmpty { act(paths) }
      }
    }
    gtk_native_dialog_show(chooser.cast())
  }

  private static func paths(of chooser: Object) -> [String] {
    let files = Object(adopting: nonNull(gtk_file_chooser_get_files(chooser.opaque)).raw)
    return (0..<g_list_model_get_n_items(files.opaque)).compactMap { index in
      guard let file = g_list_model_get_item(files.opaque, index) else { return nil }
      defer { g_object_unref(file) }
      let path = ownedString(g_file_get_path(OpaquePointer(file)))
      return path.isEmpty ? nil : path
    }
  }
}
