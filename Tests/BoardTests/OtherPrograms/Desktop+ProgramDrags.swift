import Harness

extension Desktop {
  /// Drags with the pointer to another program, and releases the button once the program accepts the drop.
  ///
  /// - Parameters:
  ///   - hasBegun: whether the source has started the drag.
  ///   - isTaken: whether the destination shows that it accepts the drop.
  func drag(
    from start: (x: Int, y: Int), to end: (x: Int, y: Int),
    begun hasBegun: () throws -> Bool = { true }, until isTaken: () throws -> Bool
  ) throws {
    try display.move(to: start)
    try display.pressButton()
    try startDrag(from: start)
    var offset = 0
    try eventually(within: Timeout.long, "the drag begins") {
      if try hasBegun() { return true }
      offset = 1 - offset
      try display.move(to: (start.x + 18 + offset, start.y + 18))
      return false
    }
    try move(from: start, to: end)
    try drop(at: end, once: isTaken)
  }

  /// Drags from another program onto an empty list.
  func drag(
    from start: (x: Int, y: Int), to list: String, of app: App,
    begun hasBegun: () throws -> Bool = { true }
  ) throws {
    try drag(from: start, to: app.find("list", list), begun: hasBegun) {
      try app.seen("label", "Drop here").map { $0.isShown } ?? false
    }
  }
}
