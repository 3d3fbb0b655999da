import BoardModel
import Harness
import Testing

extension OnTheDesktop {
  /// Several windows of one process.
  @Suite struct WindowsTests {
    private static let second = (place: (x: 640, y: 0), width: 600)

    @Test(arguments: usually(.x11))
    func aCardIsDraggedFromOneWindowToAnother(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one", "two"], "In Progress": ["now"]])
        let app = try desktop.start(width: 620)
        try app.openWindow(at: Self.second.place, width: Self.second.width)
        try Self.dragBelowNow("two", app)
        try app.expect(["To Do": ["one"], "In Progress": ["now", "two"]])
        for width in [620, Self.second.width] {
          try eventually(within: Timeout.long, "the window shows it that is \(width) wide") {
            let lists = try app.look(atWindowOf: width).lists
            return lists.contains(SeenList(title: "To Do", cards: ["one"]))
              && lists.contains(SeenList(title: "In Progress", cards: ["now", "two"]))
          }
        }
      }
    }

    @Test(arguments: seldom)
    func aCardIsDraggedToAWindowWithAnotherBoard(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one"], "In Progress": ["now"]])
        let app = try desktop.start(width: 620)
        let store = try BoardStore(folder: "\(app.data)/dragboard")
        let garden = try #require(
          try store.perform(.addBoard(name: "Garden", lists: ["Beds"])).boards.first)
        let beds = try store.lists(on: garden)[0].id
        try store.perform(
          .addCards([NewCard(title: "roses"), NewCard(title: "tulips")], to: beds, at: .end))
        try app.openWindow(at: Self.second.place, width: Self.second.width)
        try app.press("ctrl+2")
        try Self.dragBelowNow("tulips", app)
        try app.expect(["To Do": ["one"], "In Progress": ["now", "tulips"]])
        try eventually(within: Timeout.long, "both windows show it") {
          let lists = try [620, Self.second.width].map { try app.look(atWindowOf: $0).lists }
          return lists[0].contains(SeenList(title: "Beds", cards: ["roses"]))
            && lists[1].contains(SeenList(title: "In Progress", cards: ["now", "tulips"]))
        }
      }
    }

    /// The window of the other board reordered it among the lists of its own.
    @Test(arguments: seldom)
    func aListStaysOnItsBoard(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one"], "In Progress": ["now"]])
        let app = try desktop.start(width: 620)
        let store = try BoardStore(folder: "\(app.data)/dragboard")
        let garden = try #require(
          try store.perform(.addBoard(name: "Garden", lists: ["Beds", "Shed"])).boards.first)
        let beds = try store.lists(on: garden)[0].id
        try store.perform(.addCards([NewCard(title: "tulips")], to: beds, at: .end))
        try app.openWindow(at: Self.second.place, width: Self.second.width)
        try app.press("ctrl+2")
        let shed = try app.findAtRest("label", "Shed", inWindowAt: (0, 0), width: 620)
        let now = try app.findAtRest(
          "list item", "now", inWindowAt: Self.second.place, width: Self.second.width)
        let display = desktop.display
        try display.move(to: shed)
        try display.pressButton()
        try desktop.startDrag(from: shed)
        try desktop.move(from: shed, to: (now.x - 200, now.y))
        #expect(
          try app.look(atWindowOf: Self.second.width).first("panel", "List insertion")?.isShown
            != true)
        try display.releaseButton()
        // What is dragged after it comes after its drop.
        try Self.dragBelowNow("tulips", app)
        try app.expect(["In Progress": ["now", "tulips"]])
        #expect(try store.lists(on: garden).map(\.title) == ["Beds", "Shed"])
      }
    }

    /// Drags a card of the first window below the card “now” of the second.
    private static func dragBelowNow(_ card: String, _ app: App) throws {
      let start = try app.findAtRest("list item", card, inWindowAt: (0, 0), width: 620)
      let now = try app.findAtRest(
        "list item", "now", inWindowAt: second.place, width: second.width)
      // A place below the middle of the card.
      try app.desktop.drag(from: start, to: (now.x, now.y + 6)) {
        try app.look(atWindowOf: second.width).first("panel", "Insertion")?.isShown == true
      }
    }
  }
}

extension App {
  /// Opens another window with the main menu and places it; the first one keeps the keyboard focus.
  func openWindow(at place: (x: Int, y: Int), width: Int) throws {
    let display = desktop.display
    try press("F10")
    _ = try findAtRest("menu", "GtkPopoverMenu")
    try press("Return")
    let new = try eventually(within: Timeout.long, "there is another window") { () -> String? in
      try display.windows(of: program.processIdentifier).first {
        try $0 != window && display.title(of: $0) == "Board"
      }
    }
    try display.place(new, at: place, size: (width, 640))
    try eventually(within: Timeout.long, "the window has its width") {
      try !look(atWindowOf: width).isEmpty
    }
    try focus()
  }

  /// What assistive technology sees of the window with this width.
  func look(atWindowOf width: Int) throws -> [Seen] {
    let all = try look()
    let frame = all.firstIndex {
      $0.role == "frame" && $0.width == width - 2 * desktop.display.border
    }
    guard let frame else { return [] }
    return [all[frame]] + all[(frame + 1)...].prefix { $0.depth > all[frame].depth }
  }

  /// Waits until something stays in its place in one of several windows, and returns its middle on the screen.
  func findAtRest(
    _ role: String, _ name: String, inWindowAt place: (x: Int, y: Int), width: Int
  ) throws -> (x: Int, y: Int) {
    let border = desktop.display.border
    var (last, looks) = ((x: 0, y: 0), 0)
    return try eventually(within: Timeout.long, "\(name) stays in its place") {
      () -> (x: Int, y: Int)? in
      guard let seen = try look(atWindowOf: width).first(role, name), seen.isShown else {
        return nil
      }
      let now = (
        x: place.x + border + seen.x + seen.width / 2,
        y: place.y + border + seen.y + seen.height / 2
      )
      looks = now == last ? looks + 1 : 1
      last = now
      return looks == 3 ? now : nil
    }
  }
}
