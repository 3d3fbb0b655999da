internal import CGtk

/// Reads from X events what GDK does not report about a drag on X11, or does not notice itself (GTK 4.8 to 4.18).
enum XDragEvents {
  private static var isListening = false
  private static var isMove = false
  /// The current drag.
  private static var drag: Drag?

  /// Call this before a drag begins: GDK adds a handler for each drag that hides these events from handlers added
  /// later.
  static func listen() {
    isMove = false
    guard !isListening, let display = gdk_display_get_default(), isX11(display) else { return }
    isListening = true
    display.connect("xevent") { arguments in
      guard let display = arguments.object(0) else { return }
      let event = arguments.pointer(1)
      dragd_forget_shape(OpaquePointer(display), event)
      let answer = dragd_drag_answer(OpaquePointer(display), event)
      if answer >= 0 { isMove = answer == 1 }
      if drag != nil, isEscape(dragd_pressed_key(OpaquePointer(display), event)) {
        cancel()
        arguments.answer(true)
      }
    }
  }

  /// Whether the drag that ends now may have moved its content. GDK reports only the end, even of a refused drop, and
  /// GTK assumes that the destination performed the action that it proposed last. On Wayland GTK knows the answer
  /// itself.
  static var allowsMove: Bool { !isListening || isMove }

  /// Lets Escape cancel the drag from now on. GDK grabs the keys of the root window, but has no surface for their
  /// events and drops them (GTK 4.8); or it grabs none, and gives them to the window with the focus as if there were no
  /// drag (GTK 4.18).
  static func follow(_ new: Drag) {
    if isListening { drag = new }
  }

  /// Stops watching for Escape: the drag was dropped or is over, and its keys belong to other windows again.
  static func end(_ old: Drag) {
    if drag == old { drag = nil }
  }

  private static func cancel() {
    guard let cancelled = drag else { return }
    drag = nil
    dragd_cancel_drag(cancelled.opaque)
  }

  private static func isEscape(_ key: Int32) -> Bool {
    guard key > 0, let display = gdk_display_get_default() else { return false }
    var keys: UnsafeMutablePointer<GdkKeymapKey>?
    var count: Int32 = 0
    guard gdk_display_map_keyval(display, UInt32(GDK_KEY_Escape), &keys, &count) != 0 else {
      return false
    }
    defer { g_free(keys) }
    return UnsafeBufferPointer(start: keys, count: Int(count))
      .contains { $0.keycode == UInt32(key) }
  }

  private static func isX11(_ display: some Pointer) -> Bool {
    copiedString(g_type_name_from_instance(display.raw.assumingMemoryBound(to: GTypeInstance.self)))
      == "GdkX11Display"
  }
}

extension SignalArguments {
  /// The pointer at an index, which is no GObject.
  fileprivate func pointer(_ index: Int) -> UnsafeMutableRawPointer? {
    g_value_get_pointer(values + index)
  }
}
