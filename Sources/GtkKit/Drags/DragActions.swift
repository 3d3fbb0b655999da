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
