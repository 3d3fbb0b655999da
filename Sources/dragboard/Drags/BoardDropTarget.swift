internal import GtkKit

/// A part of a board that content can be dropped on.
protocol DropDestination: AnyObject {
  /// Shows where a drop would go.
  ///
  /// - Returns: what a drop would do; empty for nothing.
  func hover(_ drop: Drop, _ x: Double, _ y: Double) -> DragActions
  /// Hides that again.
  func leave()
  /// Accepts a drop and finishes it later; false for a drop that it refuses.
  func accept(_ drop: Drop, _ x: Double, _ y: Double) -> Bool
}

/// Lets a board accept drops, and scrolls it while content hovers near its edges. It finds the destination by the place
/// of the pointer, also when the board has scrolled below a pointer at rest.
final class BoardDropTarget {
  /// Returns the destination at a point of the board, with the point in it.
  var find: @MainActor (Drop, Double, Double) -> (any DropDestination, x: Double, y: Double)? = {
    _, _, _ in nil
  }
  /// Called when content begins to hover, and when it has left or was dropped.
  var onHoverChange: @MainActor () -> Void = {}
  private let site = DropSite(actions: [.copy, .move], first: true)
  private let scrolling: EdgeScrolling
  private var hovering: (drop: Drop, x: Double, y: Double)?
  private var destination: (any DropDestination)?

  /// - Parameters:
  ///   - board: the widget with all destinations.
  ///   - scroller: what scrolls in it.
  init(_ board: Widget, _ scroller: ScrolledWindow) {
    scrolling = EdgeScrolling(scroller.horizontal, in: scroller, horizontally: true)
    scrolling.onStep { [weak self] in self?.hoverAgain() }
    site.onAccept { !$0.types.isEmpty }
    site.onHover { [weak self] in self?.hover($0, $1, $2) ?? [] }
    site.onLeave { [weak self] in self?.leave() }
    site.onDrop { [weak self] in self?.accept($0, $1, $2) ?? false }
    board.add(site)
    // A person can press a button only after a drag. If content still hovers, its source has ended without a message,
    // as a killed one does on X11.
    board.onPress(button: 1, first: true) { [weak self] _, _, _ in self?.leave() }
  }

  /// Shows where a drop would go now that other widgets are below the pointer.
  func hoverAgain() {
    guard let (drop, x, y) = hovering else { return }
    site.answer(show(drop, x, y))
  }

  var isHovering: Bool { hovering != nil }

  private func hover(_ drop: Drop, _ x: Double, _ y: Double) -> DragActions {
    let isNew = hovering == nil
    hovering = (drop, x, y)
    if isNew { onHoverChange() }
    scrolling.hover(at: x)
    return show(drop, x, y)
  }

  private func show(_ drop: Drop, _ x: Double, _ y: Double) -> DragActions {
    let found = find(drop, x, y)
    if let destination, destination !== found?.0 { destination.leave() }
    destination = found?.0
    return found.map { $0.0.hover(drop, $0.x, $0.y) } ?? []
  }

  private func leave() {
    guard hovering != nil else { return }
    hovering = nil
    scrolling.stop()
    destination?.leave()
    destination = nil
    onHoverChange()
  }

  private func accept(_ drop: Drop, _ x: Double, _ y: Double) -> Bool {
    guard let (destination, x, y) = find(drop, x, y) else { return false }
    return destination.accept(drop, x, y)
  }
}
