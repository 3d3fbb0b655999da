internal import BoardModel
internal import GtkKit

/// Lets lists be reordered by dragging their headers.
final class ListOrdering {
  /// The type of a list's drag, which only this process understands.
  static let type = "application/x-dragboard-list"

  /// The lists in their order.
  var columns: () -> [ListColumn] = { [] }
  private let row: Box
  private let scroller: ScrolledWindow
  private let commands: BoardCommands
  private let scrolling: EdgeScrolling

  /// The lists of the drags in this process.
  private static var dragged: [Drag: ListID] = [:]

  init(_ scroller: ScrolledWindow, _ row: Box, _ commands: BoardCommands) {
    self.row = row
    self.scroller = scroller
    self.commands = commands
    scrolling = EdgeScrolling(scroller.horizontal, in: scroller, horizontally: true)
    let target = DropSite(actions: [.move, .copy])
    target.onAccept { drop in ListOrdering.list(in: drop) != nil }
    target.onHover { [weak self] _, x, _ in
      self?.scrolling.hover(at: x)
      self?.row.accessibleLabel = "Lists, hovered"
      return .move
    }
    target.onLeave { [weak self] in
      self?.scrolling.stop()
      self?.row.accessibleLabel = "Lists"
    }
    target.onDrop { [weak self] drop, x, _ in
      guard let self, let list = ListOrdering.list(in: drop) else { return false }
      drop.finish(.move)
      self.commands.moveList(list, to: index(at: x, without: list))
      return true
    }
    scroller.add(target)
  }

  private static func list(in drop: Drop) -> ListID? { drop.drag.flatMap { dragged[$0] } }

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
