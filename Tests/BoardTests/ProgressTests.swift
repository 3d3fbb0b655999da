import Foundation
import Harness
import Testing

extension OnTheDesktop {
  /// Progress of a transfer, as the placeholder and the shelf show it.
  @Suite struct ProgressTests {
    @Test(arguments: usually(.x11))
    func aPlaceholderAndTheShelfShowHowFarADropIs(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let app = try desktop.start()
        try desktop.waitForTargets(3)
        // The source never ends, and is never silent for long.
        _ = try desktop.offer(
          "head -c 150000 /dev/zero; while sleep 5; do printf 0; done", name: "quarter.bin",
          type: "application/x-any", options: ["--size", "600000"])
        try app.addFromShelf()
        try app.expectSeen(["Loading quarter.bin"])
        // The shelf lists the offer.
        _ = try app.find("list item", "quarter.bin")
        try app.expectProgress("Progress")
        try app.expectProgress("Transfer")
        try app.click("push button", "Cancel")
        try app.expect(["To Do": [], "In Progress": [], "Done": []])
        try eventually(within: Timeout.long, "the shelf shows no transfer any more") {
          try !app.progressBars().contains { $0.name == "Transfer" }
        }
      }
    }

    @Test(arguments: usually(.wayland))
    func aSourceThatEndsHalfwayIsNamedWithHowMuchHadArrived(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let app = try desktop.start()
        try desktop.waitForTargets(3)
        let command = "head -c 150000 /dev/zero; while sleep 5; do printf 0; done"
        let source = try desktop.startDragctl(
          "offer", "--name", "quarter.bin", "--exec", "application/x-any=\(command)", "--size",
          "600000")
        _ = try source.firstLine()
        try app.addFromShelf()
        try app.expectProgress("Progress")
        source.kill()
        try app.expectReason {
          $0.hasPrefix("The source was closed before everything had arrived (")
            && $0.hasSuffix(" of \u{2068}585.9\u{A0}KiB\u{2069}).")
        }
      }
    }

    /// Regression: the number of bytes was that of the first type, which no card keeps.
    @Test func theNumberOfBytesIsThatOfTheTypeThatArrives() throws {
      try Desktop.run { desktop in
        let app = try desktop.start()
        try desktop.waitForTargets(3)
        let source = try desktop.startWindow(
          "/usr/bin/python3", [Built.tool("overrunning-source.py")])
        try source.waitForOutput("offered")
        try app.addFromShelf()
        try eventually(within: Timeout.long, "the picture seems to be there") {
          try app.progressBars().contains { $0.name == "Progress" && $0.value == 1 }
        }
        source.send(SIGUSR1)
        try app.expectReason { $0.contains("5 bytes\u{2069} of \u{2068}5 bytes") }
      }
    }
  }
}

/// A progress bar as assistive technology sees it.
struct SeenProgress: Decodable {
  let name: String
  /// From 0 to 1.
  let value: Double
}

extension App {
  /// The progress bars that assistive technology sees; none where it has failed itself.
  func progressBars() throws -> [SeenProgress] {
    let result = try desktop.fixture.run(
      "/usr/bin/python3", [Built.tool("progress-bars"), "\(program.processIdentifier)"],
      on: desktop.bus, environment: desktop.variables)
    return (try? JSONDecoder().decode([SeenProgress].self, from: Data(result.outputBytes))) ?? []
  }

  /// Waits until a progress bar shows a quarter.
  func expectProgress(_ name: String) throws {
    var last: [SeenProgress] = []
    do {
      try eventually(within: Timeout.long) {
        last = try progressBars()
        return last.contains { $0.name == name && $0.value >= 0.2 && $0.value < 0.3 }
      }
    } catch {
      throw HarnessFailure("no progress bar “\(name)” shows how far it is: \(last)")
    }
  }
}
