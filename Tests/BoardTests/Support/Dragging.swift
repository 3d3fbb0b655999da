import Harness

extension Desktop {
  /// Drags with the pointer, and lets go once the destination shows that it would take the drop.
  ///
  /// - Parameters:
  ///   - start: where on the screen.
  ///   - key: what is held meanwhile: “ctrl”, “shift”.
  ///   - app: the destination.
  ///   - place: where something falls; it may move once the drag has begun.
  ///   - sign: what is seen while it hovers.
  func drag(
    from start: (x: Int, y: Int), holding key: String? = nil, to app: App,
    _ place: () throws -> (x: Int, y: Int), sign: (role: String, name: String)
  ) throws {
    try display.move(to: start)
    if let key, !display.looksAtKeysDuringDrags { try display.hold(key) }
    try display.pressButton()
    // A drag begins with a few small steps; the first only make it one.
    for step in 1...6 {
      try display.move(to: (start.x + 3 * step, start.y + 3 * step))
    }
    if let key, display.looksAtKeysDuringDrags { try display.hold(key) }
    let end = try place()
    for step in 1...8 {
      let x = start.x + (end.x - start.x) * step / 8
      let y = start.y + (end.y - start.y) * step / 8
      try display.move(to: (x, y))
    }
    var offset = 0
    try eventually(within: calm, "the destination shows that it takes the drop") {
      if let seen = try app.look().first(sign.role, sign.name), seen.isShown { return true }
      // Another motion, for the first may have come before the drag had begun.
      offset = 1 - offset
      try display.move(to: (end.x + offset, end.y))
      return false
    }
    try display.releaseButton()
    if let key { try display.letGo(key) }
  }

  /// Drags a card above or below another.
  func drag(
    _ card: String, of source: App, holding key: String? = nil, to destination: App,
    _ other: String, below isBelow: Bool
  ) throws {
    let start = try source.findAtRest("list item", card)
    // The keyboard's window is where keys are seen.
    if key != nil { try source.focus() }
    try drag(
      from: start, holding: key, to: destination,
      {
        let seen = try eventually(within: calm, "\(other) is seen") { () -> Seen? in
          try destination.look().first("list item", other)
        }
        let middle = destination.middle(of: seen)
        return (middle.x, middle.y + (isBelow ? 1 : -1) * seen.height / 4)
      }, sign: ("panel", "Insertion"))
  }
}
