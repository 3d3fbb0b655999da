internal import CGtk

/// Widgets beside each other, in further rows where one is too narrow for them. A widget that is wider than the box
/// alone has a row of its own.
package final class WrappingBox: Widget {
  package init() {
    super.init(floating: nonNull(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)))
    // The widget adopts the layout manager.
    gtk_widget_set_layout_manager(
      widget,
      gtk_custom_layout_new(
        { _ in GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH },
        { box, orientation, size, least, natural, _, _ in
          guard let box, let least, let natural else { return }
          let (smallest, usual) =
            orientation == GTK_ORIENTATION_HORIZONTAL
            ? WrappingBox.widths(of: box) : WrappingBox.heights(of: box, width: size)
          least.pointee = smallest
          natural.pointee = usual
        },
        { box, width, _, _ in
          guard let box else { return }
          let isMirrored = gtk_widget_get_direction(box) == GTK_TEXT_DIR_RTL
          for place in WrappingBox.places(in: box, width: width).all {
            var rectangle = place.rectangle
            if isMirrored { rectangle.x = width - rectangle.x - rectangle.width }
            gtk_widget_size_allocate(place.child, &rectangle, -1)
          }
        }))
  }

  package func append(_ child: Widget) { gtk_box_append(cast(), child.widget) }
  package func remove(_ child: Widget) { gtk_box_remove(cast(), child.widget) }

  private typealias Pointer = UnsafeMutablePointer<GtkWidget>

  private static let gap: Int32 = 8
  private static let rowGap: Int32 = 4

  private static func children(of box: Pointer) -> [Pointer] {
    sequence(first: gtk_widget_get_first_child(box)) { gtk_widget_get_next_sibling($0) }
      .compactMap(\.self).filter { gtk_widget_should_layout($0) != 0 }
  }

  private static func widths(of box: Pointer) -> (least: Int32, natural: Int32) {
    var (least, natural) = (Int32(0), Int32(0))
    for child in children(of: box) {
      let (smallest, usual) = measure(child, GTK_ORIENTATION_HORIZONTAL)
      least = max(least, smallest)
      natural += usual + (natural > 0 ? gap : 0)
    }
    return (least, natural)
  }

  private static func heights(of box: Pointer, width: Int32) -> (least: Int32, natural: Int32) {
    let height = places(in: box, width: width < 0 ? .max : width).height
    return (height, height)
  }

  private static func places(
    in box: Pointer, width: Int32
  ) -> (all: [(child: Pointer, rectangle: GdkRectangle)], height: Int32) {
    var places: [(child: Pointer, rectangle: GdkRectangle)] = []
    var (x, y, rowHeight) = (Int32(0), Int32(0), Int32(0))
    for child in children(of: box) {
      let own = min(measure(child, GTK_ORIENTATION_HORIZONTAL).natural, width)
      let height = measure(child, GTK_ORIENTATION_VERTICAL, own).natural
      if x > 0, own > width - x {
        (x, y, rowHeight) = (0, y + rowHeight + rowGap, 0)
      }
      places.append((child, GdkRectangle(x: x, y: y, width: own, height: height)))
      x += own + gap
      rowHeight = max(rowHeight, height)
    }
    return (places, y + rowHeight)
  }

  private static func measure(
    _ child: Pointer, _ orientation: GtkOrientation, _ size: Int32 = -1
  ) -> (least: Int32, natural: Int32) {
    var (least, natural) = (Int32(0), Int32(0))
    gtk_widget_measure(child, orientation, size, &least, &natural, nil, nil)
    return (least, natural)
  }
}
