internal import CGtk

/// Widgets in a row or a column.
package final class Box: Widget {
  package enum Direction {
    case horizontal, vertical

    var gtk: GtkOrientation {
      switch self {
      case .horizontal: GTK_ORIENTATION_HORIZONTAL
      case .vertical: GTK_ORIENTATION_VERTICAL
      }
    }
  }

  package init(_ direction: Direction, spacing: Int = 0, _ children: [Widget] = []) {
    super.init(floating: nonNull(gtk_box_new(direction.gtk, Int32(spacing))))
    for child in children { append(child) }
  }

  package func append(_ child: Widget) { gtk_box_append(cast(), child.widget) }
  package func prepend(_ child: Widget) { gtk_box_prepend(cast(), child.widget) }
  package func remove(_ child: Widget) { gtk_box_remove(cast(), child.widget) }

  /// Reorders a child after another; nil puts it first.
  package func reorder(_ child: Widget, after other: Widget?) {
    gtk_box_reorder_child_after(cast(), child.widget, other?.widget)
  }

  /// Whether all children get the same space.
  package var isHomogeneous: Bool {
    get { gtk_box_get_homogeneous(cast()) != 0 }
    set { gtk_box_set_homogeneous(cast(), newValue.gboolean) }
  }
}

/// A widget with other widgets on top of it.
package final class Overlay: Widget {
  package init(_ child: Widget) {
    super.init(floating: nonNull(gtk_overlay_new()))
    gtk_overlay_set_child(opaque, child.widget)
  }

  package func add(_ child: Widget) { gtk_overlay_add_overlay(opaque, child.widget) }
}

/// Shows one of several widgets. A GtkStack would hide its children from assistive technology (GTK 4.8;
/// 4.18 does not).
package final class Pages: Widget {
  private var pages: [(name: String, child: Widget)] = []

  package init() {
    super.init(floating: nonNull(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)))
  }

  /// Adds a page; the first one is shown.
  package func add(_ child: Widget, as name: String) {
    child.isVisible = pages.isEmpty
    gtk_box_append(cast(), child.widget)
    pages.append((name, child))
  }

  package var shown = "" {
    didSet { for (name, child) in pages { child.isVisible = name == shown } }
  }
}

/// Slides its child in and out.
package final class Revealer: Widget {
  package enum Edge { case fromBottom, fromTop }

  package init(_ child: Widget, _ edge: Edge) {
    super.init(floating: nonNull(gtk_revealer_new()))
    gtk_revealer_set_child(opaque, child.widget)
    gtk_revealer_set_transition_type(
      opaque,
      edge == .fromBottom
        ? GTK_REVEALER_TRANSITION_TYPE_SLIDE_UP : GTK_REVEALER_TRANSITION_TYPE_SLIDE_DOWN)
  }

  package var isRevealing: Bool {
    get { gtk_revealer_get_reveal_child(opaque) != 0 }
    set { gtk_revealer_set_reveal_child(opaque, newValue.gboolean) }
  }
}

/// Keeps its child from growing too wide.
package final class Clamp: Widget {
  package init(_ child: Widget, to width: Int) {
    super.init(floating: nonNull(adw_clamp_new()))
    adw_clamp_set_child(opaque, child.widget)
    adw_clamp_set_maximum_size(opaque, Int32(width))
  }
}

