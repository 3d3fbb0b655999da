import DragConnection
import DragModel
import DragProtocol
import Foundation
import Harness
import Testing

/// A dragd whose held offers outlast it, and one that does not answer.
@Suite struct RestoredBrokerTests {
  private static let text = OutTests.text

  /// A session whose dragd the body can kill and start again with its held offers.
  private static func run(
    _ body: (ClipboardSession, () throws -> Void) throws -> Void
  ) throws {
    try ClipboardSession.run(.x11, hasBroker: false) { session in
      let store = try DescriptorStore(in: session.fixture.folder)
      var dragd = try store.start(Built.dragd, in: session.fixture, on: session.bus)
      func waitForDragd(_ isThere: Bool) throws {
        try eventually("dragd is there: \(isThere)") {
          try session.hasName(BusName.broker) == isThere
        }
      }
      try waitForDragd(true)
      try body(session) {
        try store.settle()
        dragd.kill()
        _ = try dragd.wait()
        try waitForDragd(false)
        dragd = try store.start(Built.dragd, in: session.fixture, on: session.bus)
        try waitForDragd(true)
      }
      store.close()
    }
  }

  private static func record(_ session: ClipboardSession) -> String {
    let file = session.fixture.folder.path("runtime/dragd/dragclip-history")
    return (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
  }

  @Test func `the history outlasts a restart of dragd and then one of dragclip`() throws {
    try Self.run { session, restartDragd in
      _ = try session.copies(["\(Self.text)=the first"])
      _ = try session.waitForHistory(1)
      _ = try session.copies(["\(Self.text)=the second"])
      let before = try session.waitForHistory(2)
      try restartDragd()
      _ = try session.copies(["\(Self.text)=the third"])
      let third = try session.current("the copy is held") { $0.isHeld }.offer
      try eventually("the record is written") { Self.record(session).contains("\(third)") }
      try session.replaceDragclip()
      let after = try session.waitForHistory(3)
      #expect(after[2].offer == before[1].offer)
      #expect(try session.accept(after[2].offer, Self.text) == Array("the first".utf8))
    }
  }

  @Test func `what is copied from the history outlasts dragd, its new offers and dragclip`() throws
  {
    try Self.run { session, restartDragd in
      _ = try session.copies(["\(Self.text)=the first"])
      _ = try session.waitForHistory(1)
      _ = try session.copies(["\(Self.text)=the second"])
      _ = try session.waitForHistory(2)
      let copied = try session.fixture.run(
        Built.dragctl, ["clipboard", "copy", "2"], on: session.bus)
      #expect(copied.exit == .success, "\(copied.error)")
      #expect(try session.paste(Self.text).output == "the first")
      try restartDragd()
      #expect(try session.waitForHistory(2)[0].types.count == 1)
      #expect(try session.paste(Self.text).output == "the first")
      #expect(try session.current().isOwn)
      try session.replaceDragclip()
      try session.current("dragclip owns it again") { $0.isOwn }
      #expect(try session.paste(Self.text).output == "the first")
    }
  }

  @Test func `an offer that is withdrawn after a restart of dragd leaves the clipboard`() throws {
    try Self.run { session, restartDragd in
      let source = try session.fixture.start(
        Built.dragctl, ["offer", "--linger", "10m", "--text", "two words"], on: session.bus)
      let offer = try #require(Identifier(try source.firstLine()))
      try session.copy(offer, remember: true)
      _ = try session.waitForHistory(1)
      try restartDragd()
      let present = try session.current()
      #expect(present.offer == offer)
      #expect(try session.paste(Self.text).output == "two words")
      let withdrawn = try session.fixture.run(
        Built.dragctl, ["withdraw", "\(offer)"], on: session.bus)
      #expect(withdrawn.exit == .success, "\(withdrawn.error)")
      try session.waitForNothing()
    }
  }

  @Test(.enabled(if: Extent.current != .usual, "in make test-rest"))
  func `a dragd that does not answer delays a new dragclip once, not for each entry`() throws {
    try ClipboardSession.run(.x11) { session in
      for number in 1...4 {
        _ = try session.copies(["\(Self.text)=entry \(number)"])
        _ = try session.waitForHistory(number)
      }
      _ = try session.dragclip.terminate()
      let dragd = try #require(session.dragd)
      dragd.kill()
      _ = try dragd.wait()
      let fake = try FakeDragd(on: session.bus) { _ in .silence }
      try session.restartDragclip()
      let status = try session.connection.perform(.clipboardStatus(), timeout: 60_000)
      #expect(!status.isPaused)
      #expect(fake.calls.count { $0 == "Accept" } == 1, "\(fake.calls)")
    }
  }
}
