internal import CGtk

/// What a menu offers: labels, and the names of the actions that they start.
package final class Menu: Object {
  package init() {
    super.init(taking: made(g_menu_new()).raw)
  }

  @discardableResult
  package func item(_ label: String, _ action: String) -> Menu {
    g_menu_append(opaque, label, action)
    return self
  }

  /// A part with a line above it.
  @discardableResult
  package func section(_ menu: Menu) -> Menu {
    g_menu_append_section(opaque, nil, menu.cast())
    return self
  }

  @discardableResult
  package func submenu(_ label: String, _ menu: Menu) -> Menu {
    g_menu_append_submenu(opaque, label, menu.cast())
    return self
  }
}

/// A menu that opens where something was pressed.
package final class PopoverMenu: Widget {
  package init(_ menu: Menu, at x: Double, _ y: Double, of parent: Widget) {
    super.init(made(gtk_popover_menu_new_from_model(menu.cast())))
    gtk_widget_set_parent(widget, parent.widget)
    gtk_popover_set_has_arrow(cast(), 0)
    gtk_widget_set_halign(widget, GTK_ALIGN_START)
    var place = GdkRectangle(x: Int32(x), y: Int32(y), width: 1, height: 1)
    gtk_popover_set_pointing_to(cast(), &place)
    let popover = widget
    on("closed") { _ in
      // The action that was chosen comes after this.
      _ = g_idle_add(
        { data in
          gtk_widget_unparent(data?.assumingMemoryBound(to: GtkWidget.self))
          return 0
        }, popover)
    }
  }

  package func open() { gtk_popover_popup(cast()) }
}
