internal import CGtk

/// A question with a few answers.
package final class MessageDialog: Window {
  package enum Look { case usual, suggested, destructive }

  package init(_ heading: String, _ body: String, over window: Window) {
    super.init(window: made(adw_message_dialog_new(window.cast(), heading, body)))
  }

  package func add(_ response: String, _ label: String, _ look: Look = .usual) {
    adw_message_dialog_add_response(cast(), response, label)
    switch look {
    case .usual: break
    case .suggested:
      adw_message_dialog_set_response_appearance(cast(), response, ADW_RESPONSE_SUGGESTED)
      adw_message_dialog_set_default_response(cast(), response)
    case .destructive:
      adw_message_dialog_set_response_appearance(cast(), response, ADW_RESPONSE_DESTRUCTIVE)
    }
  }

  package func setExtraChild(_ child: Widget) {
    adw_message_dialog_set_extra_child(cast(), child.widget)
  }

  package func onResponse(_ body: @escaping @MainActor (String) -> Void) {
    pointer.connect("response") { arguments in
      body(read(g_value_get_string(arguments.values + 1)))
    }
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
