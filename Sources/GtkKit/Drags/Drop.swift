internal import CGtk

/// What hovers over this program, or was dropped on it.
package final class Drop: Object, IncomingContent {
  /// The types on offer, best first.
  package var types: [String] { mimeTypes(of: gdk_drop_get_formats(opaque)) }

  /// What the source allows, and the modifier keys leave of it.
  package var actions: DragActions { DragActions(rawValue: gdk_drop_get_actions(opaque).rawValue) }

  /// The drag, where it began in this program.
  package var drag: Drag? { pointer.attached("origin") }

  /// Notes where it comes from, when it enters. On Wayland GDK names the last drag of this program, also where something
  /// else comes before that one's destination has finished; but what was dropped already does not enter any more.
  fileprivate func noteOrigin() {
    guard pointer.attached("entered", as: Bool.self) == nil else { return }
    pointer.attach(true, as: "entered")
    guard let origin = gdk_drop_get_drag(opaque).map({ Drag($0.raw) }), !origin.isDropped else {
      return
    }
    pointer.attach(origin, as: "origin")
  }

  /// Opens the content in the first of the types that is on offer.
  ///
  /// - Throws: ``GLibError``, ``InputStream/Silence``.
  package func read(
    _ types: [String], within limit: Duration
  ) async throws -> (stream: InputStream, type: String) {
    try await opening(types, within: limit) { types, cancellable, ready, data in
      gdk_drop_read_async(opaque, types, G_PRIORITY_DEFAULT, cancellable, ready, data)
    } finish: { result, type, error in
      gdk_drop_read_finish(opaque, result, type, error)
    }
  }

  /// On X11 GDK goes on following what the source allows after the drop, and complains when that changes then. The drop
  /// lives until something else hovers, and programs take their list of actions back before that.
  func stopFollowing() {
    let display = made(gdk_drop_get_display(opaque))
    g_signal_handlers_disconnect_matched(
      display.raw, G_SIGNAL_MATCH_DATA, 0, 0, nil, nil, pointer)
  }

  /// Tells the source how it ended; empty for not at all.
  package func finish(_ action: DragActions) {
    // A Wayland compositor disconnects who names an action that the source does not allow.
    let isAllowed = action.isEmpty || !actions.isDisjoint(with: action)
    gdk_drop_finish(opaque, (isAllowed ? action : actions).gdk)
  }
}

/// Lets a widget take drops of any type.
package final class DropSite: Object {
  /// - Parameter isFirst: before what is inside the widget, such as a text view that takes text by itself.
  package init(actions: DragActions, first isFirst: Bool = false) {
    super.init(taking: made(gtk_drop_target_async_new(nil, actions.gdk)).raw)
    if isFirst { gtk_event_controller_set_propagation_phase(opaque, GTK_PHASE_CAPTURE) }
  }

  /// Whether the widget would take this at all.
  package func onAccept(_ body: @escaping @MainActor (Drop) -> Bool) {
    on("accept") { arguments in
      guard let drop = arguments.object(1).map({ Drop($0) }) else { return }
      drop.noteOrigin()
      arguments.answer(body(drop))
    }
  }

  /// Says what a drop at a point of the widget would do; empty for nothing.
  package func onHover(_ body: @escaping @MainActor (Drop, Double, Double) -> DragActions) {
    for signal in ["drag-enter", "drag-motion"] {
      on(signal) { arguments in
        guard let drop = arguments.object(1) else { return }
        let action = body(Drop(drop), arguments.double(2), arguments.double(3))
        arguments.answer(flags: action.rawValue)
      }
    }
  }

  /// What hovered has moved on, or was dropped.
  package func onLeave(_ body: @escaping @MainActor () -> Void) {
    on("drag-leave") { _ in body() }
  }

  /// Takes a drop, and calls its `finish` later; false if it does not.
  package func onDrop(_ body: @escaping @MainActor (Drop, Double, Double) -> Bool) {
    on("drop") { arguments in
      guard let pointer = arguments.object(1) else { return }
      let drop = Drop(pointer)
      drop.stopFollowing()
      arguments.answer(body(drop, arguments.double(2), arguments.double(3)))
      // On X nothing leaves until something else hovers, and the widget would look as if it were still held over it.
      guard let site = arguments.object(0) else { return }
      gtk_widget_unset_state_flags(
        gtk_event_controller_get_widget(OpaquePointer(site)), GTK_STATE_FLAG_DROP_ACTIVE)
    }
  }
}
