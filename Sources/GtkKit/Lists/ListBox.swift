internal import CGtk

/// A short list of widgets.
package final class ListBox: Widget {
  private var rows: [Widget] = []

  package init(style: String...) {
    super.init(floating: nonNull(gtk_list_box_new()))
    gtk_list_box_set_selection_mode(opaque, GTK_SELECTION_NONE)
    for name in style { add(style: name) }
  }

  package func append(_ row: Widget) {
    gtk_list_box_append(opaque, row.widget)
    rows.append(row)
  }

  package func removeAll() {
    for row in rows { remove(row) }
    rows = []
  }

  /// Shows only these rows, in this order; rows that are shown already stay.
  package func set(_ new: [Widget]) {
    for row in rows where !new.contains(where: { $0.isSame(as: row) }) {
      remove(row)
    }
    var shown = rows.filter { row in new.contains { $0.isSame(as: row) } }
    for (index, row) in new.enumerated() {
      let place = shown.firstIndex { $0.isSame(as: row) }
      guard place != index else { continue }
      // A row that leaves the list loses the focus.
      let focus = row.focusInside
      if let place {
        remove(row)
        shown.remove(at: place)
      }
      gtk_list_box_insert(opaque, row.widget, Int32(index))
      shown.insert(row, at: index)
      focus?.focus()
    }
    rows = new
  }

  /// GTK wraps a widget that is no GtkListBoxRow in one.
  private func remove(_ row: Widget) {
    guard let parent = gtk_widget_get_parent(row.widget) else { return }
    gtk_list_box_remove(opaque, parent == widget ? row.widget : parent)
  }
}
