import DisplaySelections
import DragSystem
import Foundation
import Harness
import Testing
import WaylandSelections

/// Compositors that end or stand still. The program goes on.
@Suite struct EndingTests {
  @Test(arguments: Compositor.here, [SIGTERM, SIGKILL])
  func aCompositorThatEndsIsTold(_ compositor: Compositor, _ signal: Int32) throws {
    try Fixture.run { fixture in
      let running = try compositor.start(fixture)
      let desk = try Desk(running)
      let other = try Desk(running, besides: desk)
      try desk.own([("text/x-one", [1])])
      try #require(desk.turn { other.owner() != nil })
      running.process.send(signal)
      try #require(desk.turn { desk.gone != nil && other.gone != nil })
      #expect(desk.gone == "the compositor has ended")
      desk.forgetEvents()
      // Every call still answers, and nothing is told any more.
      desk.seat.own(.clipboard, targets: ["text/x-two"])
      desk.seat.disown(.clipboard)
      let (end, bytes) = try desk.read("text/x-one")
      #expect(end == .failed("the compositor has ended"))
      #expect(bytes.isEmpty)
      var isFired = false
      desk.loop.after(microseconds: 1_000) { isFired = true }
      #expect(desk.turn { isFired })
      #expect(desk.events.isEmpty)
    }
  }

  @Test(arguments: Compositor.here)
  func readsAndAnswersEndBeforeTheCompositorIsTakenForGone(_ compositor: Compositor) throws {
    try Fixture.run { fixture in
      let running = try compositor.start(fixture)
      let desk = try Desk(running)
      try desk.own([("application/x-large", pattern(4 << 20))])
      let pipe = try Pipe(capacity: 4_096)
      _ = desk.seat.read("application/x-large", of: .clipboard, into: pipe.writer) { _ in }
      try #require(desk.turn { desk.requests.count == 1 })
      running.process.send(SIGSTOP)
      let reading = try desk.startRead("application/x-large")
      running.process.send(SIGKILL)
      try #require(desk.turn { desk.gone != nil })
      #expect(reading.end == .failed("the compositor has ended"))
      #expect(desk.answerEnds == [.failed("the compositor has ended")])
      _ = consume pipe.reader
    }
  }

  @Test(arguments: Compositor.here)
  func aStoppedCompositorHoldsNothingUp(_ compositor: Compositor) throws {
    try Fixture.run { fixture in
      let running = try compositor.start(fixture)
      let desk = try Desk(running)
      try desk.own([("text/x-one", [1])])
      running.process.send(SIGSTOP)
      let clock = ContinuousClock()
      let start = clock.now
      // Each list is answered with the same list: together they are more than a socket takes.
      let long = String(repeating: "x", count: 200)
      for number in 0..<300 {
        desk.seat.own(.clipboard, targets: (0..<50).map { "text/\(long)-\(number)-\($0)" })
        desk.loop.turn(timeout: 0)
      }
      let reads = try (0..<100).map { _ in try desk.startRead("text/x-one") }
      desk.loop.turn(timeout: 0)
      #expect(clock.now - start < .seconds(10))
      #expect(desk.gone == nil)
      // More than 64 do not wait.
      #expect(reads.count { $0.end != nil } == 36)
      desk.contents = ["text/\(long)-299-7": [7]]
      running.process.send(SIGCONT)
      try #require(
        desk.turn { desk.owner()?.targets.first == "text/\(long)-299-0" },
        "\(desk.gone ?? "still there"), \(desk.owner()?.targets.first ?? "no owner")")
      #expect(desk.owner()?.isOwn == true)
      #expect(desk.owner()?.targets.count == 50)
      #expect(desk.turn { reads.allSatisfy { $0.end != nil } })
      #expect(try desk.read("text/\(long)-299-7") == (.handedOver, [7]))
    }
  }

  /// Others drop a program that does not read as fast as they announce such lists.
  @Test func listsThatTheSocketDoesNotTakeWaitForACompositorThatStandsStill() throws {
    try Fixture.run { fixture in
      let running = try Compositor.ext.start(fixture)
      let desk = try Desk(running)
      running.process.send(SIGSTOP)
      let long = String(repeating: "x", count: 200)
      let types = (0..<1_024).map { "text/\(long)-\($0)" }
      for selection in SelectionName.allCases { desk.seat.own(selection, targets: types) }
      desk.loop.turn(timeout: 0)
      running.process.send(SIGCONT)
      try #require(
        desk.turn { desk.owner()?.isOwn == true && desk.owner(of: .primary)?.isOwn == true })
      #expect(desk.owner()?.targets == types)
      #expect(desk.owner(of: .primary)?.targets == types)
    }
  }

  @Test func aReadOfAStoppedCompositorFailsInTime() throws {
    try Fixture.run { fixture in
      let running = try Compositor.ext.start(fixture)
      let desk = try Desk(running)
      try desk.own([("text/x-one", [1])])
      running.process.send(SIGSTOP)
      let reading = try desk.startRead("text/x-one")
      try #require(desk.turn { reading.end != nil })
      #expect(reading.end == .failed("the compositor has not answered for 10 s"))
      running.process.send(SIGCONT)
      #expect(try desk.read("text/x-one") == (.handedOver, [1]))
    }
  }

  @Test func aProtocolErrorIsReadAndNamed() throws {
    try Fixture.run { fixture in
      let running = try RunningCompositor.stub(fixture)
      let desk = try Desk(running)
      try running.tell("error now")
      try #require(desk.turn { desk.gone != nil })
      #expect(desk.gone == "the compositor reports error 3 of wl_display@1")
    }
  }

  @Test(arguments: Compositor.here)
  func whoeverClosesHearsNothingMoreAndLeavesTheClipboardEmpty(_ compositor: Compositor) throws {
    try Fixture.run { fixture in
      let running = try compositor.start(fixture)
      let other = try Desk(running)
      let desk = try Desk(running, besides: other)
      try desk.own([("text/x-one", [1])])
      try #require(other.turn { other.owner() != nil })
      let reading = try desk.startRead("text/x-one")
      desk.forgetEvents()
      desk.seat.close()
      desk.seat.close()
      #expect(other.turn { other.owner() == nil })
      #expect(reading.end == nil)
      #expect(desk.events.isEmpty)
    }
  }

  @Test func aHandlerMayClose() throws {
    try Fixture.run { fixture in
      let running = try Compositor.ext.start(fixture)
      let desk = try Desk(running)
      let other = try Desk(running, besides: desk)
      var heard = 0
      desk.seat.onEvent = { [unowned desk] _ in
        heard += 1
        desk.display.close()
      }
      other.seat.own(.clipboard, targets: ["text/x-one"])
      try #require(desk.turn { heard == 1 })
      other.seat.own(.clipboard, targets: ["text/x-two"])
      try #require(desk.turn { other.owner()?.targets == ["text/x-two"] })
      #expect(heard == 1)
    }
  }
}
