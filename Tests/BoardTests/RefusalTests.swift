import BoardModel
import Foundation
import Harness
import Testing

extension OnTheDesktop {
  /// Changes and drops that the board cannot store: it shows the reason, and typed text is kept.
  @Suite struct RefusalTests {
    private static func reason(_ title: String) -> String {
      "“\(title)” is being moved to another program; try again if the move fails."
    }

    @Test(arguments: usually(.x11))
    func whatWasTypedStaysInItsDialogUntilItCanBeKept(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one"]])
        let app = try desktop.start()
        try app.openDialog(of: "one")
        try app.press("ctrl+a")
        try app.type("first")
        let move = try app.startMove(of: "one")
        try app.press("Return")
        _ = try app.find("label", Self.reason("one"))
        #expect(try app.look(places: .none).first("text", "Title")?.text == "first")
        try app.expect(["To Do": ["one"]])
        try move.store.releaseMove(key: move.key)
        try app.press("Return")
        try app.expect(["To Do": ["first"]])
      }
    }

    @Test func aGeocacheThatCouldNotBeSavedIsSavedBeforeAnotherIsShown() throws {
      try Desktop.run { desktop in
        for name in ["Mill", "Lake"] {
          try desktop.addGeocache(
            #"{"name":"\#(name)","summary":"Look up","latitude":53.5,"longitude":7}"#)
        }
        let app = try desktop.start(width: 1000)
        try app.click("list item", "Mill")
        try app.press("Return")
        _ = try app.find("label", "Drag “Mill”")
        try app.click("text", "Name")
        try app.press("ctrl+a")
        try app.type("Barn")
        _ = try app.find("label", "Drag “Barn”")
        let move = try app.startMove(of: "Mill")
        try app.press("alt+s")
        _ = try app.find("label", Self.reason("Mill"))
        try move.store.releaseMove(key: move.key)
        try app.click("list item", "Lake")
        try app.press("Return")
        _ = try app.find("label", "Drag “Lake”")
        try app.expect(["To Do": ["Barn", "Lake"]])
      }
    }

    @Test func theEditorReadsNothingThatItCannotUnderstandAndNothingVast() throws {
      try Desktop.run { desktop in
        let app = try desktop.start(width: 620)
        let editor = try desktop.start(["--editor"], data: "editor", at: (800, 0))
        try desktop.waitForTargets(3)
        let mark = desktop.fixture.folder.path("asked")
        let offers = [
          ("Archive", "application/zip", "touch '\(mark)'; echo much", "neither a geocache nor"),
          ("Photo", "image/png", "head -c 100M /dev/zero", "more than 67108864 bytes"),
        ]
        for (label, type, command, _) in offers {
          _ = try desktop.offer(command, name: "it", type: type, options: ["--label", label])
        }
        try app.focus()
        try app.press("F9")
        for (label, _, _, reason) in offers {
          let row = try app.findAtRest("list item", label)
          try desktop.drag(
            from: row, to: editor, { try editor.find("text", "Name") },
            sign: ("panel", "Geocache Editor, hovered"))
          try eventually(within: Timeout.long, "it says why it does not take it") {
            try editor.look(places: .none).contains {
              $0.role == "label" && $0.name.contains(reason)
            }
          }
        }
        #expect(!FileManager.default.fileExists(atPath: mark))
      }
    }
  }
}

extension App {
  /// Has another process start the move of a card, which cannot be changed until the move has failed.
  func startMove(of title: String) throws -> (store: BoardStore, key: String) {
    let store = try BoardStore(folder: "\(data)/dragboard")
    let cards = try store.board().flatMap { $0.cards }
    let card = try #require(cards.first { $0.title == title })
    let key = try store.moveKey(of: card.id)
    try store.prepareMove(key: key)
    return (store, key)
  }
}
