import BoardModel
import Foundation
import Harness
import Testing

extension AmongPrograms {
  @Suite struct GigabyteTests {
    @Test(.enabled(if: Extent.current != .usual, "in make test-rest"))
    func theBoardAnswersWhileAGigabyteComesAndKeepsLittleOfItInMemory() throws {
      try Desktop.run { desktop in
        let data = try desktop.fixture.folder.makeFolder("data")
        let app = try desktop.start([])
        try desktop.waitForTargets(3)
        let content = "yes 0123456789abcde | head -c 1073741824"
        _ = try desktop.offer(content, name: "much.bin", type: "application/x-any")
        try app.press("F9")
        let waits = try desktop.measureWaits {
          try app.click("push button", "Add to “To Do”")
          try app.expectSeen(["Loading much.bin"])
          let list = try desktop.startDragboard("ls", data: "data").wait(within: Timeout.long)
          #expect(list.exit == .exited(0) && !list.output.contains("much.bin"))
          try eventually(within: .seconds(300), "all of it is there") {
            try app.stored().first?.cards == ["much.bin"]
          }
        }
        let peak = try app.program.facts.peakMemory()
        #expect(waits.count > 100 && waits.longest < 3000, "\(waits)")
        #expect(peak < 400 << 20, "\(peak >> 20) MiB")
        let compared = try Program.run(
          "/bin/sh", ["-c", "\(content) | cmp - '\(data)'/dragboard/blobs/*"], within: .seconds(120)
        )
        #expect(compared.exit == .success, "\(compared.output) \(compared.error)")
      }
    }

    /// Beside nothing else, and built for release, each answer comes within 100 ms.
    @Test(.enabled(if: Extent.current != .usual, "in make test-rest"))
    func theBoardAnswersWhileVeryManyCardsCome() throws {
      try Desktop.run { desktop in
        let app = try desktop.start([])
        try desktop.waitForTargets(3)
        let file = try desktop.writeWaypoints(NewCard.most)
        #expect(try desktop.dragctl("offer", file).exit == .success)
        try app.press("F9")
        let reading = try desktop.measureWaits {
          try app.click("push button", "Add to “To Do”")
          _ = try app.findAtRest("dialog", "Add \(NewCard.most) Cards?")
        }
        let store = try BoardStore(folder: "\(app.data)/dragboard")
        let list = try store.lists()[0].id
        var slices: Set<Int> = []
        let adding = try desktop.measureWaits {
          try app.press("Return")
          try eventually(within: .seconds(300), "all are there") {
            let count = try store.cardCount(in: list)
            slices.insert(count)
            return count == NewCard.most
          }
        }
        _ = try app.findAtRest("label", "\(NewCard.most)")
        // Between two slices it answers.
        #expect(slices.count > 20, "\(slices.sorted())")
        let waits = "ms while they are read: \(reading.longest), added: \(adding.longest)"
        #expect(max(reading.longest, adding.longest) < 3000, "\(waits)")
        print(waits)
      }
    }

    /// As many as are dropped without a question, and as many as another process adds at once.
    @Test(.enabled(if: Extent.current != .usual, "in make test-rest"))
    func theBoardAnswersWhileOtherProgramsAddManyCards() throws {
      try Desktop.run { desktop in
        let app = try desktop.start([])
        try desktop.waitForTargets(3)
        let some = try desktop.writeWaypoints(NewCard.mostUnasked)
        let dropping = try desktop.measureWaits {
          let dropped = try desktop.dragctl("drop", some, "--on", "board/To Do")
          #expect(dropped.exit == .success, "\(dropped.error)")
        }
        _ = try app.findAtRest("label", "\(NewCard.mostUnasked)")
        let moving = try desktop.measureWaits {
          let moved = try desktop.dragctl(
            "drop", some, "--on", "board/In Progress", "--operation", "move")
          #expect(moved.exit == .success, "\(moved.error)")
        }
        let (role, name) = ("label", "\(NewCard.mostUnasked)")
        try eventually(within: Timeout.long, "both lists show their cards") {
          try app.look(places: .of(role, name)).count { $0.role == role && $0.name == name } == 2
        }
        let all = try desktop.writeWaypoints(NewCard.most)
        let adding = try desktop.measureWaits {
          let added = try desktop.startDragboard(
            "add", "Done", all, "--all", data: "data"
          ).wait(within: Timeout.long)
          #expect(added.exit == .success, "\(added.error)")
        }
        _ = try app.findAtRest("label", "\(NewCard.most)")
        let waits = """
          ms while some are dropped: \(dropping.longest), moved: \(moving.longest), all added: \(adding.longest)
          """
        #expect(max(dropping.longest, moving.longest, adding.longest) < 3000, "\(waits)")
        print(waits)
      }
    }
  }
}

extension Desktop {
  /// Writes a file of as many waypoints, each of which becomes a card.
  fileprivate func writeWaypoints(_ count: Int) throws -> String {
    let points = (0..<count).map { "<wpt lat='1' lon='2'><name>w\($0)</name></wpt>" }
    return try fixture.folder.write("\(count).gpx", text: "<gpx>\(points.joined())</gpx>")
  }
}

extension Desktop {
  /// How often the board answers its bus meanwhile, and the longest wait for an answer in milliseconds. The only
  /// dragboard on the bus is a unique instance, and its main loop answers there. It is asked until it rests; a look at
  /// it by assistive technology would keep it busy for longer than anything else.
  fileprivate func measureWaits(
    _ body: () throws -> Void
  ) throws -> (count: Int, longest: Int) {
    let asking = try fixture.start(
      "/usr/bin/python3",
      [Built.tool("longest-wait.py"), "org.dragd.Board", "/org/dragd/Board"], on: bus, input: .pipe)
    try asking.waitForOutput("asking")
    try body()
    asking.closeInput()
    let waits =
      try asking.wait().output.split(separator: "\n").last?
      .split(separator: " ").compactMap { Int($0) } ?? []
    guard waits.count == 2 else { throw HarnessFailure("it printed \(waits)") }
    return (waits[0], waits[1])
  }
}
