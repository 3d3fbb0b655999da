import Harness

extension Desktop {
  /// Drags with the pointer, and releases the button once the destination shows that it accepts the drop.
  ///
  /// - Parameters:
  ///   - start: the start on the screen.
  ///   - key: a key to hold meanwhile: “ctrl”, “shift”.
  ///   - app: the destination.
  ///   - edge: a place to hold the drag on its way, until something is in sight.
  ///   - place: returns the place of the drop, which may change once the drag has started.
  ///   - sign: what the destination shows during the drag.
  ///   - isTaken: a further condition for the drop.
  func drag(
    from start: (x: Int, y: Int), holding key: String? = nil, to app: App,
    heldAt edge: (place: (x: Int, y: Int), until: Sight)? = nil,
    _ place: () throws -> (x: Int, y: Int), sign: Sight, once isTaken: (() throws -> Bool)? = nil
  ) throws {
    try display.move(to: start)
    if let key, !display.looksAtKeysDuringDrags { try display.hold(key) }
    try display.pressButton()
    try startDrag(from: start)
    if let key, display.looksAtKeysDuringDrags { try display.hold(key) }
    var here = start
    if let edge {
      var offset = 0
      try move(from: start, to: edge.place)
      try eventually(within: Timeout.long, "\(edge.until.name) comes into sight") {
        offset = 1 - offset
        try display.move(to: (edge.place.x + offset, edge.place.y))
        return try app.isInSight(edge.until)
      }
      // Moves away from the edge, so that the scrolling stops.
      here = try app.middle()
      try move(from: edge.place, to: here)
    }
    let end = try place()
    try move(from: here, to: end)
    try drop(at: end, once: isTaken ?? { try app.seen(sign.role, sign.name)?.isShown == true })
    if let key { try display.letGo(key) }
  }

  /// Starts the drag with a few small steps, as long as a user's hand takes. GTK begins no drag within 100 ms of the
  /// press, and waits for the next motion then (GTK 4.18). Meanwhile nothing moves: a compositor ends a program that
  /// leaves some hundred motions unread, as one that begins a drag does.
  func startDrag(from start: (x: Int, y: Int)) throws {
    let press = ContinuousClock.now
    for step in 1...6 { try display.move(to: (start.x + 3 * step, start.y + 3 * step)) }
    try eventually(within: Timeout.long, "the button was held for a while") {
      press.duration(to: .now) > .milliseconds(120)
    }
    try display.move(to: (start.x + 19, start.y + 18))
  }

  /// Moves the pointer in steps, as a user's hand does.
  func move(from start: (x: Int, y: Int), to end: (x: Int, y: Int)) throws {
    for step in 1...8 {
      let x = start.x + (end.x - start.x) * step / 8
      try display.move(to: (x, start.y + (end.y - start.y) * step / 8))
    }
  }

  /// Releases the button once the destination shows that it accepts the drop. It must show this for three motions: the
  /// screen may show it before the source has the answer, or for an earlier motion.
  func drop(at end: (x: Int, y: Int), once isTaken: () throws -> Bool) throws {
    var (answers, offset) = (0, 0)
    try eventually(within: Timeout.long, "the destination shows that it takes the drop") {
      if try isTaken() { answers += 1 }
      if answers == 3 { return true }
      offset = 1 - offset
      try display.move(to: (end.x + offset, end.y))
      return false
    }
    try display.releaseButton()
  }

  /// Drags a card above or below another.
  func drag(
    _ card: String, of source: App, holding key: String? = nil, to destination: App,
    _ other: String, below isBelow: Bool
  ) throws {
    let start = try source.findAtRest("list item", card)
    // The window with the keyboard focus gets the keys.
    if key != nil { try source.focus() }
    try drag(
      from: start, holding: key, to: destination,
      { try destination.place(beside: other, below: isBelow) }, sign: ("panel", "Insertion"),
      once: {
        // On a busy machine the line of an earlier motion stays visible for a while.
        if let isThere = try destination.hasInsertion(beside: other, below: isBelow) {
          if isThere { return true }
          // On its way down the pointer may have opened the room above the card, which has gone down with it.
          if isBelow, let card = try destination.seen("list item", other) {
            let middle = destination.middle(of: card)
            try self.display.move(to: (middle.x, middle.y + card.height / 2 - 4))
            try eventually(within: Timeout.long, "the room is below \(other)") {
              try destination.hasInsertion(beside: other, below: true) == true
            }
          }
        }
        return false
      })
  }
}

/// Something that assistive technology can see.
typealias Sight = (role: String, name: String)

extension App {
  /// Whether the line for a drop is above or below a card, as wanted; nil where either is not there.
  func hasInsertion(beside card: String, below isBelow: Bool) throws -> Bool? {
    let all = try look()
    guard let line = all.first("panel", "Insertion"), line.isShown,
      let card = all.first("list item", card)
    else { return nil }
    return isBelow == (line.y + line.height / 2 > card.y + card.height / 2)
  }

  /// Waits until a card stays in its place, and returns the place of a drop above or below it: cards make room when a
  /// drag starts.
  func place(beside card: String, below isBelow: Bool) throws -> (x: Int, y: Int) {
    var (last, looks) = (nil as Seen?, 0)
    let seen = try eventually(within: Timeout.long, "\(card) stays in its place") { () -> Seen? in
      guard let now = try self.seen("list item", card) else { return nil }
      looks = now.y == last?.y && now.height == last?.height ? looks + 1 : 1
      last = now
      return looks == 3 ? now : nil
    }
    let middle = middle(of: seen)
    return (middle.x, middle.y + (isBelow ? 1 : -1) * seen.height / 4)
  }

  /// Whether the window shows the whole of something.
  func isInSight(_ sight: Sight) throws -> Bool {
    let all = try look()
    guard let window = all.first(where: { $0.role == "frame" }),
      let seen = all.first(sight.role, sight.name), seen.isShown
    else { return false }
    return seen.x >= 0 && seen.y >= 0 && seen.x + seen.width <= window.width
      && seen.y + seen.height <= window.height
  }

  /// The middle of its window, or a place so many pixels left of its right edge or above its lower one.
  func middle(fromRight right: Int? = nil, fromBottom bottom: Int? = nil) throws -> (
    x: Int, y: Int
  ) {
    let window = try eventually(within: Timeout.long, "the window is seen") {
      try look(places: .frames).first { $0.role == "frame" }
    }
    let middle = middle(of: window)
    return (
      middle.x + (right.map { window.width / 2 - $0 } ?? 0),
      middle.y + (bottom.map { window.height / 2 - $0 } ?? 0)
    )
  }
}
