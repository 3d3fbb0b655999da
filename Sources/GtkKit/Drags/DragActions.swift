internal import CGtk

/// The actions that a drag allows, or the one that it does.
package struct DragActions: OptionSet, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  package static let copy = DragActions(rawValue: GDK_ACTION_COPY.rawValue)
  package static let move = DragActions(rawValue: GDK_ACTION_MOVE.rawValue)

  var gdk: GdkDragAction { GdkDragAction(rawValue) }
}

/// The answer of the destination at the end of a drag on X11. GDK reports only the end there, even of a refused drop,
/// and GTK assumes that the destination did what it proposed last.
enum DragAnswer {
  private static var isListening = false
  private static var isMove = false

  /// Call this before a drag begins: GDK adds a handler for each drag that hides these events from handlers added
  /// later.
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

  /// Whether the drag that ends now may have moved its content. On Wayland GTK knows the answer itself.
  static var allowsMove: Bool { !isListening || isMove }

  private static func isX11(_ display: some Pointer) -> Bool {
    copiedString(g_type_name_from_instance(display.raw.assumingMemoryBound(to: GTypeInstance.self)))
      == "GdkX11Display"
  }
}

extension SignalArguments {
  /// A pointer that is no object.
  fileprivate func pointer(_ index: Int) -> UnsafeMutableRawPointer? {
    g_value_get_pointer(values + index)
  }
}
