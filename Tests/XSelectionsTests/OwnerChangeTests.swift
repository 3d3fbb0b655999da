import Foundation
import Harness
import Testing

/// How a selection has lost its owner.
@Suite struct OwnerChangeTests {
  @Test(arguments: ["clipboard", "primary"])
  func clearingIsToldFromTheEndOfTheOwner(_ selection: String) throws {
    try XSession.run { session in
      let ended = try session.peer(
        "/usr/bin/xclip", ["-selection", selection, "-quiet"], input: .text("one"))
      try session.waitFor("changed \(selection) other")
      ended.kill()
      #expect(try session.waitFor("changed \(selection) none").hasSuffix(" ownerEnded"))
      _ = try session.peer(
        "/usr/bin/xclip", ["-selection", selection, "-quiet"], input: .text("two"))
      try session.waitFor("changed \(selection) other")
      let cleared = try session.run("/usr/bin/xsel", ["--\(selection)", "--clear"])
      #expect(cleared.exit == .success)
      #expect(try session.waitFor("changed \(selection) none").hasSuffix(" set"))
    }
  }

  @Test func anOwnerThatDestroysItsWindowHasEnded() throws {
    try XSession.run { session in
      let script = """
        import sys
        from Xlib import X, display
        server = display.Display()
        window = server.screen().root.create_window(0, 0, 1, 1, 0, X.CopyFromParent)
        window.set_selection_owner(server.intern_atom("CLIPBOARD"), X.CurrentTime)
        server.sync()
        print("owned", flush=True)
        sys.stdin.readline()
        window.destroy()
        server.sync()
        sys.stdin.readline()
        """
      let owner = try session.peer("/usr/bin/python3", ["-c", script], input: .pipe)
      try owner.waitForOutput("owned")
      try owner.write("\n")
      #expect(try session.waitFor("changed clipboard none").hasSuffix(" ownerEnded"))
      #expect(owner.isRunning)
    }
  }

  /// A read that waits until the owner is free was made for that owner's content.
  @Test func aWaitingReadGetsNothingOfTheNextOwner() throws {
    try XSession.run { session in
      _ = try session.owner("silent")
      let path = session.fixture.folder.path("waiting")
      try session.tell("read clipboard text/plain \(session.fixture.folder.path("first"))")
      try session.tell("read clipboard text/plain \(path)")
      try session.waitFor("reading 2")
      _ = try session.owner("honest", 1_000, 100, isKnown: false)
      #expect(
        try session.waitFor("read 2") == "read 2 failed(\"the selection has another owner now\")")
      #expect(try Data(contentsOf: URL(filePath: path)).isEmpty)
      try session.waitFor("changed clipboard other")
      #expect(try session.read("text/plain").end == "complete(bytes: 1000)")
    }
  }

  /// The next owner takes its time to tell its targets, so the program does not know it yet.
  @Test func aReadGetsNothingOfAnOwnerThatWasNotTold() throws {
    try XSession.run { session in
      _ = try session.owner("refusing")
      let owner = try session.owner("slow", 100, isKnown: false)
      try owner.waitForOutput("asked")
      let path = session.fixture.folder.path("early")
      try session.tell("read clipboard text/plain \(path)")
      try session.waitFor("reading 1")
      owner.closeInput()
      #expect(
        try session.waitFor("read 1") == "read 1 failed(\"the selection has another owner now\")")
      #expect(try Data(contentsOf: URL(filePath: path)).isEmpty)
      try session.waitFor("changed clipboard other")
      #expect(try session.read("text/plain").end == "complete(bytes: 100)")
    }
  }
}
