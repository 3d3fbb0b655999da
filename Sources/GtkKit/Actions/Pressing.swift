internal import CGtk

extension Widget {
  /// Sees the presses of a mouse button.
  ///
  /// - Parameters:
  ///   - button: 1 is the main one, 3 opens menus.
  ///   - body: gets how often it was pressed in a row, and where in the widget.
  package func onPress(
    button: Int, _ body: @escaping @MainActor (_ count: Int, _ x: Double, _ y: Double) -> Void
  ) {
    let gesture = Object(taking: made(gtk_gesture_click_new()).raw)
    gtk_gesture_single_set_button(gesture.opaque, guint(button))
    gesture.on("pressed") { arguments in
      body(arguments.int(1), arguments.double(2), arguments.double(3))
    }
    addController(gesture)
  }

  /// The keyboard came into the widget, or left it.
  package func onFocusChange(_ body: @escaping @MainActor (_ isInside: Bool) -> Void) {
    let controller = Object(taking: made(gtk_event_controller_focus_new()).raw)
    controller.on("enter") { _ in body(true) }
    controller.on("leave") { _ in body(false) }
    addController(controller)
  }
}
