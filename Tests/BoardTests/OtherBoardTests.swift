import BoardModel
import Harness
import Testing

extension OnTheDesktop {
  /// From one board to another, with the pointer alone.
  @Suite struct OtherBoardTests {
    @Test(arguments: usually(.x11))
    func aCardIsDroppedOnTheNameOfAnotherBoard(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try desktop.fill(["To Do": ["one", "two"]])
        let store = try BoardStore(folder: "\(desktop.fixture.folder.path)/data/dragboard")
        let garden = try store.perform(.addBoard(name: "Garden", lists: ["Beds"]))
        let app = try desktop.start(width: 1000)
        let name = try app.findAtRest("push button", "Boards: Board")
        try desktop.drag(
          from: app.findAtRest("list item", "one"), to: app,
          heldAt: (name, until: ("label", "Garden")), { try app.findAtRest("label", "Garden") },
          sign: ("label", "Garden"))
        try eventually(within: Timeout.long, "the card is on the other board") {
          try store.cards(in: garden.lists[0]).map(\.title) == ["one"]
        }
        // That board is shown.
        _ = try app.findAtRest("list item", "one")
        try app.expectMessage("“one” moved to “Beds”")
      }
    }

    @Test(arguments: usually(.wayland))
    func aMovedCardStaysInSightWithThoseAroundIt(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let cards = (10..<40).map { "card \($0)" }
        try desktop.fill(["To Do": cards])
        let app = try desktop.start(width: 1000)
        try app.click("list item", "card 10")
        let count = 20
        for _ in 0..<count { try app.press("alt+Down") }
        try app.expectStored { $0[0].cards.firstIndex(of: "card 10") == count }
        for neighbour in ["card \(10 + count)", "card 10", "card \(11 + count)"] {
          try eventually(within: Timeout.long, "\(neighbour) is in sight") {
            try app.isInSight(("list item", neighbour))
          }
        }
      }
    }
  }
}
