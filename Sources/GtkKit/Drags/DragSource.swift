internal import CGtk

/// Lets the pointer drag something out of a widget.
///
/// A GtkDragSource knows one drag only (GTK 4.8), and takes the end of an earlier one, whose destination was still reading,
/// for that of the next. So each drag has one of its own: when it is dropped another takes its place.
package final class DragSource {
  private let isFirst: Bool
  private let actions: DragActions
  private var prepare: @MainActor (Double, Double) -> ContentProvider? = { _, _ in nil }
  private var begun: @MainActor (Drag) -> Void = { _ in }
  private var ended: @MainActor (Drag, Bool) -> Void = { _, _ in }
  private var cancelled: @MainActor (Drag) -> Void = { _ in }

  /// - Parameter isFirst: before what is inside the widget drags by itself, such as a text view its selection.
  package init(actions: DragActions, first isFirst: Bool = false) {
    self.isFirst = isFirst
    self.actions = actions
  }

  /// Gives what is to be dragged from a point of the widget; nil for nothing.
  package func onPrepare(_ body: @escaping @MainActor (Double, Double) -> ContentProvider?) {
    prepare = body
  }

  /// The drag has begun.
  package func onBegin(_ body: @escaping @MainActor (Drag) -> Void) { begun = body }

  /// The drag is over; whether its destination says that the source has to delete what it gave. On X11 a destination in
  /// this program never does. It comes also when the widget has gone meanwhile.
  package func onEnd(_ body: @escaping @MainActor (Drag, _ isToDelete: Bool) -> Void) {
    ended = body
  }

  /// The drag has come to nothing.
  package func onCancel(_ body: @escaping @MainActor (Drag) -> Void) { cancelled = body }

  /// What a widget has for its next drag; it keeps this.
  func makeController() -> Object {
    let controller = Object(taking: made(gtk_drag_source_new()).raw)
    gtk_drag_source_set_actions(controller.opaque, actions.gdk)
    if isFirst {
      gtk_event_controller_set_propagation_phase(controller.opaque, GTK_PHASE_CAPTURE)
    }
    controller.on("prepare") { [self] arguments in
      guard let gesture = arguments.object(0).map({ OpaquePointer($0) }),
        let provider = prepare(arguments.double(1), arguments.double(2))
      else { return }
      // Else what is inside begins a second drag with the same motion.
      if isFirst { gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED) }
      DragAnswer.listen()
      gtk_drag_source_set_actions(gesture, actions.left(byKeysOf: gesture).gdk)
      arguments.answer(taking: g_object_ref(provider.pointer))
    }
    controller.on("drag-begin") { [self] arguments in
      guard let source = arguments.object(0), let pointer = arguments.object(1) else { return }
      let drag = Drag(pointer)
      drag.onDrop { [weak self] drag in
        drag.isDropped = true
        self?.replace(OpaquePointer(source))
      }
      begun(drag)
    }
    controller.on("drag-end") { [self] arguments in
      guard let drag = arguments.object(1) else { return }
      ended(Drag(drag), arguments.bool(2) && DragAnswer.allowsMove)
    }
    controller.on("drag-cancel") { [self] arguments in
      if let drag = arguments.object(1) { cancelled(Drag(drag)) }
      arguments.answer(false)
    }
    return controller
  }

  /// GTK keeps the one whose drag is not over.
  private func replace(_ controller: OpaquePointer) {
    guard let widget = gtk_event_controller_get_widget(controller) else { return }
    gtk_widget_remove_controller(widget, controller)
    Widget(widget).addController(makeController())
  }
}

extension DragActions {
  /// What the keys that are held leave of them when a drag begins. Only on Wayland: there the compositor alone sees keys
  /// during a drag, and some do not look (wlroots 0.15). On X11 GDK follows the keys all the time.
  fileprivate func left(byKeysOf gesture: OpaquePointer) -> DragActions {
    guard Style.isWayland else { return self }
    let keys = gtk_event_controller_get_current_event_state(gesture).rawValue
    let wanted: DragActions =
      keys & GDK_CONTROL_MASK.rawValue != 0
      ? .copy : keys & GDK_SHIFT_MASK.rawValue != 0 ? .move : self
    return contains(wanted) ? wanted : self
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

  /// What the modifier keys leave of what it may do; on Wayland the display server alone knows.
  package var actions: DragActions { DragActions(rawValue: gdk_drag_get_actions(opaque).rawValue) }

  /// Whether Shift is down.
  package var isShiftHeld: Bool {
    let seat = gdk_device_get_seat(gdk_drag_get_device(opaque))
    let modifiers = gdk_device_get_modifier_state(gdk_seat_get_keyboard(seat))
    return modifiers.rawValue & GDK_SHIFT_MASK.rawValue != 0
  }

  /// Whether the button was let go over a destination.
  fileprivate(set) var isDropped: Bool {
    get { pointer.attached("dropped") ?? false }
    set { pointer.attach(newValue, as: "dropped") }
  }

  /// The button was let go over a destination.
  package func onDrop(_ body: @escaping @MainActor (Drag) -> Void) {
    on("drop-performed") { arguments in
      guard let drag = arguments.object(0) else { return }
      body(Drag(drag))
    }
  }

  /// What the destination would do now, or has done.
  package var selectedAction: DragActions {
    DragActions(rawValue: gdk_drag_get_selected_action(opaque).rawValue)
  }
}
