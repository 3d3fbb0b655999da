internal import CGtk

/// Shows keyboard shortcuts in groups. GtkShortcutsWindow is wider than a narrow screen, and logs warnings about its
/// labels (GTK 4.8). GTK 4.18 makes it narrower, and deprecates it.
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

  package static func present(over window: Window, _ title: String, _ groups: [Group]) {
    let shown = Window()
    shown.title = title
    shown.setModal(for: window)
    shown.setDefaultSize(width: 480, height: 600)
    shown.setMinimumSize(width: 340, height: 294)
    let content = Box(.vertical, spacing: 18, groups.map(section))
    content.margins(18)
    let page = ScrolledWindow(Clamp(content, to: 560), horizontally: false, vertically: true)
    shown.setContent(Box(.vertical, [HeaderBar(), page.expanding(vertically: true)]))
    shown.closeOnEscape()
    // The window keeps this object until it is closed.
    shown.onClose { withExtendedLifetime(shown) {} }
    shown.present()
  }

  private static func section(_ group: Group) -> Widget {
    let section = PreferencesGroup(group.title)
    for (keys, what) in group.keys {
      let row = ActionRow(what)
      row.titleLines = 0
      // Combinations of keys beside each other would leave no room for the words in a narrow window.
      let lines = keys.contains("<") ? keys.split(separator: " ").map { String($0) } : [keys]
      let labels = lines.map { keys in
        Widget(floating: nonNull(gtk_shortcut_label_new(keys))).aligned(horizontally: .end)
      }
      let box = Box(.vertical, spacing: 6, labels).margins(top: 6, bottom: 6)
      row.addSuffix(box.aligned(vertically: .center))
      section.append(row)
    }
    return section
  }
}
