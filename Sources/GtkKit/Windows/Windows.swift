internal import CGtk

/// A window without content and title bar.
package class Window: Widget {
  package init() {
    super.init(borrowing: nonNull(adw_window_new()))
  }

  /// A window of an application, which keeps the application running. Its dialogs leave the other windows alone.
  package init(of application: Application) {
    super.init(borrowing: nonNull(adw_window_new()))
    gtk_window_set_application(cast(), application.cast())
    // All windows without a group share one, and a dialog takes the input of all of its group.
    let group = nonNull(gtk_window_group_new())
    gtk_window_group_add_window(group, cast())
    g_object_unref(group)
    insert(application.actions, as: "app")
  }

  /// GTK owns every window until it is destroyed.
  override init(borrowing pointer: some Pointer) {
    super.init(borrowing: pointer)
  }

  package var title: String {
    get { copiedString(gtk_window_get_title(cast())) }
    set { gtk_window_set_title(cast(), newValue) }
  }

  package func setContent(_ child: Widget) { adw_window_set_content(cast(), child.widget) }

  package func setDefaultSize(width: Int, height: Int) {
    gtk_window_set_default_size(cast(), Int32(width), Int32(height))
  }

  /// Its size, as it is now or was before it was maximized.
  package var defaultSize: (width: Int, height: Int) {
    var (width, height): (Int32, Int32) = (0, 0)
    gtk_window_get_default_size(cast(), &width, &height)
    return (Int(width), Int(height))
  }

  package func setMinimumSize(width: Int, height: Int) {
    gtk_widget_set_size_request(widget, Int32(width), Int32(height))
  }

  /// Makes the window a modal dialog of another one, before it is shown.
  package func setModal(for other: Window) {
    setRole(GTK_ACCESSIBLE_ROLE_DIALOG)
    gtk_window_set_transient_for(cast(), other.cast())
    gtk_window_set_modal(cast(), 1)
  }

  /// Sets the button that Return presses.
  package func setDefault(_ button: Widget) { gtk_window_set_default_widget(cast(), button.widget) }

  package func present() { gtk_window_present(cast()) }
  package func close() { gtk_window_close(cast()) }

  /// Calls the body when the window is closed.
  package func onClose(_ body: @escaping @MainActor () -> Void) {
    onCloseRequest {
      body()
      return true
    }
  }

  /// Calls the body before the window is closed.
  ///
  /// - Parameter body: returns whether the window may be closed.
  package func onCloseRequest(_ body: @escaping @MainActor () -> Bool) {
    on("close-request") { arguments in arguments.answer(!body()) }
  }

  /// Lets Escape close the window, before anything in it gets that key.
  package func closeOnEscape() {
    onKey(first: true) { [weak self] key in
      guard key == Key("Escape") else { return false }
      self?.close()
      return true
    }
  }

  package func onActiveChange(_ body: @escaping @MainActor () -> Void) {
    on("notify::is-active") { _ in body() }
  }

  /// Calls the body when another widget gets the keyboard.
  package func onFocusMove(_ body: @escaping @MainActor () -> Void) {
    on("notify::focus-widget") { _ in body() }
  }

  package var isActive: Bool { gtk_window_is_active(cast()) != 0 }
}

/// The bar at the top of a window.
package final class HeaderBar: Widget {
  package init() {
    super.init(floating: nonNull(adw_header_bar_new()))
  }

  package func packStart(_ child: Widget) { adw_header_bar_pack_start(opaque, child.widget) }
  package func packEnd(_ child: Widget) { adw_header_bar_pack_end(opaque, child.widget) }
  package func setTitle(_ child: Widget) { adw_header_bar_set_title_widget(opaque, child.widget) }

  /// Hides the buttons of the window itself.
  package func hideWindowButtons() {
    adw_header_bar_set_show_start_title_buttons(opaque, 0)
    adw_header_bar_set_show_end_title_buttons(opaque, 0)
  }
}

/// A title with a line below it.
package final class WindowTitle: Widget {
  package init(_ title: String, subtitle: String = "") {
    super.init(floating: nonNull(adw_window_title_new(title, subtitle)))
  }

  package var subtitle: String {
    get { copiedString(adw_window_title_get_subtitle(opaque)) }
    set { adw_window_title_set_subtitle(opaque, newValue) }
  }
}

/// One frame of a window's clock: GTK computes styles and sizes and draws the window.
package struct Frame {
  /// Its start and end, in microseconds of CLOCK_MONOTONIC.
  package let begin: Int
  package let end: Int
}

extension Window {
  /// Calls the body with each drawn frame. Call this after the window is presented: before that it has no clock.
  package func onFrame(_ body: @escaping @MainActor (Frame) -> Void) {
    guard let clock = gtk_widget_get_frame_clock(widget) else { return }
    let start = FrameStart()
    let pointer = UnsafeMutableRawPointer(clock)
    // The measurement excludes input, which GTK handles when it arrives, before the frame is due.
    pointer.connect("before-paint") { _ in start.begin = g_get_monotonic_time() }
    pointer.connect("after-paint", after: true) { _ in
      body(Frame(begin: start.begin, end: g_get_monotonic_time()))
    }
  }
}

private final class FrameStart {
  var begin: Int = 0
}
