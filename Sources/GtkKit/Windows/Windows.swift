internal import CGtk

/// A window with nothing of its own, not even a title bar.
package class Window: Widget {
  package init() {
    super.init(made(adw_window_new()))
  }

  /// A window of an application, which runs as long as it is open.
  package init(of application: Application) {
    super.init(made(adw_window_new()))
    gtk_window_set_application(cast(), application.cast())
  }

  init(window: some Pointer) {
    super.init(window)
  }

  package var title: String {
    get { read(gtk_window_get_title(cast())) }
    set { gtk_window_set_title(cast(), newValue) }
  }

  package func setContent(_ child: Widget) { adw_window_set_content(cast(), child.widget) }

  package func setDefaultSize(width: Int, height: Int) {
    gtk_window_set_default_size(cast(), Int32(width), Int32(height))
  }

  package func setMinimumSize(width: Int, height: Int) {
    gtk_widget_set_size_request(widget, Int32(width), Int32(height))
  }

  /// Stays above another, which waits for it.
  package func setModal(for other: Window) {
    gtk_window_set_transient_for(cast(), other.cast())
    gtk_window_set_modal(cast(), 1)
  }

  /// What Return presses.
  package func setDefault(_ button: Widget) { gtk_window_set_default_widget(cast(), button.widget) }

  package func present() { gtk_window_present(cast()) }
  package func close() { gtk_window_close(cast()) }

  /// The window is being closed.
  package func onClose(_ body: @escaping @MainActor () -> Void) {
    onCloseRequest {
      body()
      return true
    }
  }

  /// The window is about to be closed.
  ///
  /// - Parameter body: whether it may.
  package func onCloseRequest(_ body: @escaping @MainActor () -> Bool) {
    on("close-request") { arguments in arguments.answer(!body()) }
  }

  package func onActiveChange(_ body: @escaping @MainActor () -> Void) {
    on("notify::is-active") { _ in body() }
  }

  package var isActive: Bool { gtk_window_is_active(cast()) != 0 }
}

/// The bar at the top of a window.
package final class HeaderBar: Widget {
  package init() {
    super.init(made(adw_header_bar_new()))
  }

  package func packStart(_ child: Widget) { adw_header_bar_pack_start(opaque, child.widget) }
  package func packEnd(_ child: Widget) { adw_header_bar_pack_end(opaque, child.widget) }
  package func setTitle(_ child: Widget) { adw_header_bar_set_title_widget(opaque, child.widget) }

  /// No buttons for the window itself.
  package func hideWindowButtons() {
    adw_header_bar_set_show_start_title_buttons(opaque, 0)
    adw_header_bar_set_show_end_title_buttons(opaque, 0)
  }
}

/// A title with a line below it.
package final class WindowTitle: Widget {
  package init(_ title: String, subtitle: String = "") {
    super.init(made(adw_window_title_new(title, subtitle)))
  }

  package var subtitle: String {
    get { read(adw_window_title_get_subtitle(opaque)) }
    set { adw_window_title_set_subtitle(opaque, newValue) }
  }
}
