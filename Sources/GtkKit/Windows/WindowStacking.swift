internal import CGtk

extension Window {
  /// Keeps the window above others where the display server lets a program request that: on X11 with a window manager
  /// (EWMH, `_NET_WM_STATE_ABOVE`). No Wayland protocol has it.
  package func keepAbove() {
    onMap { [weak self] in
      guard let self, let surface = gtk_native_get_surface(opaque) else { return }
      dragd_keep_above(surface)
    }
  }

  /// Passes on the token by which another program lets this window come to the front.
  package func setActivationToken(_ token: String) {
    gtk_window_set_startup_id(cast(), token)
  }
}

extension ActionRow {
  /// Calls the body when the row is clicked, or Return or Space is pressed on it.
  package func onActivate(_ body: @escaping @MainActor () -> Void) {
    gtk_list_box_row_set_activatable(cast(), 1)
    on("activated") { _ in body() }
  }

  /// Limits the lines of the text below.
  package func setSubtitleLines(_ count: Int) {
    adw_action_row_set_subtitle_lines(cast(), Int32(count))
  }
}
