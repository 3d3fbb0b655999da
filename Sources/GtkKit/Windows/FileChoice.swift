internal import CGtk

/// A format of files that a dialog offers.
package struct FileKind: Equatable, Sendable {
  /// For people.
  package let name: String
  /// Without a dot.
  package let ending: String

  package init(_ name: String, ending: String) {
    (self.name, self.ending) = (name, ending)
  }
}

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
    present(dialog) { paths, _ in act(paths) }
  }

  /// Asks where to save a file; the dialog itself asks before it accepts the name of an existing file.
  ///
  /// - Parameter name: the file name that is proposed.
  package static func save(
    over window: Window, _ title: String, answer: String, name: String,
    _ act: @escaping @MainActor (String) -> Void
  ) {
    let dialog = saveDialog(over: window, title, answer: answer, name: name)
    present(dialog) { paths, _ in if let path = paths.first { act(path) } }
  }

  /// Asks where to save a file, and in which format. The dialog does not add the ending of a format, and so asks only
  /// for the name as it is typed whether to replace an existing file.
  ///
  /// - Parameters:
  ///   - name: the file name that is proposed.
  ///   - kinds: the formats, of which the first is chosen at first.
  ///   - act: gets the path and the format that was chosen.
  package static func save(
    over window: Window, _ title: String, answer: String, name: String, kinds: [FileKind],
    _ act: @escaping @MainActor (String, FileKind) -> Void
  ) {
    let dialog = saveDialog(over: window, title, answer: answer, name: name)
    for kind in kinds {
      let filter = Object(adopting: nonNull(gtk_file_filter_new()).raw)
      gtk_file_filter_set_name(filter.opaque, kind.name)
      gtk_file_filter_add_suffix(filter.opaque, kind.ending)
      gtk_file_chooser_add_filter(dialog, filter.opaque)
      if kind == kinds.first { gtk_file_chooser_set_filter(dialog, filter.opaque) }
    }
    present(dialog) { paths, chosen in
      let kind = kinds.first { $0.name == chosen } ?? kinds.first
      if let path = paths.first, let kind { act(path, kind) }
    }
  }

  private static func saveDialog(
    over window: Window, _ title: String, answer: String, name: String
  ) -> OpaquePointer {
    let dialog = nonNull(
      gtk_file_chooser_native_new(
        title, window.cast(), GTK_FILE_CHOOSER_ACTION_SAVE, answer, nil))
    gtk_file_chooser_set_current_name(dialog, name)
    return dialog
  }

  /// - Parameter act: gets the paths, and the name of the chosen filter if there is one.
  private static func present(
    _ dialog: some Pointer, _ act: @escaping @MainActor ([String], String?) -> Void
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
      let filter = gtk_file_chooser_get_filter(chooser.opaque)
        .map { copiedString(gtk_file_filter_get_name($0)) }
      // Only after the dialog's own handlers have ended.
      Task {
        withExtendedLifetime(chooser) {}
        if !paths.isEmpty { act(paths, filter) }
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
