import DragConnection
import DragProtocol
import Foundation
import Harness
import Testing

/// A program copies while dragclip restores what a killed one had copied.
@Suite struct NewerCopyTests {
  /// The new owner tells its targets only when it is told to, so dragclip decides before it can know the new copy.
  @Test func `a restored content does not take the place of a newer copy`() throws {
    try ClipboardSession.run(.x11) { session in
      let former = try session.copies(["\(OwnerExitTests.text)=two words"])
      try session.current("the copy is held") { $0.isHeld }
      session.dragclip.send(SIGSTOP)
      former.kill()
      try eventually("the server has seen the end") {
        try session.hasNothingToPaste(OwnerExitTests.text)
      }
      let owner = try session.fixture.start(
        "/usr/bin/python3", [Built.tool("x-owner.py"), "slow", "100"],
        environment: session.variables, input: .pipe)
      try owner.waitForOutput("owns")
      session.dragclip.send(SIGCONT)
      try owner.waitForOutput("asked")
      try eventually("dragclip has tried; it says: \(session.dragclip.standardError)") {
        session.dragclip.standardError.contains("another program has copied meanwhile")
      }
      owner.closeInput()
      let present = try session.current("the new copy is there") { !$0.isOwn }
      #expect(try session.accept(present.offer, "text/plain").count == 100)
      #expect(try session.paste("text/plain").outputBytes.count == 100)
      #expect(try session.waitForHistory(2).count == 2)
    }
  }
}
