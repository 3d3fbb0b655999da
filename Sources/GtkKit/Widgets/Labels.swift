internal import CGtk

/// Shows text.
package final class Label: Widget {
  package init(_ text: String = "", style: String...) {
    super.init(floating: nonNull(gtk_label_new(text)))
    for name in style { add(style: name) }
  }

  package var text: String {
    get { copiedString(gtk_label_get_text(opaque)) }
    set {
      gtk_label_set_text(opaque, newValue)
      if isAtStart { alignAtStart() }
    }
  }

  /// Shows text with Pango's markup. The desktop opens the links in it.
  package func setMarkup(_ markup: String) {
    gtk_label_set_markup(opaque, markup)
    if isAtStart { alignAtStart() }
  }

  /// Lets a person select and copy the text.
  package func makeSelectable() { gtk_label_set_selectable(opaque, 1) }

  /// Whether a text begins at the side where its own language begins a line.
  private var isAtStart = false

  private func alignAtStart() {
    isAtStart = true
    // GTK mirrors this value for a layout from right to left.
    gtk_label_set_xalign(opaque, isTextRightToLeft == isRightToLeft ? 0 : 1)
  }

  /// Numbers and signs alone go the way of the widget.
  private var isTextRightToLeft: Bool {
    // The first letters from right to left are Hebrew ones, from U+0590: most texts need no layout here.
    guard isRightToLeft || text.utf8.contains(where: { $0 >= 0xD6 }) else { return false }
    return pango_layout_get_direction(gtk_label_get_layout(opaque), 0) == PANGO_DIRECTION_RTL
  }

  /// Aligns the text at the start and wraps it; the last line ends with “…” where text is cut off.
  @discardableResult
  package func wrapping(lines: Int) -> Self {
    alignAtStart()
    if lines > 1 {
      gtk_label_set_wrap(opaque, 1)
      gtk_label_set_wrap_mode(opaque, PANGO_WRAP_WORD_CHAR)
      gtk_label_set_lines(opaque, Int32(lines))
    }
    gtk_label_set_ellipsize(opaque, PANGO_ELLIPSIZE_END)
    return self
  }

  /// Cuts off the middle of the last line, so that the end of the text stays.
  package func keepEnd() { gtk_label_set_ellipsize(opaque, PANGO_ELLIPSIZE_MIDDLE) }

  /// How many lines a text would have in this label.
  package func lines(of text: String, inWidth width: Int) -> Int {
    let layout = nonNull(gtk_widget_create_pango_layout(widget, text))
    defer { g_object_unref(layout.raw) }
    pango_layout_set_width(layout, Int32(width) * Int32(PANGO_SCALE))
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
    return Int(pango_layout_get_line_count(layout))
  }

  /// Changes how many lines each paragraph of a wrapping label has at most.
  package func limit(lines: Int) { gtk_label_set_lines(opaque, Int32(lines)) }

  /// Aligns words of the interface where the layout begins a line, in up to two lines.
  @discardableResult
  package func asHeading() -> Self {
    gtk_label_set_xalign(opaque, 0)
    gtk_label_set_wrap(opaque, 1)
    gtk_label_set_lines(opaque, 2)
    gtk_label_set_ellipsize(opaque, PANGO_ELLIPSIZE_END)
    return self
  }

  /// Keeps room for a number of characters, however narrow the window is.
  package func atLeast(characters count: Int) -> Self {
    gtk_label_set_width_chars(opaque, Int32(count))
    return self
  }

  /// Wraps text that is longer than a number of characters, even where there is room for more.
  package func atMost(characters count: Int) -> Self {
    gtk_label_set_max_width_chars(opaque, Int32(count))
    return self
  }

  /// Wraps only where there is no room for the text in one line. By default GTK makes such a label about as high as
  /// wide.
  @discardableResult
  package func asWideAsPossible() -> Self {
    gtk_label_set_natural_wrap_mode(opaque, GTK_NATURAL_WRAP_NONE)
    return self
  }

  /// Wraps the text without a limit, centered or aligned at the start.
  @discardableResult
  package func wrapping(centered: Bool) -> Self {
    gtk_label_set_wrap(opaque, 1)
    gtk_label_set_wrap_mode(opaque, PANGO_WRAP_WORD_CHAR)
    gtk_label_set_xalign(opaque, centered ? 0.5 : 0)
    gtk_label_set_justify(opaque, centered ? GTK_JUSTIFY_CENTER : GTK_JUSTIFY_LEFT)
    return self
  }
}

/// Shows an icon of the theme.
package final class Icon: Widget {
  package init(_ name: String, size: Int? = nil) {
    super.init(floating: nonNull(gtk_image_new_from_icon_name(name)))
    if let size { gtk_image_set_pixel_size(opaque, Int32(size)) }
  }

  package func set(_ name: String) { gtk_image_set_from_icon_name(opaque, name) }
}

/// Shows the progress of a task.
package final class ProgressBar: Widget {
  package init() {
    super.init(floating: nonNull(gtk_progress_bar_new()))
  }

  /// From 0 to 1.
  package var fraction: Double {
    get { gtk_progress_bar_get_fraction(opaque) }
    set { gtk_progress_bar_set_fraction(opaque, newValue) }
  }

  /// Shows activity where the fraction is unknown.
  package func pulse() { gtk_progress_bar_pulse(opaque) }
}

/// A line between other widgets.
package final class Separator: Widget {
  package init(_ direction: Box.Direction) {
    super.init(floating: nonNull(gtk_separator_new(direction.gtk)))
  }
}
