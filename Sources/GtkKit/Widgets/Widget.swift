internal import CGtk

/// A GtkWidget.
package class Widget: Object {
  var widget: UnsafeMutablePointer<GtkWidget> { cast() }

  /// Adds a CSS class.
  package func add(style: String...) {
    for name in style { gtk_widget_add_css_class(widget, name) }
  }

  /// Adds or removes a CSS class.
  package func set(style name: String, _ isOn: Bool) {
    if isOn {
      gtk_widget_add_css_class(widget, name)
    } else {
      gtk_widget_remove_css_class(widget, name)
    }
  }

  package var isVisible: Bool {
    get { gtk_widget_get_visible(widget) != 0 }
    set { gtk_widget_set_visible(widget, newValue.gboolean) }
  }

  package var isSensitive: Bool {
    get { gtk_widget_get_sensitive(widget) != 0 }
    set { gtk_widget_set_sensitive(widget, newValue.gboolean) }
  }

  /// From 0, invisible, to 1.
  package var opacity: Double {
    get { gtk_widget_get_opacity(widget) }
    set { gtk_widget_set_opacity(widget, newValue) }
  }

  package var isMapped: Bool { gtk_widget_get_mapped(widget) != 0 }

  package var isFocusable: Bool {
    get { gtk_widget_get_focusable(widget) != 0 }
    set { gtk_widget_set_focusable(widget, newValue.gboolean) }
  }

  /// Whether it clips its children at its bounds and rounded corners.
  package var isClipping: Bool {
    get { gtk_widget_get_overflow(widget) == GTK_OVERFLOW_HIDDEN }
    set { gtk_widget_set_overflow(widget, newValue ? GTK_OVERFLOW_HIDDEN : GTK_OVERFLOW_VISIBLE) }
  }

  /// Whether it receives pointer events.
  package var isTarget: Bool {
    get { gtk_widget_get_can_target(widget) != 0 }
    set { gtk_widget_set_can_target(widget, newValue.gboolean) }
  }

  /// Whether it has the style of a widget over which content hovers, CSS's `:drop(active)`.
  package var isHovered: Bool {
    get { gtk_widget_get_state_flags(widget).rawValue & GTK_STATE_FLAG_DROP_ACTIVE.rawValue != 0 }
    set {
      if newValue {
        gtk_widget_set_state_flags(widget, GTK_STATE_FLAG_DROP_ACTIVE, 0)
      } else {
        gtk_widget_unset_state_flags(widget, GTK_STATE_FLAG_DROP_ACTIVE)
      }
    }
  }

  package var tooltip: String {
    get { copiedString(gtk_widget_get_tooltip_text(widget)) }
    set { gtk_widget_set_tooltip_text(widget, newValue) }
  }

  /// The name in CSS and in the accessibility tree's ids.
  package var name: String {
    get { copiedString(gtk_widget_get_name(widget)) }
    set { gtk_widget_set_name(widget, newValue) }
  }

  package var width: Int { Int(gtk_widget_get_width(widget)) }
  package var height: Int { Int(gtk_widget_get_height(widget)) }

  package var isRightToLeft: Bool { gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL }

  /// Sets the minimum size, in pixels; -1 for the widget's own.
  @discardableResult
  package func minimum(width: Int = -1, height: Int = -1) -> Self {
    gtk_widget_set_size_request(widget, Int32(width), Int32(height))
    return self
  }

  /// The minimum width with its margins, in pixels.
  package var leastWidth: Int {
    var least: Int32 = 0
    gtk_widget_measure(widget, GTK_ORIENTATION_HORIZONTAL, -1, &least, nil, nil, nil)
    return Int(least)
  }

  /// The minimum height at a width, in pixels.
  package func leastHeight(forWidth width: Int) -> Int {
    var least: Int32 = 0
    gtk_widget_measure(
      widget, GTK_ORIENTATION_VERTICAL, Int32(width), &least, nil, nil, nil)
    return Int(least)
  }

  /// Sets whether it takes the remaining space.
  @discardableResult
  package func expanding(horizontally: Bool? = nil, vertically: Bool? = nil) -> Self {
    if let horizontally { gtk_widget_set_hexpand(widget, horizontally.gboolean) }
    if let vertically { gtk_widget_set_vexpand(widget, vertically.gboolean) }
    return self
  }

  /// Sets the alignment in its space.
  @discardableResult
  package func aligned(horizontally: Alignment? = nil, vertically: Alignment? = nil) -> Self {
    if let horizontally { gtk_widget_set_halign(widget, horizontally.gtk) }
    if let vertically { gtk_widget_set_valign(widget, vertically.gtk) }
    return self
  }

  /// Sets the margins, in pixels.
  @discardableResult
  package func margins(
    top: Int? = nil, bottom: Int? = nil, start: Int? = nil, end: Int? = nil
  ) -> Self {
    if let top { gtk_widget_set_margin_top(widget, Int32(top)) }
    if let bottom { gtk_widget_set_margin_bottom(widget, Int32(bottom)) }
    if let start { gtk_widget_set_margin_start(widget, Int32(start)) }
    if let end { gtk_widget_set_margin_end(widget, Int32(end)) }
    return self
  }

  package var bottomMargin: Int { Int(gtk_widget_get_margin_bottom(widget)) }

  /// Sets the same margin on all sides, in pixels.
  @discardableResult
  package func margins(_ all: Int) -> Self {
    margins(top: all, bottom: all, start: all, end: all)
  }

  @discardableResult
  package func focus() -> Bool { gtk_widget_grab_focus(widget) != 0 }

  /// Runs the body with animations off, so that its changes appear at once.
  func withoutAnimations(_ body: () -> Void) {
    let settings = Object(borrowing: nonNull(gtk_widget_get_settings(widget)))
    let name = "gtk-enable-animations"
    let wereEnabled = settings.bool(name)
    settings.set(name, false)
    body()
    settings.set(name, wereEnabled)
  }

  /// Whether it, or a widget inside, has the keyboard focus.
  package var hasFocusInside: Bool { focusInside != nil }

  /// The widget with the keyboard focus, if it is this one or inside it.
  var focusInside: Widget? {
    guard let root = gtk_widget_get_root(widget), let focus = gtk_root_get_focus(root),
      focus == widget || gtk_widget_is_ancestor(focus, widget) != 0
    else { return nil }
    return Widget(borrowing: focus)
  }

  package func add(_ source: DragSource) { addController(source.makeController()) }
  package func add(_ site: DropSite) { addController(site.makeController()) }

  /// Calls the body with each step of a wheel over the widget, before it and its children get it; see
  /// GtkEventControllerScroll::scroll. The body answers whether it handled the step.
  func onScrollStep(_ body: @escaping @MainActor (SignalArguments) -> Void) {
    let controller = Object(
      adopting: nonNull(gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES)).raw)
    gtk_event_controller_set_propagation_phase(controller.opaque, GTK_PHASE_CAPTURE)
    controller.on("scroll", body)
    addController(controller)
  }

  func addController(_ controller: Object) {
    // The widget adopts a reference.
    gtk_widget_add_controller(widget, g_object_ref(controller.pointer).map { OpaquePointer($0) })
  }

  package typealias Bounds = (x: Double, y: Double, width: Double, height: Double)

  /// Its bounds in another widget; nil where they share no ancestor.
  package func bounds(in other: Widget) -> Bounds? {
    var bounds = graphene_rect_t()
    guard gtk_widget_compute_bounds(widget, other.widget, &bounds) != 0 else { return nil }
    return (
      Double(bounds.origin.x), Double(bounds.origin.y), Double(bounds.size.width),
      Double(bounds.size.height)
    )
  }

  /// The widget that contains it.
  package var parent: Widget? { gtk_widget_get_parent(widget).map { Widget(borrowing: $0) } }

  package func removeFromParent() {
    gtk_widget_unparent(widget)
  }

  package func queueDraw() { gtk_widget_queue_draw(widget) }

  package func onMap(_ body: @escaping @MainActor () -> Void) { on("map") { _ in body() } }

  /// Calls the body at every frame until it returns false.
  package func onTick(_ body: @escaping @MainActor () -> Bool) {
    let tick = Unmanaged.passRetained(Tick(body)).toOpaque()
    gtk_widget_add_tick_callback(
      widget,
      { _, _, data in
        guard let data else { return 0 }
        return Unmanaged<Tick>.fromOpaque(data).takeUnretainedValue().body().gboolean
      }, tick,
      { data in
        guard let data else { return }
        Unmanaged<Tick>.fromOpaque(data).release()
      })
  }

  /// The alignment of a widget in its space.
  package enum Alignment {
    case fill, start, end, center

    var gtk: GtkAlign {
      switch self {
      case .fill: GTK_ALIGN_FILL
      case .start: GTK_ALIGN_START
      case .end: GTK_ALIGN_END
      case .center: GTK_ALIGN_CENTER
      }
    }
  }
}

