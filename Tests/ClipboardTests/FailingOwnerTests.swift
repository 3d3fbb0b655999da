import DragConnection
import DragProtocol
import Foundation
import Harness
import Testing

/// `dragctl paste` from a program that does not give what it has copied.
@Suite struct FailingOwnerTests {
  /// Has an owner of x-owner.py copy, and starts dragctl.
  private func paste(
    from behaviour: [String], _ session: ClipboardSession
  ) throws -> (owner: Program, paste: Program, file: String) {
    let owner = try session.fixture.start(
      "/usr/bin/python3", [Built.tool("x-owner.py")] + behaviour, environment: session.variables)
    try owner.waitForOutput("owns")
    try session.current("the copy is there") { $0.targets.contains("text/plain") }
    let file = session.fixture.folder.path("pasted")
    let paste = try session.fixture.start(
      Built.dragctl, ["paste", "--type", "text/plain", "--output", file], on: session.bus,
      environment: session.variables)
    return (owner, paste, file)
  }

  @Test func `a silent owner is waited for two seconds`() throws {
    try ClipboardSession.run(.x11, ["--persist", "off"]) { session in
      let (_, paste, file) = try paste(from: ["silent"], session)
      let result = try paste.wait()
      #expect(result.exit == .exited(5), "\(result.error)")
      // Of all time limits this is the one that is over after two seconds.
      #expect(result.error.contains("did not answer in time"), "\(result.error)")
      #expect(!FileManager.default.fileExists(atPath: file))
    }
  }

  @Test func `an owner that is killed in the middle ends the paste at once`() throws {
    try ClipboardSession.run(.x11, ["--persist", "off"]) { session in
      let (owner, paste, file) = try paste(from: ["half", "100000", "50000"], session)
      try owner.waitForOutput("sent")
      owner.kill()
      let result = try paste.wait()
      #expect(result.exit == .exited(5), "\(result.error)")
      // Not that it did not continue in time.
      #expect(result.error.contains("the owner ended"), "\(result.error)")
      #expect(!FileManager.default.fileExists(atPath: file))
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: session.fixture.folder.path)
          .allSatisfy { !$0.contains("pasted") })
    }
  }
}
