internal import CGtk

/// A widget around one child that has its own way to measure it. The child gets all the room.
package class MeasuredBin: Widget {
  typealias Measure =
    @convention(c) (
      UnsafeMutablePointer<GtkWidget>?, GtkOrientation, Int32, UnsafeMutablePointer<Int32>?,
      UnsafeMutablePointer<Int32>?, UnsafeMutablePointer<Int32>?, UnsafeMutablePointer<Int32>?
    ) -> Void

  init(_ child: Widget, measure: Measure) {
    super.init(floating: nonNull(adw_bin_new()))
    adw_bin_set_child(cast(), child.widget)
    // The widget adopts the layout manager.
    gtk_widget_set_layout_manager(
      widget,
      gtk_custom_layout_new(
        { _ in GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH }, measure,
        { bin, width, height, _ in
          guard let child = gtk_widget_get_first_child(bin) else { return }
          gtk_widget_allocate(child, width, height, -1, nil)
        }))
  }
}

/// Reports its width, and shows nothing: libadwaita has breakpoints from 1.4 on.
package final class WidthObserver: Widget {
  /// - Parameter body: gets each new width, after the layout that has brought it.
  package init(_ body: @escaping @MainActor (Int) -> Void) {
    super.init(floating: nonNull(gtk_drawing_area_new()))
    hideFromScreenReaders()
    var last = 0
    on("resize") { arguments in
      let width = arguments.int(1)
      guard width != last else { return }
      last = width
      // A widget cannot change the layout while it gets its place.
      MainQueue.whenIdle { body(width) }
    }
  }
}

/// Asks for no more width than its child needs at least; where there is more room, the child has it.
package final class LeastWidthBin: MeasuredBin {
  package init(_ child: Widget) {
    super.init(child) { bin, orientation, size, least, natural, _, _ in
      guard let child = gtk_widget_get_first_child(bin), let least, let natural else { return }
      gtk_widget_measure(child, orientation, size, least, natural, nil, nil)
      if orientation == GTK_ORIENTATION_HORIZONTAL { natural.pointee = least.pointee }
    }
  }
}

/// Scrolls its child up and down; where there is room it is as high as the child.
///
/// A GtkScrolledWindow measures its child as if no text wrapped (GTK 4.8; 4.18 does not): alone it would cut off the
/// rows of a narrow window, and leave room free below.
package final class FittingScroller: MeasuredBin {
  package init(_ child: Widget) {
    let scroller = ScrolledWindow(child, horizontally: false, vertically: true)
    super.init(scroller) { bin, orientation, size, least, natural, _, _ in
      guard let scroller = gtk_widget_get_first_child(bin) else { return }
      gtk_widget_measure(scroller, orientation, size, least, natural, nil, nil)
      guard orientation == GTK_ORIENTATION_VERTICAL, size >= 0, let least, let natural,
        let viewport = gtk_scrolled_window_get_child(OpaquePointer(scroller)),
        let child = gtk_viewport_get_child(OpaquePointer(viewport))
      else { return }
      var height: Int32 = 0
      gtk_widget_measure(child, orientation, size, nil, &height, nil, nil)
      natural.pointee = max(least.pointee, height)
    }
  }
}
