import DragConnection
import DragModel
import DragProtocol
import Foundation
import Harness
import Testing

/// A program copies a thousand times a second, for ten seconds; in `make test` for two.
@Suite struct StormTests {
  private static let text = OutTests.text
  private static let seconds = Extent.current == .usual ? 2 : 10
  /// Extra time for a machine that runs other tests at the same time.
  private static let allowance = 2

  /// Has a program copy, and returns it and how long the copies took.
  private func storm(_ session: ClipboardSession) throws -> (owner: Program, time: Duration) {
    let clock = ContinuousClock()
    let begin = clock.now
    let owner = try session.copies([
      "--times", "\(Self.seconds * 1_000)", "1000", "\(Self.text)=copy {n}", "application/x-more=1",
    ])
    try owner.waitForOutput("done", within: Timeout.long)
    return (owner, clock.now - begin)
  }

  /// Expects the last of the storm's copies, then copies once more, and waits for that content.
  private func expectLast(_ session: ClipboardSession, isHeld: Bool) throws {
    let last = try session.current("the storm's last copy is there") {
      $0.isHeld == isHeld && $0.targets.contains("application/x-more")
    }
    let text = try session.accept(last.offer, Self.text)
    #expect(text == Array("copy \(Self.seconds * 1_000)".utf8))
    _ = try session.copies(["\(Self.text)=the last", "application/x-last=1"])
    let present = try session.current("the last copy is there") {
      $0.isHeld == isHeld && $0.targets.contains("application/x-last")
    }
    #expect(try session.accept(present.offer, Self.text) == Array("the last".utf8))
  }

  @Test(arguments: DisplayServer.varied)
  func `ten thousand copies reach dragd with none when persist is off`(
    _ kind: DisplayServer
  ) throws {
    try ClipboardSession.run(kind, ["--persist", "off"], hasBroker: false) { session in
      do {
        let dragd = try FakeDragd(on: session.bus) { _ in .error("test.Refused", "none") }
        let idle = try session.dragclip.facts.anonymousMemory()
        let (owner, time) = try storm(session)
        #expect(time < .seconds(Self.seconds + Self.allowance))
        #expect(!owner.standardOutput.contains("asked"))
        #expect(try session.dragclip.facts.anonymousMemory() - idle < 1 << 20)
        #expect(dragd.calls == [])
        // A call does reach the stand-in for dragd.
        #expect(throws: RequestError.self) { try session.current() }
        #expect(!dragd.calls.isEmpty)
      }
      try eventually("the name of dragd is free") { try !session.hasName(BusName.broker) }
      try session.restartDragd()
      try expectLast(session, isHeld: false)
    }
  }

  @Test(arguments: DisplayServer.varied)
  func `of ten thousand copies at most four a second are read ahead`(_ kind: DisplayServer) throws {
    try ClipboardSession.run(kind) { session in
      // What dragclip needs for the first read is not growth.
      _ = try session.copies(["\(Self.text)=the first"])
      try session.current("the first copy is held") { $0.isHeld }
      let idle = try session.dragclip.facts.anonymousMemory()
      let (owner, time) = try storm(session)
      #expect(time < .seconds(Self.seconds + Self.allowance))
      let reads = owner.standardOutput.components(separatedBy: "asked ").count - 1
      #expect(reads <= 4 * Self.seconds, "in \(time)")
      try expectLast(session, isHeld: true)
      #expect(try session.dragclip.facts.anonymousMemory() - idle < 1 << 20)
    }
  }
}