private final class Tick {
  let body: @MainActor () -> Bool

  init(_ body: @escaping @MainActor () -> Bool) {
    self.body = body
  }
}

extension Widget {
  /// The name for screen readers; write-only. A box has one if it is set before the box is in a window.
  package var accessibleLabel: String {
    get { "" }
    set {
      becomeNameable()
      setProperty(GTK_ACCESSIBLE_PROPERTY_LABEL, newValue)
    }
  }

  /// Makes a widget without a role of its own, such as a box, a group: others have no name (WAI-ARIA 1.2, “generic”),
  /// and GTK hides what they are called (GTK 4.18).
  private func becomeNameable() {
    let role = gtk_accessible_get_accessible_role(opaque)
    guard role == GTK_ACCESSIBLE_ROLE_GENERIC || role == GTK_ACCESSIBLE_ROLE_WIDGET else { return }
    setRole(GTK_ACCESSIBLE_ROLE_GROUP)
  }

  /// Sets what it is for screen readers, before it is shown.
  func setRole(_ role: GtkAccessibleRole) {
    set("accessible-role", gtk_accessible_role_get_type()) {
      g_value_set_enum(&$0, Int32(role.rawValue))
    }
  }

  /// Sets a longer description for screen readers.
  package func setAccessibleDescription(_ text: String) {
    setProperty(GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text)
  }

  /// Hides it from screen readers alone.
  func hideFromScreenReaders() {
    var value = GValue()
    g_value_init(&value, dragd_type_boolean())
    g_value_set_boolean(&value, 1)
    var states = [GTK_ACCESSIBLE_STATE_HIDDEN]
    gtk_accessible_update_state_value(opaque, 1, &states, &value)
    g_value_unset(&value)
  }

  private func setProperty(_ property: GtkAccessibleProperty, _ text: String) {
    var value = GValue()
    g_value_init(&value, dragd_type_string())
    g_value_set_string(&value, text)
    var properties = [property]
    gtk_accessible_update_property_value(opaque, 1, &properties, &value)
    g_value_unset(&value)
  }
}
