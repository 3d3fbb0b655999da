internal import CGtk

/// A reusable row of a list view.
package protocol ListRow: AnyObject {
  /// Its widget; it may be another one after each binding.
  var widget: Widget { get }
  /// Its name for screen readers. The row updates the widget itself when the name changes without a binding.
  var name: String { get }
  /// What screen readers say of it beside its name.
  var details: String { get }
}

/// A list of any length with rows only for its visible part.
package final class ListView<Row: ListRow>: Widget {
  package let list: StringList
  package let selection: Selection
  private let rows = Rows<Row>()
  /// Counts how often the person turned the wheel over the list.
  package private(set) var wheelSteps = 0

  /// - Parameters:
  ///   - make: makes a row, which may show any id.
  ///   - bind: shows an id in a row.
  ///   - unbind: called when a row no longer shows an id.
  package init(
    make: @escaping @MainActor () -> Row, bind: @escaping @MainActor (Row, String) -> Void,
    unbind: @escaping @MainActor (Row) -> Void = { _ in }
  ) {
    list = StringList()
    selection = Selection(list)
    let factory = nonNull(gtk_signal_list_item_factory_new())
    super.init(
      floating: nonNull(
        gtk_list_view_new(
          g_object_ref(selection.pointer).map { OpaquePointer($0) }, factory)))
    let rows = rows
    factory.connect("setup") { arguments in
      guard let item = arguments.object(1) else { return }
      let row = make()
      item.attach(row, as: "row")
    }
    factory.connect("bind") { arguments in
      guard let item = arguments.object(1), let row: Row = item.attached("row"),
        let string = gtk_list_item_get_item(OpaquePointer(item))
      else { return }
      let id = copiedString(gtk_string_object_get_string(OpaquePointer(string)))
      rows.shown[id] = row
      bind(row, id)
      guard gtk_list_item_get_child(OpaquePointer(item)) != row.widget.widget else { return }
      gtk_list_item_set_child(OpaquePointer(item), row.widget.widget)
      row.widget.parent?.accessibleLabel = row.name
      row.widget.parent?.setAccessibleDescription(row.details)
    }
    factory.connect("unbind") { arguments in
      guard let item = arguments.object(1), let row: Row = item.attached("row") else { return }
      if let string = gtk_list_item_get_item(OpaquePointer(item)) {
        let id = copiedString(gtk_string_object_get_string(OpaquePointer(string)))
        if rows.shown[id] === row { rows.shown[id] = nil }
      }
      unbind(row)
    }
    removeDragScrolling()
    onScrollStep { [weak self] arguments in
      self?.wheelSteps += 1
      arguments.answer(false)
    }
    on("notify::vadjustment") { [weak self] _ in
      guard let self, let adjustment = gtk_scrollable_get_vadjustment(opaque) else { return }
      adjustment.connect("value-changed") { [weak self] _ in
        // The list blocks its own handler while it sets the value itself, during the placement of its rows.
        guard let self,
          g_signal_handler_find(
            adjustment, dragd_match_unblocked_data, 0, 0, nil, nil, pointer) != 0
        else { return }
        placeRows()
      }
    }
  }

  /// GTK scrolls a list view during a drag. On X11 it goes on after a drop, because no leave event follows (GTK 4.8 to
  /// 4.18).
  private func removeDragScrolling() {
    let controllers = Object(adopting: nonNull(gtk_widget_observe_controllers(widget)).raw)
    for index in 0..<g_list_model_get_n_items(controllers.opaque) {
      guard let controller = g_list_model_get_item(controllers.opaque, index) else { continue }
      defer { g_object_unref(controller) }
      guard
        g_type_check_instance_is_a(
          controller.assumingMemoryBound(to: GTypeInstance.self),
          gtk_drop_controller_motion_get_type()) != 0
      else { continue }
      return gtk_widget_remove_controller(widget, OpaquePointer(controller))
    }
  }

  /// GTK gives the rows that it makes for a scroll step no height until the next frame, and mistakes another step
  /// before that for a jump over thousands of rows (GTK 4.8; 4.18 does not).
  private func placeRows() {
    var place = GtkAllocation()
    gtk_widget_get_allocation(widget, &place)
    guard place.width > 0, place.height > 0 else { return }
    gtk_widget_measure(widget, GTK_ORIENTATION_HORIZONTAL, -1, nil, nil, nil, nil)
    gtk_widget_measure(widget, GTK_ORIENTATION_VERTICAL, place.width, nil, nil, nil, nil)
    gtk_widget_size_allocate(widget, &place, -1)
  }

  /// The row that shows an id.
  package func row(of id: String) -> Row? { rows.shown[id] }

  /// The rows by id; some of them may be invisible.
  package var rowsByID: [String: Row] { rows.shown }

  /// Calls the body when a row is double-clicked, or Return is pressed on it.
  package func onActivate(_ body: @escaping @MainActor (String) -> Void) {
    on("activate") { [weak list] arguments in
      guard let list, arguments.uint(1) < list.strings.count else { return }
      body(list.strings[arguments.uint(1)])
    }
  }

  /// Selects a row as a click on it does: Shift with an arrow extends the selection from there.
  package func selectFirst(_ id: String) {
    guard let index = list.strings.firstIndex(of: id) else { return }
    // The position; whether the row joins the selection, and whether the selection is extended to it.
    var values = [
      g_variant_new_uint32(guint(index)), g_variant_new_boolean(0), g_variant_new_boolean(0),
    ]
    activate("list.select-item", g_variant_new_tuple(&values, gsize(values.count)))
  }

  /// GTK takes no reference to a floating value.
  private func activate(_ action: String, _ value: OpaquePointer?) {
    g_variant_ref_sink(value)
    defer { g_variant_unref(value) }
    _ = gtk_widget_activate_action_variant(widget, action, value)
  }

  /// Moves the keyboard focus to a row.
  ///
  /// - Parameter others: rows that are visible too, as far as there is room.
  package func focus(_ id: String, besides others: [String] = []) {
    guard list.strings.contains(id) else { return }
    var hadFocus = false
    // A key may take the person on before the scrolling ends: GTK 4.18 has no row to go to where it goes back.
    scroll(to: id, besides: others) { [weak self] in !hadFocus || self?.focusedID == id }
    // GTK may make the row only at the next frame, and drops the keys of a row that is not shown yet. Until then the
    // list has the keyboard, and the person may go elsewhere with its keys.
    keepFocus()
    var frames = 0
    onTick { [weak self] in
      guard let self, hasFocusInside else { return false }
      frames += 1
      if let row = row(of: id), let holder = row.widget.parent, holder.focus() {
        hadFocus = true
        return false
      }
      return frames < 30
    }
  }

  /// Moves the keyboard focus to the list itself, not to one of its rows.
  private func keepFocus() {
    guard let root = gtk_widget_get_root(widget) else { return }
    gtk_root_set_focus(root, widget)
  }

  /// Scrolls until a row is visible. A new row has no height before the next frame, or a later one. It ends when the
  /// person turns the wheel.
  ///
  /// - Parameters:
  ///   - others: rows that it scrolls to before.
  ///   - isWanted: false ends it as well.
  package func scroll(
    to id: String, besides others: [String] = [],
    while isWanted: @escaping @MainActor () -> Bool = { true }
  ) {
    var frames = 0
    let order = others + [id]
    let steps = wheelSteps
    onTick { [weak self] in
      frames += 1
      guard let self, steps == wheelSteps, isWanted() else { return false }
      // A row that has just come has no height before the second frame.
      let id = order[min((frames - 1) / 3, order.count - 1)]
      guard let index = list.strings.firstIndex(of: id) else { return false }
      activate("list.scroll-to-item", g_variant_new_uint32(guint(index)))
      return frames < 10
    }
  }

  /// The id of the row with the keyboard focus.
  package var focusedID: String? {
    rows.shown.first { $0.value.widget.parent?.hasFocusInside == true }?.key
  }
}

private final class Rows<Row> {
  var shown: [String: Row] = [:]
}
