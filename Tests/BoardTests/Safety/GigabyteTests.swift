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
        let points = (0..<NewCard.most).map { "<wpt lat='1' lon='2'><name>w\($0)</name></wpt>" }
        let file = try desktop.fixture.folder.write(
          "many.gpx", text: "<gpx>\(points.joined())</gpx>")
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
          // It goes on to show them.
          _ = try app.findAtRest("push button", "Add to “To Do”")
        }
        // As `BoardCommands.piece` has it. Between two slices it answers.
        let isInSlices = slices.count > 2 && slices.allSatisfy { $0.isMultiple(of: 100) }
        #expect(isInSlices, "\(slices.sorted())")
        let waits = "ms while they are read: \(reading.longest), added: \(adding.longest)"
        #expect(max(reading.longest, adding.longest) < 3000, "\(waits)")
        print(waits)
      }
    }
  }
}

extension Desktop {
  /// How often the board answers its bus meanwhile, and the longest wait for an answer in milliseconds. The only
  /// dragboard on the bus is a unique instance, and its main loop answers there.
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
