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
  func noteOrigin() {
    guard pointer.attached("entered", as: Bool.self) == nil else { return }
    pointer.attach(true, as: "entered")
    guard let origin = gdk_drop_get_drag(opaque).map({ Drag(borrowing: $0) }), !origin.isDropped
    else {
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
      display.raw, dragd_match_data, 0, 0, nil, nil, pointer)
  }

  /// Answers the source anew, without a motion of the pointer.
  func answer(_ action: DragActions, of site: DragActions) {
    gdk_drop_status(opaque, action.isEmpty ? GdkDragAction(0) : site.gdk, action.gdk)
  }

  /// Tells the source which action was done; empty for none. What fails later cannot be told any more.
  package func finish(_ action: DragActions) {
    guard pointer.attached("finished", as: Bool.self) == nil else { return }
    pointer.attach(true, as: "finished")
    // A Wayland compositor disconnects a client that names an action which the source does not allow.
    let isAllowed = action.isEmpty || !actions.isDisjoint(with: action)
    gdk_drop_finish(opaque, (isAllowed ? action : actions.safest).gdk)
  }
}
