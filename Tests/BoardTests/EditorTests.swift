import BoardModel
import Harness
import Testing

extension OnTheDesktop {
  /// The geocache editor, alone and beside the board.
  @Suite struct EditorTests {
    @Test(arguments: usually(.wayland))
    func textThatIsDroppedNamesAGeocacheOfWhichNothingElseIsKnown(
      on server: DisplayServer
    ) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["Mill at the dyke"]])
        let app = try desktop.start(width: 760)
        let editor = try desktop.start(["--editor"], data: "editor", at: (800, 0))
        try desktop.waitForTargets(3)
        try app.focus()
        let start = try app.findAtRest("list item", "Mill at the dyke")
        try desktop.drag(
          from: start, to: editor, { try editor.find("text", "Name") },
          sign: ("panel", "Geocache Editor, hovered"))
        try editor.expectField("Name") { $0 == "Mill at the dyke" }
        try editor.expectField("Summary") { $0 == "Unknown" }
        for field in ["Latitude", "Longitude"] {
          try editor.expectField(field) { Double($0) == 0 }
        }
        #expect(try editor.seen("panel", "Geocache Editor, hovered") == nil)
      }
    }

    @Test(arguments: usually(.x11))
    func escapeLeavesItAndKeepsWhatWasTyped(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one"]])
        let app = try desktop.start(width: 1000)
        try app.click("list item", "one")
        try app.press("shift+F9")
        _ = try app.findAtRest("text", "Name")
        try app.type("Lake")
        try app.expectField("Name") { $0 == "Lake" }
        try app.press("Escape")
        try app.expectFocus(on: "one")
        try app.press("shift+F9")
        try app.expectField("Name") { $0 == "Lake" }
      }
    }

    @Test func whatWasTypedIsAskedForBeforeADropTakesItsPlace() throws {
      try Desktop.run { desktop in
        try desktop.fill(["To Do": ["Mill at the dyke"]])
        let app = try desktop.start(width: 760)
        let editor = try desktop.start(["--editor"], data: "editor", at: (800, 0))
        try desktop.waitForTargets(3)
        try editor.click("text", "Name")
        try editor.type("Lake")
        try editor.expectField("Name") { $0 == "Lake" }
        try app.focus()
        try desktop.drag(
          from: app.findAtRest("list item", "Mill at the dyke"), to: editor,
          { try editor.find("text", "Name") }, sign: ("panel", "Geocache Editor, hovered"))
        _ = try editor.find("label", "Discard Changes?")
        try editor.expectField("Name") { $0 == "Lake" }
        try editor.answer("alt+d")
        try editor.expectField("Name") { $0 == "Mill at the dyke" }
      }
    }

    @Test(arguments: usually(.x11))
    func aGeocacheIsOpenedByADoubleClickCheckedWhileItIsTypedAndSaved(
      on server: DisplayServer
    ) throws {
      try Desktop.run(on: server) { desktop in
        let store = try desktop.addGeocache(
          #"{"name":"Mill","summary":"Look up","latitude":53.5,"longitude":7,"size":"small"}"#)
        let app = try desktop.start(width: 1000)
        try desktop.display.move(to: app.findAtRest("list item", "Mill"))
        // A press during a new layout of the rows has no effect.
        try eventually(within: Timeout.long, "the editor shows the card") {
          try desktop.display.click(times: 2)
          return (try? eventually(within: .seconds(5)) { try app.field("Name") == "Mill" }) != nil
        }
        try app.click("text", "Latitude")
        try app.press("ctrl+a")
        try app.type("95")
        try app.expectField("Latitude") { $0 == "95" }
        try eventually(within: Timeout.long, "it says what is wrong") {
          try app.hasProblem("Latitude")
        }
        try app.press("ctrl+a")
        try app.type("54.5")
        try app.expectField("Latitude") { $0 == "54.5" }
        try eventually(within: Timeout.long, "nothing is wrong") { try !app.hasProblem("Latitude") }
        try app.press("ctrl+Return")
        let list = try #require(try store.lists().first)
        try eventually(within: Timeout.long, "it is stored") {
          try store.cards(in: list.id).first?.coordinates
            == Coordinates(latitude: 54.5, longitude: 7)
        }
        let card = try #require(try store.cards(in: list.id).first)
        let json = try store.content(of: card.id, type: Geocache.type).bytes()
        // The editor keeps what it does not know.
        #expect(String(decoding: json, as: UTF8.self).contains(#""size""#))
        try app.expectLabel { $0.contains("54.5000° N, 7.0000° E") }
      }
    }
  }
}

extension App {
  /// The text of a field; nil without such a field.
  func field(_ name: String) throws -> String? { try look(places: .none).first("text", name)?.text }

  /// Waits until the text of a field satisfies the condition.
  func expectField(_ name: String, _ isMeant: (String) -> Bool) throws {
    var last: String?
    do {
      try eventually(within: Timeout.long) {
        last = try field(name)
        return last.map { isMeant($0) } ?? false
      }
    } catch {
      throw HarnessFailure("the field \(name) has “\(last ?? "nothing")”")
    }
  }

  /// Whether a label reports a problem of a field.
  func hasProblem(_ field: String) throws -> Bool {
    try look().contains { $0.role == "label" && $0.isShown && $0.name.hasPrefix("\(field):") }
  }

  /// Waits for a label that satisfies the condition.
  func expectLabel(_ isMeant: (String) -> Bool) throws {
    var last: [String] = []
    do {
      try eventually(within: Timeout.long) {
        last = try look().filter { $0.role == "label" && $0.isShown }.map(\.name)
        return last.contains { isMeant($0) }
      }
    } catch {
      throw HarnessFailure("no label says that among \(last)")
    }
  }
}
