internal import CGtk

/// Lets the pointer drag content out of a widget.
///
/// A GtkDragSource knows only one drag (GTK 4.8 to 4.18). It takes the end of an earlier drag, whose destination was
/// still reading, for the end of the current one. Therefore each drag has its own GtkDragSource: this class replaces it
/// at the drop.
package final class DragSource {
  private let isFirst: Bool
  private let actions: DragActions
  private var prepare: @MainActor (Double, Double) -> ContentProvider? = { _, _ in nil }
  private var isOwnPress: @MainActor (Double, Double) -> Bool = { _, _ in false }
  private var clicked: @MainActor (Double, Double) -> Void = { _, _ in }
  private var begun: @MainActor (Drag) -> Void = { _ in }
  private var ended: @MainActor (Drag, Bool) -> Void = { _, _ in }
  private var cancelled: @MainActor (Drag) -> Void = { _ in }

  /// - Parameter isFirst: whether it precedes drag sources inside the widget, such as a text view's selection.
  package init(actions: DragActions, first isFirst: Bool = false) {
    self.isFirst = isFirst
    self.actions = actions
  }

  /// Sets the function that returns the content to drag from a point of the widget; nil for none.
  package func onPrepare(_ body: @escaping @MainActor (Double, Double) -> ContentProvider?) {
    prepare = body
  }

  /// Sets which presses belong to this source alone; for a source that precedes others. A child may else take the press
  /// for a drag of its own before the pointer moves (a text view of GTK 4.18).
  ///
  /// - Parameter click: called with the place of such a press that was no drag.
  package func onPress(
    isOwn: @escaping @MainActor (Double, Double) -> Bool,
    click: @escaping @MainActor (Double, Double) -> Void
  ) {
    isOwnPress = isOwn
    clicked = click
  }

  /// Sets the handler for the start of a drag.
  package func onBegin(_ body: @escaping @MainActor (Drag) -> Void) { begun = body }

  /// Sets the handler for the end of a drag. It gets whether the destination requests that the source delete the
  /// content; on X11 a destination in this program never requests that. GTK calls the handler even if the widget was
  /// destroyed meanwhile.
  package func onEnd(_ body: @escaping @MainActor (Drag, _ isToDelete: Bool) -> Void) {
    ended = body
  }

  /// Sets the handler for a cancelled drag.
  package func onCancel(_ body: @escaping @MainActor (Drag) -> Void) { cancelled = body }

  /// Makes the controller for a widget's next drag, which keeps this source alive.
  func makeController() -> Object {
    let controller = Object(adopting: nonNull(gtk_drag_source_new()).raw)
    gtk_drag_source_set_actions(controller.opaque, actions.gdk)
    if isFirst {
      gtk_event_controller_set_propagation_phase(controller.opaque, GTK_PHASE_CAPTURE)
      claimPresses(of: controller)
    }
    controller.on("prepare") { [self] arguments in
      guard let gesture = arguments.object(0).map({ OpaquePointer($0) }),
        let provider = prepare(arguments.double(1), arguments.double(2))
      else { return }
      // Otherwise a child would begin a second drag with the same motion.
      if isFirst { gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED) }
      XDragEvents.listen()
      gtk_drag_source_set_actions(gesture, actions.allowed(byKeysOf: gesture).gdk)
      arguments.answer(adopting: g_object_ref(provider.pointer))
    }
    controller.on("drag-begin") { [self] arguments in
      guard let source = arguments.object(0), let pointer = arguments.object(1) else { return }
      let drag = Drag(borrowing: pointer)
      XDragEvents.follow(drag)
      drag.onDrop { [weak self] drag in
        drag.isDropped = true
        XDragEvents.end(drag)
        self?.replace(OpaquePointer(source))
      }
      begun(drag)
    }
    controller.on("drag-end") { [self] arguments in
      guard let drag = arguments.object(1) else { return }
      XDragEvents.end(Drag(borrowing: drag))
      ended(Drag(borrowing: drag), arguments.bool(2) && XDragEvents.allowsMove)
    }
    controller.on("drag-cancel") { [self] arguments in
      if let drag = arguments.object(1) { cancelled(Drag(borrowing: drag)) }
      arguments.answer(false)
    }
    return controller
  }

  private func claimPresses(of controller: Object) {
    var press: (x: Double, y: Double)?
    controller.on("begin") { [self] arguments in
      press = nil
      guard let gesture = arguments.object(0).map({ OpaquePointer($0) }) else { return }
      var (x, y) = (0.0, 0.0)
      let sequence = gtk_gesture_get_last_updated_sequence(gesture)
      guard gtk_gesture_get_point(gesture, sequence, &x, &y) != 0, isOwnPress(x, y) else { return }
      gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED)
      press = (x, y)
    }
    controller.on("drag-begin") { _ in press = nil }
    controller.on("end") { [self] _ in
      if let place = press { clicked(place.x, place.y) }
      press = nil
    }
  }

  /// GTK keeps the old controller until its drag ends.
  private func replace(_ controller: OpaquePointer) {
    guard let widget = gtk_event_controller_get_widget(controller) else { return }
    gtk_widget_remove_controller(widget, controller)
    Widget(borrowing: widget).addController(makeController())
  }
}

extension DragActions {
  /// The actions that the held modifier keys allow when a drag begins. This is for Wayland only: there the compositor
  /// alone sees keys during a drag, and some compositors ignore them (wlroots 0.15). On X11 GDK follows the keys
  /// itself.
  fileprivate func allowed(byKeysOf gesture: OpaquePointer) -> DragActions {
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

  override init(borrowing pointer: some Pointer) {
    address = Int(bitPattern: pointer.raw)
    super.init(borrowing: pointer)
  }

  /// Shows a widget at the pointer.
  ///
  /// - Parameters:
  ///   - x: the horizontal position of the pointer in the widget, in pixels.
  ///   - y: the vertical position.
  package func setIcon(_ widget: Widget, x: Int, y: Int) {
    guard let icon = gtk_drag_icon_get_for_drag(opaque) else { return }
    gtk_drag_icon_set_child(OpaquePointer(icon), widget.widget)
    gdk_drag_set_hotspot(opaque, Int32(x), Int32(y))
  }

  /// The actions that the modifier keys allow. On Wayland only the display server knows the keys during a drag.
  package var actions: DragActions { DragActions(rawValue: gdk_drag_get_actions(opaque).rawValue) }

  /// Whether Shift is down.
  package var isShiftHeld: Bool {
    let seat = gdk_device_get_seat(gdk_drag_get_device(opaque))
    let modifiers = gdk_device_get_modifier_state(gdk_seat_get_keyboard(seat))
    return modifiers.rawValue & GDK_SHIFT_MASK.rawValue != 0
  }

  /// Whether the content was dropped on a destination.
  package fileprivate(set) var isDropped: Bool {
    get { pointer.attached("dropped") ?? false }
    set { pointer.attach(newValue, as: "dropped") }
  }

  /// Calls the body when the content is dropped on a destination.
  package func onDrop(_ body: @escaping @MainActor (Drag) -> Void) {
    on("drop-performed") { arguments in
      guard let drag = arguments.object(0) else { return }
      body(Drag(borrowing: drag))
    }
  }

  /// The action that the destination would do now, or has done.
  package var selectedAction: DragActions {
    DragActions(rawValue: gdk_drag_get_selected_action(opaque).rawValue)
  }
}
