internal import CGtk

/// What another program answers at the end of a drag on X11. There GDK tells of the end alone, also when the drop was
/// refused, and GTK takes what the destination last proposed for what it has done.
enum DragAnswer {
  private static var isListening = false
  private static var isMove = false

  /// Has to be called before a drag begins: GDK follows each with a handler that keeps such events from later ones.
  static func listen() {
    isMove = false
    guard !isListening, let display = gdk_display_get_default(), isX11(display) else { return }
    isListening = true
    display.connect("xevent") { arguments in
      guard let display = arguments.object(0) else { return }
      let answer = dragd_drag_answer(OpaquePointer(display), arguments.pointer(1))
      if answer >= 0 { isMove = answer == 1 }
    }
  }

  /// Whether the drag that ends now may have moved what was dragged. On Wayland GTK knows by itself.
  static var allowsMove: Bool { !isListening || isMove }

  private static func isX11(_ display: some Pointer) -> Bool {
    read(g_type_name_from_instance(display.raw.assumingMemoryBound(to: GTypeInstance.self)))
      == "GdkX11Display"
  }
}

extension SignalArguments {
  /// A pointer to what is no object.
  fileprivate func pointer(_ index: Int) -> UnsafeMutableRawPointer? {
    g_value_get_pointer(values + index)
  }
}
