import DragConnection
import DragModel
import DragProtocol
import Harness
import Testing

/// dragclip asks a running owner for the types that it has not read of its copy.
@Suite struct LivingOwnerTests {
  @Test(arguments: DisplayServer.every)
  func `types that were not read ahead can be had while the owner lives`(
    _ kind: DisplayServer
  ) throws {
    try ClipboardSession.run(kind) { session in
      _ = try session.copies(["\(OutTests.text)=two words", "application/x-rare=rare"])
      let present = try session.current("the copy is held") { $0.isHeld }
      #expect(try session.accept(present.offer, "application/x-rare") == Array("rare".utf8))
      #expect(try session.accept(present.offer, OutTests.text) == Array("two words".utf8))
    }
  }
}
