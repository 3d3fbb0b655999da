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
      let clock = ContinuousClock()
      var (count, since) = (0, clock.now)
      // What has ended has time limits, and idle threads end once.
      try eventually(within: Timeout.long, "nothing has happened for five seconds") {
        let now = try session.dragclip.facts.voluntarySwitches()
        if now != count { (count, since) = (now, clock.now) }
        return clock.now - since >= .seconds(5)
      }
      #expect(try session.paste(OutTests.text).output == "two words")
    }
  }
}
