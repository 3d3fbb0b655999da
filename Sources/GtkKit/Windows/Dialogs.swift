internal import CGtk

/// Asks for confirmation of an action without undo.
package enum Question {
  /// - Parameters:
  ///   - window: the parent, which waits for the answer.
  ///   - answer: the label of the button that confirms; the other button is “Cancel”, as is Escape.
  package static func present(
    over window: Window, _ heading: String, _ body: String, answer: String,
    _ act: @escaping @MainActor () -> Void
  ) {
    let dialog = Window(window: nonNull(adw_message_dialog_new(window.cast(), heading, body)))
    for (id, label) in [("cancel", "_Cancel"), ("act", answer)] {
      adw_message_dialog_add_response(dialog.cast(), id, label)
    }
    adw_message_dialog_set_response_appearance(dialog.cast(), "act", ADW_RESPONSE_DESTRUCTIVE)
    adw_message_dialog_set_default_response(dialog.cast(), "cancel")
    adw_message_dialog_set_close_response(dialog.cast(), "cancel")
    dialog.on("response") { arguments in
      guard copiedString(g_value_get_string(arguments.values + 1)) == "act" else { return }
      // Only after the dialog is destroyed: the action may close its window, which the dialog would not survive.
      Task { act() }
    }
    dialog.present()
  }
}

/// Shows the name and the version of a program.
package enum AboutWindow {
  package static func present(
    over window: Window, name: String, icon: String, version: String, comments: String
  ) {
    let about = Window(window: nonNull(adw_about_window_new()))
    let pointer = about.opaque
    adw_about_window_set_application_name(pointer, name)
    adw_about_window_set_application_icon(pointer, icon)
    adw_about_window_set_version(pointer, version)
    adw_about_window_set_comments(pointer, comments)
    about.setModal(for: window)
    about.present()
  }
}