/// Shows a part of its child, with scroll bars.
package final class ScrolledWindow: Widget {
  private var resizes = 0
  /// What a change of the height is still about to bring back.
  private var kept: Double?

  /// - Parameters:
  ///   - horizontally: whether it scrolls horizontally; else it is as wide as its child.
  ///   - vertically: whether it scrolls vertically; else it is as high as its child.
  package init(_ child: Widget, horizontally: Bool, vertically: Bool) {
    super.init(floating: nonNull(gtk_scrolled_window_new()))
    gtk_scrolled_window_set_child(opaque, child.widget)
    gtk_scrolled_window_set_policy(
      opaque, horizontally ? GTK_POLICY_AUTOMATIC : GTK_POLICY_NEVER,
      vertically ? GTK_POLICY_AUTOMATIC : GTK_POLICY_NEVER)
  }

  /// Lets it be as large as its child, up to a height.
  package func grow(to height: Int) {
    gtk_scrolled_window_set_propagate_natural_width(opaque, 1)
    gtk_scrolled_window_set_propagate_natural_height(opaque, 1)
    gtk_scrolled_window_set_max_content_height(opaque, Int32(height))
  }

  package var horizontal: Adjustment {
    Adjustment(borrowing: nonNull(gtk_scrolled_window_get_hadjustment(opaque)))
  }

  package var vertical: Adjustment {
    Adjustment(borrowing: nonNull(gtk_scrolled_window_get_vadjustment(opaque)))
  }

  /// Scrolls sideways wherever the pointer is, also over a child that scrolls up and down only: GTK lets such a child
  /// keep the steps that it has no use for (GTK 4.8 to 4.18).
  package func scrollsSidewaysOverAll() {
    onScroll { [weak self] x, y, isWheel in
      guard let self, abs(x) > abs(y) else { return false }
      horizontal.scroll(by: x, isWheel: isWheel)
      return true
    }
  }

  /// Scrolls another window around this one up and down where this one is at its end: GTK lets it keep the steps that
  /// it has no use for (GTK 4.8 to 4.18).
  package func passesSteps(to other: ScrolledWindow) {
    onScroll { [weak self, weak other] x, y, isWheel in
      guard let self, let other, abs(y) > abs(x),
        y < 0 ? vertical.value <= 0 : vertical.value >= vertical.end
      else { return false }
      other.vertical.scroll(by: y, isWheel: isWheel)
      return true
    }
  }

  /// Calls the body with the steps of a wheel, or the pixels of a touchpad, before this window and its children get
  /// them.
  ///
  /// - Parameter body: returns whether it handled them.
  private func onScroll(
    _ body: @escaping @MainActor (_ x: Double, _ y: Double, _ isWheel: Bool) -> Bool
  ) {
    onScrollStep { arguments in
      guard let source = arguments.object(0).map({ OpaquePointer($0) }) else { return }
      let state = gtk_event_controller_get_current_event_state(source).rawValue
      var (x, y) = (arguments.double(1), arguments.double(2))
      if state & GDK_SHIFT_MASK.rawValue != 0 { (x, y) = (y, x) }
      let isWheel = gtk_event_controller_scroll_get_unit(source) == GDK_SCROLL_UNIT_WHEEL
      arguments.answer(body(x, y, isWheel))
    }
  }

  /// Changes the height of the window, and keeps what is at its top there: a list view keeps the focused row at the
  /// same fraction of its height (GTK 4.8 to 4.18).
  ///
  /// - Parameter place: what is to be at its top; nil for what is there.
  package func keepTop(at place: Double? = nil, _ resize: () -> Void = {}) {
    // A value that an earlier change is still about to bring back is the one to keep.
    let value = place ?? kept ?? vertical.value
    kept = value
    resize()
    resizes += 1
    let resize = resizes
    var (frames, steady) = (0, 0)
    onTick { [weak self] in
      guard let self, resizes == resize else { return false }
      let goal = max(0, min(value, vertical.end))
      // A list view goes to the focused row once more after it has made its rows (GTK 4.18).
      steady = vertical.value == goal ? steady + 1 : 0
      vertical.value = goal
      frames += 1
      let isDone = steady == Self.steadyFrames || frames == Self.mostFrames
      if isDone { kept = nil }
      return !isDone
    }
  }

  /// Frames for which it must stay there by itself, and after which that is given up.
  private static let (steadyFrames, mostFrames) = (4, 30)

  /// Lets it scroll from now on, after a change of its height.
  package func releaseTop() {
    resizes += 1
    kept = nil
  }

  /// Sets whether it has a vertical scroll bar where its child is higher. A bar keeps a scrolled window at least as
  /// high as the bar's shortest slider.
  package func setVerticalBar(_ isShown: Bool) {
    var horizontal = GTK_POLICY_AUTOMATIC
    gtk_scrolled_window_get_policy(opaque, &horizontal, nil)
    gtk_scrolled_window_set_policy(
      opaque, horizontal, isShown ? GTK_POLICY_AUTOMATIC : GTK_POLICY_EXTERNAL)
  }
}

/// The visible part of a scrolled widget.
package final class Adjustment: Object {
  package var value: Double {
    get { gtk_adjustment_get_value(cast()) }
    set { gtk_adjustment_set_value(cast(), newValue) }
  }

  /// Calls the body when the range, or the size of the visible part, has changed.
  package func onChange(_ body: @escaping @MainActor () -> Void) { on("changed") { _ in body() } }

  /// The largest meaningful value.
  package var end: Double { gtk_adjustment_get_upper(cast()) - page }
  /// The size of the visible part.
  package var page: Double { gtk_adjustment_get_page_size(cast()) }

  /// Scrolls by steps of a wheel, as long as GtkScrolledWindow's, or by pixels.
  fileprivate func scroll(by distance: Double, isWheel: Bool) {
    let step = isWheel ? pow(page, 2.0 / 3.0) : 1
    value = max(0, min(value + distance * step, end))
  }

  /// Scrolls as little as necessary to show a range.
  package func show(from lower: Double, to upper: Double) {
    // gtk_adjustment_clamp_page() does so over some frames. If the focus changes meanwhile, GTK scrolls to that
    // instead.
    let shown = min(lower, max(value, upper - page))
    value = max(0, min(shown, end))
  }
}
