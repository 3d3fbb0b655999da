import DragConnection
import DragProtocol
import Harness
import Testing

/// A dragclip that has nothing to do. Each test takes several seconds.
@Suite struct IdleTests {
  private static let displays = Extent.part(of: [DisplayServer.wayland, .x11, .mutter, .kwin]) {
    _ in false
  }

  @Test(arguments: displays)
  func `with nothing to do dragclip does not wake up`(_ kind: DisplayServer) throws {
    try ClipboardSession.run(kind) { session in
      _ = try session.copies(["\(OutTests.text)=two words"])
      try session.current("the copy is held") { $0.isHeld }
      try session.dragclip.facts.waitForSleep(of: .seconds(5))
      #expect(try session.paste(OutTests.text).output == "two words")
    }
  }
}
