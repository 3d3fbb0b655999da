import BoardModel
import Harness
import Testing

extension OnTheDesktop {
  @Suite struct DraggingTests {
    @Test(arguments: DisplayServer.allCases)
    func aCardIsDraggedToAnotherList(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one", "two", "three"], "Done": ["old", "older"]])
        let app = try desktop.start()
        try app.expect(["To Do": ["one", "two", "three"], "Done": ["old", "older"]])
        try desktop.drag("two", of: app, to: app, "old", below: true)
        try app.expect(["To Do": ["one", "three"], "Done": ["old", "two", "older"]])
        try app.press("ctrl+z")
        try app.expect(["To Do": ["one", "two", "three"], "Done": ["old", "older"]])
        try app.press("ctrl+shift+z")
        try app.expect(["To Do": ["one", "three"], "Done": ["old", "two", "older"]])
      }
    }

    @Test(arguments: DisplayServer.allCases)
    func aCardIsDraggedWithinItsList(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one", "two", "three"]])
        let app = try desktop.start()
        try desktop.drag("three", of: app, to: app, "one", below: false)
        try app.expect(["To Do": ["three", "one", "two"]])
        try desktop.drag("three", of: app, to: app, "two", below: true)
        try app.expect(["To Do": ["one", "two", "three"]])
      }
    }

    /// With X alone: sway looks at no keys during a drag.
    @Test func controlCopiesACard() throws {
      try Desktop.run { desktop in
        try desktop.fill(["To Do": ["one", "two"], "Done": ["old"]])
        let app = try desktop.start()
        try desktop.drag("one", of: app, holding: "ctrl", to: app, "old", below: true)
        try app.expect(["To Do": ["one", "two"], "Done": ["old", "one"]])
      }
    }

    @Test(arguments: DisplayServer.allCases)
    func aCardIsDroppedOnDelete(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one", "two"]])
        let app = try desktop.start()
        let start = try app.find("list item", "one")
        try desktop.drag(
          from: start, to: app, { try app.find("panel", "Delete") },
          sign: ("panel", "Delete, hovered"))
        try app.expect(["To Do": ["two"]])
        try app.click("label", "Undo")
        try app.expect(["To Do": ["one", "two"]])
      }
    }

    @Test(arguments: DisplayServer.allCases)
    func aCardIsDraggedToAnotherProcessWithTheSameBoard(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one", "two"], "In Progress": ["now"]])
        let first = try desktop.start(width: 620)
        let second = try desktop.start(at: (640, 0), width: 620)
        try first.focus()
        try desktop.drag("two", of: first, to: second, "now", below: true)
        for app in [first, second] {
          try app.expect(["To Do": ["one"], "In Progress": ["now", "two"]])
        }
      }
    }
  }
}

extension Desktop {
  /// Puts cards on the board of the first data folder.
  func fill(_ lists: [String: [String]], data: String = "data") throws {
    let store = try BoardStore(folder: "\(fixture.folder.makeFolder(data))/dragboard")
    for list in try store.lists() {
      let cards = (lists[list.title] ?? []).map { NewCard(title: $0) }
      if !cards.isEmpty { try store.perform(.addCards(cards, to: list.id, at: .end)) }
    }
  }

  /// Puts a geocache on the first list of the board of the first data folder.
  @discardableResult
  func addGeocache(_ json: String) throws -> BoardStore {
    let store = try BoardStore(folder: "\(fixture.folder.makeFolder("data"))/dragboard")
    let cards = try CardReader().cards(
      from: IncomingItem(representations: [(Geocache.type, .bytes(Array(json.utf8)))]))
    if let list = try store.lists().first {
      try store.perform(.addCards(cards, to: list.id, at: .end))
    }
    return store
  }
}
