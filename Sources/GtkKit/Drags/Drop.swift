internal import CGtk

/// Content that hovers over this program, or was dropped on it.
package final class Drop: Object, IncomingContent {
  /// The types on offer, best first.
  package var types: [String] { mimeTypes(of: gdk_drop_get_formats(opaque)) }

  /// The actions that the source and the modifier keys allow.
  package var actions: DragActions { DragActions(rawValue: gdk_drop_get_actions(opaque).rawValue) }

  /// The drag, if it began in this program.
  package var drag: Drag? { pointer.attached("origin") }

  /// Records the origin when the content enters. On Wayland GDK reports this program's last drag even for other
  /// content, until the destination of that drag has finished. But content that was dropped already does not enter
  /// again.
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
  /// - Throws: ``GLibError``, ``InputStream/Timeout``.
  package func read(
    _ types: [String], within limit: Duration
  ) async throws -> (stream: InputStream, type: String) {
    try await opening(types, within: limit) { types, cancellable, ready, data in
      gdk_drop_read_async(opaque, types, G_PRIORITY_DEFAULT, cancellable, ready, data)
    } finish: { result, type, error in
      gdk_drop_read_finish(opaque, result, type, error)
    }
  }

  /// On X11 GDK keeps following the source's actions after the drop, and logs an error when they change. The drop
  /// object lives until other content hovers, and programs withdraw their list of actions before that.
  func stopFollowing() {
    let display = nonNull(gdk_drop_get_display(opaque))
    g_signal_handlers_disconnect_matched(
      display.raw, G_SIGNAL_MATCH_DATA, 0, 0, nil, nil, pointer)
  }

  /// Tells the source which action was done; empty for none.
  package func finish(_ action: DragActions) {
    // A Wayland compositor disconnects a client that names an action which the source does not allow.
    let isAllowed = action.isEmpty || !actions.isDisjoint(with: action)
    gdk_drop_finish(opaque, (isAllowed ? action : actions).gdk)
  }
}

/// Lets a widget take drops of any type.
package final class DropSite: Object {
  /// - Parameter isFirst: whether it precedes drop targets inside the widget, such as a text view that accepts text.
  package init(actions: DragActions, first isFirst: Bool = false) {
    super.init(adopting: nonNull(gtk_drop_target_async_new(nil, actions.gdk)).raw)
    if isFirst { gtk_event_controller_set_propagation_phase(opaque, GTK_PHASE_CAPTURE) }
  }

  /// Sets the function that returns whether the widget accepts this content at all.
  package func onAccept(_ body: @escaping @MainActor (Drop) -> Bool) {
    on("accept") { arguments in
      guard let drop = arguments.object(1).map({ Drop($0) }) else { return }
      drop.noteOrigin()
      arguments.answer(body(drop))
    }
  }

  /// Sets the function that returns the action of a drop at a point of the widget; empty for none.
  package func onHover(_ body: @escaping @MainActor (Drop, Double, Double) -> DragActions) {
    for signal in ["drag-enter", "drag-motion"] {
      on(signal) { arguments in
        guard let drop = arguments.object(1) else { return }
        let action = body(Drop(drop), arguments.double(2), arguments.double(3))
        arguments.answer(flags: action.rawValue)
      }
    }
  }

  /// Sets the handler for content that left the widget or was dropped.
  package func onLeave(_ body: @escaping @MainActor () -> Void) {
    on("drag-leave") { _ in body() }
  }

  /// Sets the function that accepts a drop and calls its `finish` later; it returns false where it does not.
  package func onDrop(_ body: @escaping @MainActor (Drop, Double, Double) -> Bool) {
    on("drop") { arguments in
      guard let pointer = arguments.object(1) else { return }
      let drop = Drop(pointer)
      drop.stopFollowing()
      arguments.answer(body(drop, arguments.double(2), arguments.double(3)))
      // On X11 GTK reports no leave until other content hovers: the widget would keep its highlight.
      guard let site = arguments.object(0) else { return }
      gtk_widget_unset_state_flags(
        gtk_event_controller_get_widget(OpaquePointer(site)), GTK_STATE_FLAG_DROP_ACTIVE)
    }
  }
}
