internal import BoardModel
internal import GtkKit
internal import Translations

/// Lets lists be reordered by dragging their headers.
final class ListOrdering: DropDestination {
  /// The type of a list's drag, which only this process understands.
  static let type = "application/x-dragboard-list"

  /// The lists in their order.
  var columns: () -> [ListColumn] = { [] }
  /// The line over the lists that shows where the dragged list would go.
  let line = Box(.vertical)
  private let row: Box
  private let scroller: ScrolledWindow
  private let commands: BoardCommands

  /// The lists of the drags in this process.
  private static var dragged: [Drag: ListID] = [:]

  init(_ scroller: ScrolledWindow, _ row: Box, _ commands: BoardCommands) {
    self.row = row
    self.scroller = scroller
    self.commands = commands
    line.add(style: "insertion-line")
    line.aligned(horizontally: .start, vertically: .fill).margins(top: 12, bottom: 12)
    line.isVisible = false
    line.isTarget = false
    line.accessibleLabel = translated("List insertion")
    row.accessibleLabel = translated("Lists")
  }

  func hover(_ drop: Drop, _ x: Double, _ y: Double) -> DragActions {
    row.accessibleLabel = translated("Lists, hovered")
    if let list = Self.list(in: drop) { showLine(at: index(at: x, without: list), without: list) }
    return .move
  }

  func leave() {
    row.accessibleLabel = translated("Lists")
    line.isVisible = false
  }

  /// Shows the place between two other lists, unless the dragged list is there already.
  private func showLine(at index: Int, without list: ListID) {
    let others = columns().filter { $0.id != list }
    line.isVisible = columns().firstIndex { $0.id == list } != index
    let next = index < others.count ? others[index] : nil
    guard let beside = (next ?? others.last)?.widget.bounds(in: scroller) else { return }
    let isLeft = (next != nil) != scroller.isRightToLeft
    let x = isLeft ? beside.x - Self.middleOfGap : beside.x + beside.width + Self.middleOfGap
    let start = scroller.isRightToLeft ? Double(scroller.width) - x : x
    line.margins(start: max(0, min(Int(start) - 1, scroller.width - 3)))
  }

  private static let middleOfGap = 6.0

  func accept(_ drop: Drop, _ x: Double, _ y: Double) -> Bool {
    guard let list = Self.list(in: drop) else { return false }
    drop.finish(.move)
    commands.reorderList(list, to: index(at: x, without: list))
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
  static func makeHandle(_ header: Widget, of column: ListColumn) {
    let list = column.id
    let source = DragSource(actions: .move)
    source.onPrepare { _, _ in
      ContentProvider([ContentRepresentation(type) { try await $0.write(list.rawValue) }])
    }
    source.onBegin { [weak column] drag in
      dragged[drag] = list
      // A CSS class would make GTK style all rows again.
      column?.widget.opacity = 0.4
      let icon = Box(.horizontal, [Label(column?.header.text ?? "", style: "heading")])
      icon.add(style: "card", "board-card")
      DragPicture.style(icon)
      drag.setIcon(icon, x: DragPicture.hotspot.x, y: DragPicture.hotspot.y)
    }
    source.onEnd { [weak column] drag, _ in
      dragged[drag] = nil
      column?.widget.opacity = 1
    }
    header.add(source)
  }
}
