internal import CGtk

/// Shows the keyboard shortcuts.
package enum ShortcutsWindow {
  /// A group of shortcuts.
  package struct Group {
    let title: String
    let keys: [(keys: String, what: String)]

    /// - Parameter keys: in GTK's notation, “<Control>c”; several are separated by spaces.
    package init(_ title: String, _ keys: [(keys: String, what: String)]) {
      self.title = title
      self.keys = keys
    }
  }

  package static func present(over window: Window, _ groups: [Group]) {
    // GTK makes such a window only from a description.
    let described = groups.map { group in
      let keys = group.keys.map { keys, what in
        """
        <child><object class="GtkShortcutsShortcut"><property name="accelerator">\(escaped(keys))</property>
        <property name="title">\(escaped(what))</property></object></child>
        """
      }
      return """
        <child><object class="GtkShortcutsGroup"><property name="title">\(escaped(group.title))</property>
        \(keys.joined())</object></child>
        """
    }
    let text = """
      <interface><object class="GtkShortcutsWindow" id="window"><property name="modal">1</property>
      <child><object class="GtkShortcutsSection"><property name="section-name">all</property>
      <property name="max-height">12</property>\(described.joined())</object></child></object></interface>
      """
    let builder = nonNull(gtk_builder_new_from_string(text, -1))
    defer { g_object_unref(builder.raw) }
    guard let object = gtk_builder_get_object(builder, "window") else { return }
    let shown = Window(window: object)
    shown.setModal(for: window)
    shown.present()
  }

  private static func escaped(_ text: String) -> String {
    ownedString(g_markup_escape_text(text, -1))
  }
}
