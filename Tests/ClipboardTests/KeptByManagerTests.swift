import DragConnection
import DragProtocol
import Harness
import Testing

/// A clipboard manager that takes every selection, as wl-clip-persist does, with the content of `dragctl copy`.
@Suite struct KeptByManagerTests {
  private static let displays = Extent.part(of: [DisplayServer.wayland, .x11]) { _ in false }

  @Test(arguments: displays)
  func `the offer stays while a manager shows it, and ends with the next copy`(
    _ kind: DisplayServer
  ) throws {
    try ClipboardSession.run(kind) { session in
      try Self.copy(["--text", "two words"], session)
      let present = try session.current("the text is there") { $0.isOwn }
      let marker = try #require(
        try session.targets().first { $0.hasPrefix("application/vnd.dragd.clipboard;") })
      let manager = try session.copies(["\(OutTests.text)=two words", "\(marker)="])
      try session.current("the manager owns the text") { !$0.isOwn }
      // A replaced offer stays for five seconds; these are six.
      try Self.copy(["--primary", "--text", "clock", "--clear-after", "6s"], session)
      try eventually(within: Timeout.long, "six seconds have passed") {
        try session.fixture.run(
          Built.dragctl, ["paste", "--primary"], on: session.bus, environment: session.variables
        ).exit == .exited(3)
      }
      #expect(try session.current().offer == present.offer)
      #expect(
        try session.accept(present.offer, OutTests.text) == Array("two words".utf8))

      manager.kill()
      _ = try session.copies(["\(OutTests.text)=other words"])
      try eventually(within: Timeout.long, "the offer has ended") {
        let result = try session.fixture.run(
          Built.dragctl, ["accept", "-t", OutTests.text, "-o", "-", "\(present.offer)"],
          on: session.bus)
        return result.exit != .success
      }
    }
  }

  @Test(arguments: displays)
  func `once the offer has ended, the content comes from the manager`(
    _ kind: DisplayServer
  ) throws {
    try ClipboardSession.run(kind) { session in
      let offer = try session.offer(["--type", OutTests.text], input: .text("of the offer"))
      try session.copy(offer)
      let marker = try #require(
        try session.targets().first { $0.hasPrefix("application/vnd.dragd.clipboard;") })
      _ = try session.copies(["\(OutTests.text)=of the manager", "\(marker)="])
      #expect(try session.current("the manager owns the text") { !$0.isOwn }.offer == offer)
      try session.withdraw(offer)
      let present = try session.current("the content has another offer") { $0.offer != offer }
      #expect(
        try session.accept(present.offer, OutTests.text) == Array("of the manager".utf8))
    }
  }

  private static func copy(_ arguments: [String], _ session: ClipboardSession) throws {
    let result = try session.fixture.run(
      Built.dragctl, ["copy"] + arguments, on: session.bus, environment: session.variables)
    try #require(result.exit == .success, "\(result.error)")
  }
}
