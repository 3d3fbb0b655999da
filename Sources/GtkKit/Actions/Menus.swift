internal import CGtk

/// Named actions for menus, buttons and keys.
package final class ActionGroup: Object {
  package init() {
    super.init(adopting: nonNull(g_simple_action_group_new()).raw)
  }

  /// Adds an action.
  package func add(_ name: String, _ body: @escaping @MainActor () -> Void) {
    let action = nonNull(g_simple_action_new(name, nil))
    action.connect("activate") { _ in body() }
    g_action_map_add_action(opaque, action)
    g_object_unref(action.raw)
  }

  /// Adds an action that takes a word. Each menu item for the action names its word.
  package func add(_ name: String, taking body: @escaping @MainActor (String) -> Void) {
    let type = nonNull(g_variant_type_new("s"))
    defer { g_variant_type_free(type) }
    let action = nonNull(g_simple_action_new(name, type))
    action.connect("activate") { arguments in
      guard let word = g_value_get_variant(arguments.values + 1) else { return }
      body(copiedString(g_variant_get_string(word, nil)))
    }
    g_action_map_add_action(opaque, action)
    g_object_unref(action.raw)
  }

  /// Enables or disables an action.
  package func setEnabled(_ name: String, _ isEnabled: Bool) {
    guard let action = g_action_map_lookup_action(opaque, name) else { return }
    g_simple_action_set_enabled(action, isEnabled.gboolean)
  }
}

extension Widget {
  /// Makes actions available in the widget and its children, as `prefix.name`.
  package func insert(_ group: ActionGroup, as prefix: String) {
    gtk_widget_insert_action_group(widget, prefix, group.opaque)
  }
}

/// The model of a menu: labels, and the names of the actions that they start.
package final class Menu: Object {
  package init() {
    super.init(adopting: nonNull(g_menu_new()).raw)
  }

  /// Adds an item.
  ///
  /// - Parameters:
  ///   - label: with “_” before the mnemonic letter.
  ///   - word: what an action that takes a word gets.
  ///   - key: the key that does the same, “<Control>c”; the item shows it.
  @discardableResult
  package func item(
    _ label: String, _ action: String, with word: String? = nil, key: String? = nil
  ) -> Menu {
    let item = nonNull(g_menu_item_new(label, nil))
    defer { g_object_unref(item.raw) }
    g_menu_item_set_action_and_target_value(item, action, word.flatMap { g_variant_new_string($0) })
    if let key, let value = g_variant_new_string(key) {
      g_menu_item_set_attribute_value(item, "accel", value)
    }
    g_menu_append_item(opaque, item)
    return self
  }

  /// A text as a label without a mnemonic.
  package static func literal(_ text: String) -> String {
    text.split(separator: "_", omittingEmptySubsequences: false).joined(separator: "__")
  }

  /// Adds a section with a separator above it, and perhaps a heading.
  @discardableResult
  package func section(_ menu: Menu, heading: String? = nil) -> Menu {
    g_menu_append_section(opaque, heading, menu.cast())
    return self
  }

  @discardableResult
  package func submenu(_ label: String, _ menu: Menu) -> Menu {
    g_menu_append_submenu(opaque, label, menu.cast())
    return self
  }
}

/// A menu that opens at a point of a widget.
package final class PopoverMenu: Widget {
  /// - Parameter name: what it is, for screen readers.
  package init(_ menu: Menu, _ name: String, at x: Double, _ y: Double, of parent: Widget) {
    super.init(floating: nonNull(gtk_popover_menu_new_from_model(menu.cast())))
    gtk_widget_set_parent(widget, parent.widget)
    gtk_popover_set_has_arrow(cast(), 0)
    gtk_widget_set_halign(widget, GTK_ALIGN_START)
    accessibleLabel = name
    var place = GdkRectangle(x: Int32(x), y: Int32(y), width: 1, height: 1)
    gtk_popover_set_pointing_to(cast(), &place)
    let popover = widget
    on("closed") { _ in
      // GTK activates the chosen action after this signal.
      _ = g_idle_add(
        { data in
          guard let popover = data?.assumingMemoryBound(to: GtkWidget.self) else { return 0 }
          if gtk_widget_get_parent(popover) != nil { gtk_widget_unparent(popover) }
          g_object_unref(popover)
          return 0
        }, g_object_ref(popover))
    }
  }

  /// Whether the menu fits above or below a point of its window. A menu beside the point slides up and down to where
  /// it fits; one below it does not.
  private static func hasRoom(_ popover: UnsafeMutablePointer<GtkPopover>) -> Bool {
    let menu = Widget(borrowing: popover)
    var place = GdkRectangle()
    // A popover that is not shown yet has no size, but its child has.
    guard let parent = menu.parent, let child = gtk_popover_get_child(popover),
      gtk_popover_get_pointing_to(popover, &place) != 0,
      let root = gtk_widget_get_root(parent.widget).map({ Widget(borrowing: $0) }),
      let bounds = parent.bounds(in: root)
    else { return true }
    var height: Int32 = 0
    gtk_widget_measure(child, GTK_ORIENTATION_VERTICAL, -1, nil, &height, nil, nil)
    let above = bounds.y + Double(place.y)
    return Double(height) <= max(above, Double(root.height) - above)
  }

  /// Opens the menu in an idle callback. GTK adds the separators of its sections in one too, and does not make an open
  /// popover larger for them.
  package func open() {
    _ = g_idle_add(
      { data in
        guard let popover = data?.assumingMemoryBound(to: GtkWidget.self) else { return 0 }
        if gtk_widget_get_parent(popover) != nil {
          let shown = UnsafeMutableRawPointer(popover).assumingMemoryBound(to: GtkPopover.self)
          if !PopoverMenu.hasRoom(shown) { gtk_popover_set_position(shown, GTK_POS_RIGHT) }
          gtk_popover_popup(shown)
        }
        g_object_unref(popover)
        return 0
      }, g_object_ref(pointer))
  }
}
