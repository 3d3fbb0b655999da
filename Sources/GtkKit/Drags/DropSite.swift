internal import CGtk

/// Lets a widget take drops of any type.
///
/// A GtkDropTargetAsync keeps a drop until the content leaves. On X11 no leave follows a drop if the pointer has left
/// the window meanwhile: the target ignores the next content then. Therefore this class replaces it after each drop
/// (GTK 4.8; no test has brought it about on 4.18).
///
/// While a layout changes under the pointer, GTK tells only the widgets that contain both the old and the new place
/// about the content. A window whose content scrolls during a drag has one site for all of it.
package final class DropSite {
  private let isFirst: Bool
  private let actions: DragActions
  private var accept: @MainActor (Drop) -> Bool = { _ in true }
  private var hover: @MainActor (Drop, Double, Double) -> DragActions = { _, _, _ in [] }
  private var leave: @MainActor () -> Void = {}
  private var drop: @MainActor (Drop, Double, Double) -> Bool = { _, _, _ in false }
  /// The content that hovers, and the last answer to its source.
  private var hovering: (drop: Drop, answer: DragActions)?

  /// - Parameter isFirst: whether it precedes drop targets inside the widget, such as a text view that accepts text.
  package init(actions: DragActions, first isFirst: Bool = false) {
    self.isFirst = isFirst
    self.actions = actions
  }

  /// Sets the function that returns whether the widget accepts this content at all.
  package func onAccept(_ body: @escaping @MainActor (Drop) -> Bool) { accept = body }

  /// Sets the function that returns the action of a drop at a point of the widget; empty for none.
  package func onHover(_ body: @escaping @MainActor (Drop, Double, Double) -> DragActions) {
    hover = body
  }

  /// Sets the handler for content that left the widget or was dropped.
  package func onLeave(_ body: @escaping @MainActor () -> Void) { leave = body }

  /// Sets the function that accepts a drop and calls its `finish` later; it returns false for a drop that it refuses.
  package func onDrop(_ body: @escaping @MainActor (Drop, Double, Double) -> Bool) { drop = body }

  /// Answers the source of the content that hovers, after the widget has changed below the pointer.
  package func answer(_ action: DragActions) {
    guard let hovering, hovering.answer != action else { return }
    self.hovering?.answer = action
    hovering.drop.answer(action, of: actions)
  }

  /// Makes the controller for a widget's next drop, which keeps this site alive.
  func makeController() -> Object {
    let controller = Object(adopting: nonNull(gtk_drop_target_async_new(nil, actions.gdk)).raw)
    if isFirst {
      gtk_event_controller_set_propagation_phase(controller.opaque, GTK_PHASE_CAPTURE)
    }
    controller.on("accept") { [self] arguments in
      guard let drop = arguments.object(1).map({ Drop(borrowing: $0) }) else { return }
      drop.noteOrigin()
      arguments.answer(accept(drop))
    }
    for signal in ["drag-enter", "drag-motion"] {
      controller.on(signal) { [self] arguments in
        guard let drop = arguments.object(1).map({ Drop(borrowing: $0) }) else { return }
        let action = hover(drop, arguments.double(2), arguments.double(3))
        hovering = (drop, action)
        arguments.answer(flags: action.rawValue)
      }
    }
    controller.on("drag-leave") { [self] _ in left() }
    controller.on("drop") { [self] arguments in
      guard let controller = arguments.object(0),
        let drop = arguments.object(1).map({ Drop(borrowing: $0) })
      else { return }
      drop.stopFollowing()
      hovering = nil
      // GTK does not finish a drop that no widget accepts, and its source would wait forever.
      if !self.drop(drop, arguments.double(2), arguments.double(3)) { drop.finish([]) }
      arguments.answer(true)
      left()
      replace(OpaquePointer(controller))
    }
    return controller
  }

  private func left() {
    hovering = nil
    leave()
  }

  private func replace(_ controller: OpaquePointer) {
    guard let widget = gtk_event_controller_get_widget(controller) else { return }
    // GTK reports no leave to a removed controller: the widget would keep its highlight.
    gtk_widget_unset_state_flags(widget, GTK_STATE_FLAG_DROP_ACTIVE)
    gtk_widget_remove_controller(widget, controller)
    Widget(borrowing: widget).addController(makeController())
  }
}

/// The actions that a drag allows, or the one that the destination performs.
package struct DragActions: OptionSet, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  package static let copy = DragActions(rawValue: GDK_ACTION_COPY.rawValue)
  package static let move = DragActions(rawValue: GDK_ACTION_MOVE.rawValue)

  static let link = DragActions(rawValue: GDK_ACTION_LINK.rawValue)

  /// One of them, because GDK finishes a drop with a single action only: first those after which the source keeps its
  /// content.
  var safest: DragActions { [.copy, .link, .move].first { contains($0) } ?? [] }

  var gdk: GdkDragAction { GdkDragAction(rawValue) }
}
