import Harness

extension Desktop {
  /// Drags with the pointer to another program, and lets go once that takes it.
  ///
  /// - Parameters:
  ///   - hasBegun: whether the source has seen that it is a drag.
  ///   - isTaken: whether the destination shows that it would take the drop. It has to do so for three motions: what it
  ///     shows may be on the screen before its answer is with the source, or may be about an earlier motion.
  func drag(
    from start: (x: Int, y: Int), to end: (x: Int, y: Int),
    begun hasBegun: () throws -> Bool = { true }, until isTaken: () throws -> Bool
  ) throws {
    try display.move(to: start)
    try display.pressButton()
    // A drag begins with a few small steps.
    for step in 1...6 { try display.move(to: (start.x + 3 * step, start.y + 3 * step)) }
    var offset = 0
    try eventually(within: calm, "the drag begins") {
      if try hasBegun() { return true }
      offset = 1 - offset
      try display.move(to: (start.x + 18 + offset, start.y + 18))
      return false
    }
    for step in 1...8 {
      let x = start.x + (end.x - start.x) * step / 8
      try display.move(to: (x, start.y + (end.y - start.y) * step / 8))
    }
    var answers = 0
    try eventually(within: calm, "the other program shows that it takes the drop") {
      if try isTaken() { answers += 1 }
      if answers == 3 { return true }
      offset = 1 - offset
      try display.move(to: (end.x + offset, end.y))
      return false
    }
    try display.releaseButton()
  }

  /// Drags from another program onto an empty list.
  func drag(
    from start: (x: Int, y: Int), to list: String, of app: App,
    begun hasBegun: () throws -> Bool = { true }
  ) throws {
    try drag(from: start, to: app.find("list", list), begun: hasBegun) {
      try app.look().first("label", "Drop here").map { $0.isShown } ?? false
    }
  }

  /// The pixels of a part of the screen, as text.
  func pixels(of part: Rectangle) throws -> String {
    let place = "\(part.width)x\(part.height)+\(part.x)+\(part.y)"
    let result = try fixture.run(
      "/usr/bin/import", ["-window", "root", "-crop", place, "txt:-"], environment: variables)
    guard result.exit == .success else { throw HarnessFailure("import: \(result.error)") }
    return result.output
  }
}
