import DragProtocol
import Harness
import Testing

/// `dragctl copy --clear-after` whose dragctl does not live until then.
@Suite struct ClearAfterTests {
  @Test(arguments: DisplayServer.usual)
  func `a copy goes at its time although its dragctl is killed`(_ kind: DisplayServer) throws {
    try ClipboardSession.run(kind) { session in
      let source = try session.fixture.start(
        Built.dragctl, ["copy", "--foreground", "--clear-after", "3s", "--text", "soon gone"],
        on: session.bus)
      try session.current("the copy is there") { $0.isOwn }
      source.kill()
      try session.waitForNothing()
      #expect(try session.history().isEmpty)
    }
  }

  /// The copy must not end before dragclip has it.
  @Test func `the shortest time is enough to copy`() throws {
    try ClipboardSession.run(.x11) { session in
      let copied = try session.fixture.run(
        Built.dragctl, ["copy", "--foreground", "--clear-after", "1ms", "--text", "soon gone"],
        on: session.bus)
      #expect(copied.exit == .success, "\(copied.error)")
      try session.expectNothing()
    }
  }
}
