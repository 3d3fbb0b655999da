internal import CGtk

/// A widget with an editable line of text.
package class Editable: Widget {
  package var text: String {
    get { copiedString(gtk_editable_get_text(opaque)) }
    set { gtk_editable_set_text(opaque, newValue) }
  }

  package func onChange(_ body: @escaping @MainActor () -> Void) { on("changed") { _ in body() } }

  package func selectAll() { gtk_editable_select_region(opaque, 0, -1) }

  /// Puts the cursor at the end of the text.
  package func goToEnd() { gtk_editable_set_position(opaque, -1) }

  /// Marks the text as invalid, with the reason; nil marks it as valid.
  package func setProblem(_ reason: String?) {
    set(style: "error", reason != nil)
    tooltip = reason ?? ""
  }
}

/// A line of text.
package final class Entry: Editable {
  package init() {
    super.init(floating: nonNull(gtk_entry_new()))
  }

  /// Empties the entry, and forgets what was typed in it: nothing brings the text back.
  package func clear() {
    gtk_editable_set_enable_undo(opaque, 0)
    text = ""
    gtk_editable_set_enable_undo(opaque, 1)
  }

  package var placeholder: String {
    get { copiedString(gtk_entry_get_placeholder_text(cast())) }
    set { gtk_entry_set_placeholder_text(cast(), newValue) }
  }

  /// Calls the body when Return is pressed.
  package func onActivate(_ body: @escaping @MainActor () -> Void) {
    on("activate") { _ in body() }
  }
}

/// A line of text in a list of preferences, with its title.
package final class EntryRow: Editable {
  package init(_ title: String) {
    super.init(floating: nonNull(adw_entry_row_new()))
    adw_preferences_row_set_title(cast(), title)
  }

  /// Calls the body when Return is pressed.
  package func onActivate(_ body: @escaping @MainActor () -> Void) {
    on("entry-activated") { _ in body() }
  }

  package func addPrefix(_ child: Widget) { adw_entry_row_add_prefix(cast(), child.widget) }
  package func addSuffix(_ child: Widget) { adw_entry_row_add_suffix(cast(), child.widget) }
}

/// A multi-line text editor.
package final class TextView: Widget {
  package init() {
    super.init(floating: nonNull(gtk_text_view_new()))
    gtk_text_view_set_wrap_mode(cast(), GTK_WRAP_WORD_CHAR)
    gtk_text_view_set_accepts_tab(cast(), 0)
    gtk_text_view_set_top_margin(cast(), 9)
    gtk_text_view_set_bottom_margin(cast(), 9)
    gtk_text_view_set_left_margin(cast(), 12)
    gtk_text_view_set_right_margin(cast(), 12)
    on("preedit-changed") { [weak self] arguments in
      self?.isComposing = !copiedString(g_value_get_string(arguments.values + 1)).isEmpty
    }
  }

  /// Whether an input method is composing characters: it gets Return then.
  package private(set) var isComposing = false

  package var text: String {
    get {
      var start = GtkTextIter()
      var end = GtkTextIter()
      gtk_text_buffer_get_bounds(buffer, &start, &end)
      return ownedString(gtk_text_buffer_get_text(buffer, &start, &end, 1))
    }
    set { gtk_text_buffer_set_text(buffer, newValue, -1) }
  }

  /// The selected text, if a point of the view is within it.
  package func selection(at x: Double, _ y: Double) -> String? {
    var start = GtkTextIter()
    var end = GtkTextIter()
    guard gtk_text_buffer_get_selection_bounds(buffer, &start, &end) != 0,
      var place = place(at: x, y), gtk_text_iter_in_range(&place, &start, &end) != 0
    else { return nil }
    return ownedString(gtk_text_buffer_get_text(buffer, &start, &end, 1))
  }

  /// Selects nothing any more, and places the cursor at a point of the view.
  package func placeCursor(at x: Double, _ y: Double) {
    guard var place = place(at: x, y) else { return }
    gtk_text_buffer_place_cursor(buffer, &place)
  }

  private func place(at x: Double, _ y: Double) -> GtkTextIter? {
    var (inX, inY): (Int32, Int32) = (0, 0)
    gtk_text_view_window_to_buffer_coords(
      cast(), GTK_TEXT_WINDOW_WIDGET, Int32(x), Int32(y), &inX, &inY)
    var place = GtkTextIter()
    return gtk_text_view_get_iter_at_location(cast(), &place, inX, inY) != 0 ? place : nil
  }

  package func onChange(_ body: @escaping @MainActor () -> Void) {
    nonNull(buffer).connect("changed") { _ in body() }
  }

  /// Shows a hint while the view is empty: GtkTextView has none of its own (GTK 4.8 to 4.18).
  ///
  /// - Returns: the view with the hint.
  package func withPlaceholder(_ text: String) -> Overlay {
    let hint = Label(text, style: "dim-label").wrapping(centered: false).asWideAsPossible()
    hint.aligned(horizontally: .start, vertically: .start).margins(top: 9, start: 13, end: 13)
    hint.isTarget = false
    setAccessibleDescription(text)
    let overlay = Overlay(self)
    overlay.add(hint)
    let update: @MainActor () -> Void = { [weak self] in
      hint.isVisible = self?.text.isEmpty ?? false
    }
    update()
    onChange(update)
    return overlay
  }

  /// Makes it as high as its text. A label measures that: a GtkTextView that got its place before it knew its lines
  /// stays without a height (GTK 4.8).
  ///
  /// - Returns: the view with the label.
  package func asHighAsItsText() -> Overlay {
    let measure = Label(text).wrapping(centered: false).atMost(characters: 30)
    measure.margins(top: 9, bottom: 9, start: 12, end: 13)
    measure.opacity = 0
    measure.isTarget = false
    measure.hideFromScreenReaders()
    let overlay = Overlay(measure)
    overlay.add(self)
    onChange { [weak self] in measure.text = self?.text ?? "" }
    return overlay
  }

  private var buffer: UnsafeMutablePointer<GtkTextBuffer>? { gtk_text_view_get_buffer(cast()) }
}
