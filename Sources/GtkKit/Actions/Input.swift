internal import CGtk

/// A key with its modifiers.
package struct Key: Hashable, Sendable {
  /// GDK's name of the key: “F2”, “Delete”, “z”.
  package let name: String
  package let modifiers: Modifiers

  package struct Modifiers: OptionSet, Hashable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
      self.rawValue = rawValue
    }

    package static let shift = Modifiers(rawValue: 1)
    package static let control = Modifiers(rawValue: 2)
    package static let alt = Modifiers(rawValue: 4)
  }

  package init(_ name: String, _ modifiers: Modifiers = []) {
    self.name = name
    self.modifiers = modifiers
  }

  init(_ value: UInt32, state: UInt32) {
    name = copiedString(gdk_keyval_name(gdk_keyval_to_lower(value)))
    modifiers = Modifiers(state: state)
  }
}

extension Key.Modifiers {
  /// - Parameter state: a GdkModifierType.
  init(state: UInt32) {
    self = []
    if state & GDK_SHIFT_MASK.rawValue != 0 { insert(.shift) }
    if state & GDK_CONTROL_MASK.rawValue != 0 { insert(.control) }
    if state & GDK_ALT_MASK.rawValue != 0 { insert(.alt) }
  }
}

extension Widget {
  /// Calls the body with each key that is pressed in the widget.
  ///
  /// - Parameters:
  ///   - isFirst: whether the body gets a key before the widget's children; otherwise it gets only the keys that they
  ///     do not handle.
  ///   - body: returns whether it handled the key.
  package func onKey(first isFirst: Bool, _ body: @escaping @MainActor (Key) -> Bool) {
    let controller = Object(adopting: nonNull(gtk_event_controller_key_new()).raw)
    gtk_event_controller_set_propagation_phase(
      controller.opaque, isFirst ? GTK_PHASE_CAPTURE : GTK_PHASE_BUBBLE)
    controller.on("key-pressed") { arguments in
      arguments.answer(body(Key(UInt32(arguments.uint(1)), state: arguments.flags(3))))
    }
    addController(controller)
  }
}

extension Widget {
  /// Calls the body with each press of a mouse button.
  ///
  /// - Parameters:
  ///   - button: 1 is the main one, 3 opens menus.
  ///   - isFirst: whether the body gets a press before the widget's children, which get it too.
  ///   - body: gets the number of presses in a row, and the point in the widget.
  package func onPress(
    button: Int, first isFirst: Bool = false,
    _ body: @escaping @MainActor (_ count: Int, _ x: Double, _ y: Double) -> Void
  ) {
    let gesture = Object(adopting: nonNull(gtk_gesture_click_new()).raw)
    gtk_gesture_single_set_button(gesture.opaque, guint(button))
    if isFirst { gtk_event_controller_set_propagation_phase(gesture.opaque, GTK_PHASE_CAPTURE) }
    gesture.on("pressed") { arguments in
      body(arguments.int(1), arguments.double(2), arguments.double(3))
    }
    addController(gesture)
  }

  /// Calls the body when the main mouse button is released where it was pressed.
  package func onClick(_ body: @escaping @MainActor (_ x: Double, _ y: Double) -> Void) {
    let gesture = Object(adopting: nonNull(gtk_gesture_click_new()).raw)
    gesture.on("released") { arguments in body(arguments.double(2), arguments.double(3)) }
    addController(gesture)
  }

  /// Calls the body with the modifier keys of each press and release of the main mouse button, before the widget's
  /// children get it.
  package func onClickModifiers(_ body: @escaping @MainActor (Key.Modifiers) -> Void) {
    let gesture = Object(adopting: nonNull(gtk_gesture_click_new()).raw)
    gtk_event_controller_set_propagation_phase(gesture.opaque, GTK_PHASE_CAPTURE)
    for signal in ["pressed", "released"] {
      gesture.on(signal) { arguments in
        guard let controller = arguments.object(0).map({ OpaquePointer($0) }) else { return }
        let state = gtk_event_controller_get_current_event_state(controller)
        body(Key.Modifiers(state: state.rawValue))
      }
    }
    addController(gesture)
  }

  /// Calls the body when the keyboard focus enters or leaves the widget.
  package func onFocusChange(_ body: @escaping @MainActor (_ isInside: Bool) -> Void) {
    let controller = Object(adopting: nonNull(gtk_event_controller_focus_new()).raw)
    controller.on("enter") { _ in body(true) }
    controller.on("leave") { _ in body(false) }
    addController(controller)
  }
}
