internal import CGtk

/// Asks before something is done that cannot be undone.
package enum Question {
  /// - Parameters:
  ///   - window: waits for the answer.
  ///   - answer: the word on the button that does it; the other one is “Cancel”, as Escape is.
  package static func present(
    over window: Window, _ heading: String, _ body: String, answer: String,
    _ act: @escaping @MainActor () -> Void
  ) {
    let dialog = Window(window: made(adw_message_dialog_new(window.cast(), heading, body)))
    for (id, label) in [("cancel", "_Cancel"), ("act", answer)] {
      adw_message_dialog_add_response(dialog.cast(), id, label)
    }
    adw_message_dialog_set_response_appearance(dialog.cast(), "act", ADW_RESPONSE_DESTRUCTIVE)
    adw_message_dialog_set_default_response(dialog.cast(), "cancel")
    adw_message_dialog_set_close_response(dialog.cast(), "cancel")
    dialog.on("response") { arguments in
      guard read(g_value_get_string(arguments.values + 1)) == "act" else { return }
      // When the dialog is gone: it does not survive that its window is closed meanwhile.
      Task { act() }
    }
    dialog.present()
  }
}

/// Shows who made a program.
package enum AboutWindow {
  package static func present(
    over window: Window, name: String, icon: String, version: String, comments: String
  ) {
    let about = Window(window: made(adw_about_window_new()))
    let pointer = about.opaque
    adw_about_window_set_application_name(pointer, name)
    adw_about_window_set_application_icon(pointer, icon)
    adw_about_window_set_version(pointer, version)
    adw_about_window_set_comments(pointer, comments)
    about.setModal(for: window)
    about.present()
  }
}
