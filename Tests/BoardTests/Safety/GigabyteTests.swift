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
        // The only dragboard on the bus is a unique instance and answers there.
        let app = try desktop.start([])
        try desktop.waitForTargets(3)
        let content = "yes 0123456789abcde | head -c 1073741824"
        _ = try desktop.offer(content, name: "much.bin", type: "application/x-any")
        try app.press("F9")
        let asking = try desktop.fixture.start(
          "/usr/bin/python3",
          [Built.tool("longest-wait.py"), "org.dragd.Board", "/org/dragd/Board"], on: desktop.bus,
          input: .pipe)
        try asking.waitForOutput("asking")
        try app.click("push button", "Add to “To Do”")
        try app.expectSeen(["Loading much.bin"])
        let list = try desktop.startDragboard("ls", data: "data").wait(within: Timeout.long)
        #expect(list.exit == .exited(0) && !list.output.contains("much.bin"))
        try eventually(within: .seconds(300), "all of it is there") {
          try app.stored().first?.cards == ["much.bin"]
        }
        asking.closeInput()
        let waits =
          try asking.wait().output.split(separator: "\n").last?
          .split(separator: " ").compactMap { Int($0) } ?? []
        let peak = try app.program.facts.peakMemory()
        #expect(waits.count == 2 && waits[0] > 100 && waits[1] < 3000, "\(waits)")
        #expect(peak < 400 << 20, "\(peak >> 20) MiB")
        let compared = try Program.run(
          "/bin/sh", ["-c", "\(content) | cmp - '\(data)'/dragboard/blobs/*"], within: .seconds(120)
        )
        #expect(compared.exit == .success, "\(compared.output) \(compared.error)")
      }
    }
  }
}
