internal import CGtk

/// Lets the pointer drag something out of a widget.
package final class DragSource: Object {
  package init(actions: DragActions) {
    super.init(taking: made(gtk_drag_source_new()).raw)
    gtk_drag_source_set_actions(opaque, actions.gdk)
  }

  /// Gives what is to be dragged from a point of the widget; nil for nothing.
  package func onPrepare(_ body: @escaping @MainActor (Double, Double) -> ContentProvider?) {
    on("prepare") { arguments in
      guard let provider = body(arguments.double(1), arguments.double(2)) else { return }
      arguments.answer(taking: g_object_ref(provider.pointer))
    }
  }

  /// The drag has begun.
  package func onBegin(_ body: @escaping @MainActor (Drag) -> Void) {
    on("drag-begin") { arguments in
      guard let drag = arguments.object(1) else { return }
      body(Drag(drag))
    }
  }

  /// The drag is over; whether its destination says that the source has to delete what it gave.
  package func onEnd(_ body: @escaping @MainActor (Drag, _ isToDelete: Bool) -> Void) {
    on("drag-end") { arguments in
      guard let drag = arguments.object(1) else { return }
      body(Drag(drag), arguments.bool(2))
    }
  }

  /// The drag has come to nothing.
  package func onCancel(_ body: @escaping @MainActor (Drag) -> Void) {
    on("drag-cancel") { arguments in
      if let drag = arguments.object(1) { body(Drag(drag)) }
      arguments.answer(false)
    }
  }
}

/// A drag that began in this program.
package final class Drag: Object, Hashable {
  package nonisolated static func == (one: Drag, other: Drag) -> Bool {
    one.address == other.address
  }

  package nonisolated func hash(into hasher: inout Hasher) {
    hasher.combine(address)
  }

  private nonisolated let address: Int

  init(_ pointer: UnsafeMutableRawPointer) {
    address = Int(bitPattern: pointer)
    super.init(pointer)
  }

  /// Shows a widget at the pointer.
  ///
  /// - Parameters:
  ///   - x: which point of the widget is at the pointer.
  ///   - y: the same.
  package func setIcon(_ widget: Widget, x: Int, y: Int) {
    guard let icon = gtk_drag_icon_get_for_drag(opaque) else { return }
    gtk_drag_icon_set_child(OpaquePointer(icon), widget.widget)
    gdk_drag_set_hotspot(opaque, Int32(x), Int32(y))
  }

  /// What the destination would do now, or has done.
  package var selectedAction: DragActions {
    DragActions(rawValue: gdk_drag_get_selected_action(opaque).rawValue)
  }
}
