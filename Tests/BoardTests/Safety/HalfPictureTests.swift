import Harness
import Testing

extension AmongPrograms {
  /// Wayland passes on what a source wrote before it was killed, and then an end of file as after complete content.
  @Suite struct HalfPictureTests {
    @Test func halfAPictureFromAKilledSourceIsRefusedWithTheReason() throws {
      try Desktop.run(on: .wayland) { desktop in
        let picture = try desktop.makePicture("lake.png")
        let app = try desktop.start(width: 1000)
        let source = try OtherProgram(
          "/usr/bin/python3", [Built.tool("drag-source.py"), "image/png", "half", picture.path],
          on: desktop, at: (1040, 200), size: nil, border: desktop.display.border)
        let start = try source.find("label", "Drag me").middle
        try desktop.drag(from: start, to: "To Do", of: app)
        try source.program.waitForOutput("written")
        source.program.kill()
        try app.expectReason { $0.contains("image/png") }
        try app.expectNothing()
        try app.click("push button", "Dismiss")
        try app.expect(["To Do": [], "In Progress": [], "Done": []])
      }
    }
  }
}
