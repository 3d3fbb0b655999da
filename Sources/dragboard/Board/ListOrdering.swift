internal import BoardModel
internal import GtkKit

/// Lets lists be reordered by dragging their headers.
final class ListOrdering: DropDestination {
  /// The type of a list's drag, which only this process understands.
  static let type = "application/x-dragboard-list"

  /// The lists in their order.
  var columns: () -> [ListColumn] = { [] }
  private let row: Box
  private let scroller: ScrolledWindow
  private let commands: BoardCommands

  /// The lists of the drags in this process.
  private static var dragged: [Drag: ListID] = [:]

  init(_ scroller: ScrolledWindow, _ row: Box, _ commands: BoardCommands) {
    self.row = row
    self.scroller = scroller
    self.commands = commands
  }

  func hover(_ drop: Drop, _ x: Double, _ y: Double) -> DragActions {
    row.accessibleLabel = "Lists, hovered"
    return .move
  }

  func leave() { row.accessibleLabel = "Lists" }

  func accept(_ drop: Drop, _ x: Double, _ y: Double) -> Bool {
    guard let list = Self.list(in: drop) else { return false }
    drop.finish(.move)
    commands.moveList(list, to: index(at: x, without: list))
    return true
  }

  /// The list that is being dragged; nil for other content.
  static func list(in drop: Drop) -> ListID? { drop.drag.flatMap { dragged[$0] } }

  private func index(at x: Double, without list: ListID) -> Int {
    let isRightToLeft = scroller.isRightToLeft
    return columns().filter { $0.id != list }.filter { column in
      guard let place = column.widget.bounds(in: scroller) else { return false }
      let middle = place.x + place.width / 2
      return isRightToLeft ? middle > x : middle < x
    }.count
  }

  /// Makes a header the handle that drags its list.
  static func makeHandle(_ header: Widget, of list: ListID, _ title: @escaping () -> String) {
    let source = DragSource(actions: .move)
    source.onPrepare { _, _ in
      ContentProvider([ContentRepresentation(type) { try await $0.write(list.rawValue) }])
    }
    source.onBegin { drag in
      dragged[drag] = list
      let icon = Box(.horizontal, [Label(title(), style: "heading")])
      icon.add(style: "card", "board-card", "drag-picture")
      if !Style.isComposited { icon.add(style: "square") }
      drag.setIcon(icon, x: 20, y: 20)
    }
    source.onEnd { drag, _ in dragged[drag] = nil }
    header.add(source)
  }
}
