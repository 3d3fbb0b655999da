import Harness
import Testing

/// How a selection has lost its owner.
@Suite struct OwnerChangeTests {
  @Test(arguments: ["clipboard", "primary"])
  func clearingIsToldFromTheEndOfTheOwner(_ selection: String) throws {
    try Desk.run { desk in
      let ended = try desk.peer(
        "/usr/bin/xclip", ["-selection", selection, "-quiet"], input: .text("one"))
      try desk.waitFor("changed \(selection) other")
      ended.kill()
      #expect(try desk.waitFor("changed \(selection) none").hasSuffix(" ownerEnded"))
      _ = try desk.peer(
        "/usr/bin/xclip", ["-selection", selection, "-quiet"], input: .text("two"))
      try desk.waitFor("changed \(selection) other")
      let cleared = try desk.run("/usr/bin/xsel", ["--\(selection)", "--clear"])
      #expect(cleared.exit == .success)
      #expect(try desk.waitFor("changed \(selection) none").hasSuffix(" set"))
    }
  }

  @Test func anOwnerThatDestroysItsWindowHasEnded() throws {
    try Desk.run { desk in
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
      let owner = try desk.peer("/usr/bin/python3", ["-c", script], input: .pipe)
      try owner.waitForOutput("owned")
      try owner.write("\n")
      #expect(try desk.waitFor("changed clipboard none").hasSuffix(" ownerEnded"))
      #expect(owner.isRunning)
    }
  }
}
