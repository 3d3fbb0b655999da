internal import CGtk

/// A key, with those that are held with it.
package struct Key: Hashable, Sendable {
  /// The name of the key as GDK has it: “F2”, “Delete”, “z”.
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
    name = read(gdk_keyval_name(gdk_keyval_to_lower(value)))
    var modifiers: Modifiers = []
    if state & GDK_SHIFT_MASK.rawValue != 0 { modifiers.insert(.shift) }
    if state & GDK_CONTROL_MASK.rawValue != 0 { modifiers.insert(.control) }
    if state & GDK_ALT_MASK.rawValue != 0 { modifiers.insert(.alt) }
    self.modifiers = modifiers
  }
}

extension Widget {
  /// Sees the keys that are pressed in the widget.
  ///
  /// - Parameters:
  ///   - isFirst: before what is in the widget, or only what that leaves.
  ///   - body: returns whether it has used the key.
  package func onKey(first isFirst: Bool, _ body: @escaping @MainActor (Key) -> Bool) {
    let controller = Object(taking: made(gtk_event_controller_key_new()).raw)
    gtk_event_controller_set_propagation_phase(
      controller.opaque, isFirst ? GTK_PHASE_CAPTURE : GTK_PHASE_BUBBLE)
    controller.on("key-pressed") { arguments in
      arguments.answer(body(Key(UInt32(arguments.uint(1)), state: arguments.flags(3))))
    }
    addController(controller)
  }
}
