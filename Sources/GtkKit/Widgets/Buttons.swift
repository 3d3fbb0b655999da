internal import CGtk

/// Something to press.
package final class Button: Widget {
  package init(label: String, style: String...) {
    super.init(made(gtk_button_new()))
    add(style: "text-button")
    for name in style { add(style: name) }
    setLabel(label)
  }

  /// - Parameter tooltip: says what it does, to screen readers too.
  package init(icon: String, tooltip: String, style: String...) {
    super.init(made(gtk_button_new_from_icon_name(icon)))
    for name in style { add(style: name) }
    self.tooltip = tooltip
    accessibleLabel = tooltip
  }

  /// - Parameter text: with “_” before the letter that presses it.
  package func setLabel(_ text: String) {
    // A button's own label is read out twice, once with the underscore (GTK 4.8).
    let label = made(gtk_label_new_with_mnemonic(text))
    gtk_button_set_child(cast(), label)
    accessibleLabel = read(gtk_label_get_text(OpaquePointer(label)))
  }

  package func onClick(_ body: @escaping @MainActor () -> Void) { on("clicked") { _ in body() } }
}

/// A button that stays pressed.
package final class ToggleButton: Widget {
  package init(icon: String, tooltip: String) {
    super.init(made(gtk_toggle_button_new()))
    gtk_button_set_icon_name(cast(), icon)
    self.tooltip = tooltip
    accessibleLabel = tooltip
  }

  package var isActive: Bool {
    get { gtk_toggle_button_get_active(cast()) != 0 }
    set { gtk_toggle_button_set_active(cast(), newValue.gboolean) }
  }

  package func onToggle(_ body: @escaping @MainActor () -> Void) { on("toggled") { _ in body() } }
}

/// A button that opens a menu. What shows the menu is made when it is first opened: a window has several, and each takes
/// milliseconds of its start.
package final class MenuButton: Widget {
  package init(icon: String, tooltip: String, _ menu: Menu, style: String...) {
    super.init(made(gtk_menu_button_new()))
    gtk_menu_button_set_icon_name(opaque, icon)
    gtk_menu_button_set_create_popup_func(
      opaque,
      { button, menu in
        guard gtk_menu_button_get_menu_model(button) == nil else { return }
        gtk_menu_button_set_menu_model(button, menu?.assumingMemoryBound(to: GMenuModel.self))
      }, menu.pointer, nil)
    keep(menu)
    for name in style { add(style: name) }
    self.tooltip = tooltip
    accessibleLabel = tooltip
  }

  /// F10 opens it.
  package func setPrimary() { gtk_menu_button_set_primary(opaque, 1) }
}
