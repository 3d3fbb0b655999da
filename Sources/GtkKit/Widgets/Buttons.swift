internal import CGtk

/// A push button.
package final class Button: Widget {
  package init(label: String, style: String...) {
    super.init(floating: nonNull(gtk_button_new()))
    add(style: "text-button")
    for name in style { add(style: name) }
    setLabel(label)
  }

  /// - Parameter tooltip: what it does; screen readers read it too.
  package init(icon: String, tooltip: String, style: String...) {
    super.init(floating: nonNull(gtk_button_new_from_icon_name(icon)))
    for name in style { add(style: name) }
    self.tooltip = tooltip
    accessibleLabel = tooltip
  }

  /// - Parameters:
  ///   - text: with “_” before the mnemonic letter.
  ///   - isCut: whether the text is cut off where there is no room for it.
  package func setLabel(_ text: String, isCut: Bool = false) {
    // Screen readers read a button's own label twice, once with the underscore (GTK 4.8; 4.18 does not).
    let label = nonNull(gtk_label_new_with_mnemonic(text))
    if isCut { gtk_label_set_ellipsize(OpaquePointer(label), PANGO_ELLIPSIZE_END) }
    gtk_button_set_child(cast(), label)
    accessibleLabel = copiedString(gtk_label_get_text(OpaquePointer(label)))
  }

  /// Shows an icon instead of the label; it keeps its name.
  package func setIcon(_ icon: String) { gtk_button_set_icon_name(cast(), icon) }

  package func onClick(_ body: @escaping @MainActor () -> Void) { on("clicked") { _ in body() } }
}

/// A button that stays pressed.
package final class ToggleButton: Widget {
  package init(icon: String, tooltip: String) {
    super.init(floating: nonNull(gtk_toggle_button_new()))
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

extension Widget {
  /// The widget is a GtkMenuButton: its tooltip would cover the first row of what it opens.
  func hideTooltipWhileOpen() {
    on("notify::popover") { arguments in
      if let button = arguments.object(0) { Widget(borrowing: button).followPopover() }
    }
    followPopover()
  }

  private func followPopover() {
    guard let popover = gtk_menu_button_get_popover(opaque) else { return }
    // The button owns the popover.
    let button = widget
    popover.connect("show") { _ in gtk_widget_set_has_tooltip(button, 0) }
    popover.connect("closed") { _ in gtk_widget_set_has_tooltip(button, 1) }
  }
}

/// A button that opens a menu. It makes the menu's widgets when it first opens: a window has several menus, and each
/// would delay its start by milliseconds.
package final class MenuButton: Widget {
  /// What the button is, beside its text.
  private let purpose: String
  private lazy var label = Label(style: "heading").wrapping(lines: 1).atLeast(characters: 4)

  package convenience init(icon: String, tooltip: String, _ menu: Menu, style: String...) {
    self.init(tooltip, menu, style)
    gtk_menu_button_set_icon_name(opaque, icon)
  }

  /// A button with a text, which ``setLabel(_:)`` changes.
  package convenience init(label: String, tooltip: String, _ menu: Menu, style: String...) {
    self.init(tooltip, menu, style)
    let child = Box(.horizontal, spacing: 4, [self.label, Icon("pan-down-symbolic")])
    gtk_menu_button_set_child(opaque, child.widget)
    setLabel(label)
  }

  /// Replaces the text, which a narrow window cuts off. The tooltip and the name for screen readers have all of it.
  package func setLabel(_ text: String) {
    label.text = text
    tooltip = "\(purpose): \(text)"
    accessibleLabel = tooltip
  }

  /// The menu; another one replaces it.
  package var menu: Menu {
    didSet {
      pointer.attach(menu, as: "menu")
      if gtk_menu_button_get_menu_model(opaque) != nil {
        gtk_menu_button_set_menu_model(opaque, menu.cast())
      }
    }
  }

  private init(_ tooltip: String, _ menu: Menu, _ styles: [String]) {
    self.menu = menu
    purpose = tooltip
    super.init(floating: nonNull(gtk_menu_button_new()))
    gtk_menu_button_set_create_popup_func(
      opaque,
      { button, _ in
        guard let button, gtk_menu_button_get_menu_model(button) == nil,
          let menu: Menu = button.attached("menu")
        else { return }
        gtk_menu_button_set_menu_model(button, menu.cast())
      }, nil, nil)
    pointer.attach(menu, as: "menu")
    for name in styles { add(style: name) }
    self.tooltip = tooltip
    accessibleLabel = tooltip
    hideTooltipWhileOpen()
  }

  /// Lets F10 open the menu.
  package func setPrimary() { gtk_menu_button_set_primary(opaque, 1) }

  package var isOpen: Bool {
    gtk_menu_button_get_popover(opaque).map { Widget(borrowing: $0).isVisible } ?? false
  }
}
