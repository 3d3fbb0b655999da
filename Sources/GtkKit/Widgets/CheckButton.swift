internal import CGtk

/// A box that is checked or not.
package final class CheckButton: Widget {
  /// - Parameter name: what it is about; screen readers read it.
  package init(_ name: String) {
    super.init(floating: nonNull(gtk_check_button_new()))
    accessibleLabel = name
  }

  /// - Parameter child: what it is about, beside the box.
  package convenience init(_ name: String, showing child: Widget) {
    self.init(name)
    gtk_check_button_set_child(cast(), child.widget)
  }

  package var isActive: Bool {
    get { gtk_check_button_get_active(cast()) != 0 }
    set { gtk_check_button_set_active(cast(), newValue.gboolean) }
  }

  package func onToggle(_ body: @escaping @MainActor () -> Void) { on("toggled") { _ in body() } }
}

/// A setting that is on or off.
package final class Switch: Widget {
  package init() {
    super.init(floating: nonNull(gtk_switch_new()))
  }

  package var isActive: Bool {
    get { gtk_switch_get_active(opaque) != 0 }
    set { gtk_switch_set_active(opaque, newValue.gboolean) }
  }

  package func onToggle(_ body: @escaping @MainActor () -> Void) {
    on("notify::active") { _ in body() }
  }
}

/// A month of which a day can be chosen.
package final class Calendar: Widget {
  package init() {
    super.init(floating: nonNull(gtk_calendar_new()))
  }

  /// The chosen day; the month counts from 1.
  package var day: (year: Int, month: Int, day: Int) {
    get {
      let date = nonNull(gtk_calendar_get_date(opaque))
      defer { g_date_time_unref(date) }
      return (
        Int(g_date_time_get_year(date)), Int(g_date_time_get_month(date)),
        Int(g_date_time_get_day_of_month(date))
      )
    }
    set {
      guard
        let date = g_date_time_new_local(
          Int32(newValue.year), Int32(newValue.month), Int32(newValue.day), 12, 0, 0)
      else { return }
      gtk_calendar_select_day(opaque, date)
      g_date_time_unref(date)
    }
  }

  package func onSelect(_ body: @escaping @MainActor () -> Void) {
    on("day-selected") { _ in body() }
  }
}

/// A button that opens a widget above the others.
package final class PopoverButton: Widget {
  private let popover: Widget

  package init(icon: String, tooltip: String, _ child: Widget, style: String...) {
    popover = Widget(floating: nonNull(gtk_popover_new()))
    gtk_popover_set_child(popover.cast(), child.widget)
    super.init(floating: nonNull(gtk_menu_button_new()))
    gtk_menu_button_set_icon_name(opaque, icon)
    gtk_menu_button_set_popover(opaque, popover.widget)
    for name in style { add(style: name) }
    self.tooltip = tooltip
    accessibleLabel = tooltip
    hideTooltipWhileOpen()
  }

  /// Calls the body before the widget is shown.
  package func onOpen(_ body: @escaping @MainActor () -> Void) {
    popover.on("show") { _ in body() }
  }

  package func close() { gtk_menu_button_popdown(opaque) }
}

/// Dates as people write them.
package enum Dates {
  /// A day in the person's locale: “Wed 25 Nov”, or with its year “25 Nov 2026”.
  package static func text(year: Int, month: Int, day: Int, withYear: Bool) -> String {
    guard let date = g_date_time_new_local(Int32(year), Int32(month), Int32(day), 12, 0, 0) else {
      return ""
    }
    defer { g_date_time_unref(date) }
    return ownedString(g_date_time_format(date, withYear ? "%-e %b %Y" : "%a %-e %b"))
  }
}
