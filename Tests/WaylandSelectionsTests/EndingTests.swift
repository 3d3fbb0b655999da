import DisplaySelections
import DragModel
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
      let client = try WaylandClient(running)
      let other = try WaylandClient(running, besides: client)
      try client.own([("text/x-one", [1])])
      try #require(client.turn { other.owner() != nil })
      running.process.send(signal)
      try #require(client.turn { client.gone != nil && other.gone != nil })
      #expect(client.gone == "the compositor has ended")
      client.forgetEvents()
      // Every call still answers, and nothing is told any more.
      client.seat.own(.clipboard, targets: ["text/x-two"])
      client.seat.disown(.clipboard)
      let (end, bytes) = try client.read("text/x-one")
      #expect(end == .failed("the compositor has ended"))
      #expect(bytes.isEmpty)
      var isFired = false
      client.loop.after(microseconds: 1_000) { isFired = true }
      #expect(client.turn { isFired })
      #expect(client.events.isEmpty)
    }
  }

  @Test(arguments: Compositor.here)
  func readsAndAnswersEndBeforeTheCompositorIsTakenForGone(_ compositor: Compositor) throws {
    try Fixture.run { fixture in
      let running = try compositor.start(fixture)
      let client = try WaylandClient(running)
      try client.own([("application/x-large", pattern(4 << 20))])
      let pipe = try Pipe(capacity: 4_096)
      _ = client.seat.read("application/x-large", of: .clipboard, into: pipe.writer) { _ in }
      try #require(client.turn { client.requests.count == 1 })
      running.process.send(SIGSTOP)
      let reading = try client.startRead("application/x-large")
      running.process.send(SIGKILL)
      try #require(client.turn { client.gone != nil })
      #expect(reading.end == .failed("the compositor has ended"))
      #expect(client.answerEnds == [.failed("the compositor has ended")])
      _ = consume pipe.reader
    }
  }

  @Test(arguments: Compositor.here)
  func aStoppedCompositorHoldsNothingUp(_ compositor: Compositor) throws {
    try Fixture.run { fixture in
      let running = try compositor.start(fixture)
      let client = try WaylandClient(running)
      try client.own([("text/x-one", [1])])
      running.process.send(SIGSTOP)
      let clock = ContinuousClock()
      let start = clock.now
      // Each list is answered with the same list: together they are more than a socket takes.
      let long = String(repeating: "x", count: 200)
      for number in 0..<300 {
        client.seat.own(.clipboard, targets: (0..<50).map { "text/\(long)-\(number)-\($0)" })
        client.loop.turn(timeout: 0)
      }
      let reads = try (0..<100).map { _ in try client.startRead("text/x-one") }
      client.loop.turn(timeout: 0)
      #expect(clock.now - start < .seconds(10))
      #expect(client.gone == nil)
      // More than 64 do not wait.
      #expect(reads.count { $0.end != nil } == 36)
      client.contents = ["text/\(long)-299-7": [7]]
      running.process.send(SIGCONT)
      try #require(
        client.turn { client.owner()?.targets.first == "text/\(long)-299-0" },
        "\(client.gone ?? "still there"), \(client.owner()?.targets.first ?? "no owner")")
      #expect(client.owner()?.isOwn == true)
      #expect(client.owner()?.targets.count == 50)
      #expect(client.turn { reads.allSatisfy { $0.end != nil } })
      #expect(try client.read("text/\(long)-299-7") == (.handedOver, [7]))
    }
  }

  /// Others drop a program that does not read as fast as they announce such lists.
  @Test func listsThatTheSocketDoesNotTakeWaitForACompositorThatStandsStill() throws {
    try Fixture.run { fixture in
      let running = try Compositor.ext.start(fixture)
      let client = try WaylandClient(running)
      running.process.send(SIGSTOP)
      let long = String(repeating: "x", count: 200)
      let types = (0..<1_024).map { "text/\(long)-\($0)" }
      for selection in ClipboardSelection.allCases { client.seat.own(selection, targets: types) }
      client.loop.turn(timeout: 0)
      running.process.send(SIGCONT)
      try #require(
        client.turn { client.owner()?.isOwn == true && client.owner(of: .primary)?.isOwn == true })
      #expect(client.owner()?.targets == types)
      #expect(client.owner(of: .primary)?.targets == types)
    }
  }

  @Test(.enabled(if: Extent.current != .usual, "in make test-rest"))
  func aReadOfAStoppedCompositorFailsInTime() throws {
    try Fixture.run { fixture in
      let running = try Compositor.ext.start(fixture)
      let client = try WaylandClient(running)
      try client.own([("text/x-one", [1])])
      running.process.send(SIGSTOP)
      let reading = try client.startRead("text/x-one")
      try #require(client.turn { reading.end != nil })
      #expect(reading.end == .failed("the compositor has not answered for 10 s"))
      running.process.send(SIGCONT)
      #expect(try client.read("text/x-one") == (.handedOver, [1]))
    }
  }

  @Test func aProtocolErrorIsReadAndNamed() throws {
    try Fixture.run { fixture in
      let running = try RunningCompositor.stub(fixture)
      let client = try WaylandClient(running)
      try running.tell("error now")
      try #require(client.turn { client.gone != nil })
      #expect(client.gone == "the compositor reports error 3 of wl_display@1")
    }
  }

  @Test(arguments: Compositor.here)
  func whoeverClosesHearsNothingMoreAndLeavesTheClipboardEmpty(_ compositor: Compositor) throws {
    try Fixture.run { fixture in
      let running = try compositor.start(fixture)
      let other = try WaylandClient(running)
      let client = try WaylandClient(running, besides: other)
      try client.own([("text/x-one", [1])])
      try #require(other.turn { other.owner() != nil })
      let reading = try client.startRead("text/x-one")
      client.forgetEvents()
      client.seat.close()
      client.seat.close()
      #expect(other.turn { other.owner() == nil })
      #expect(reading.end == nil)
      #expect(client.events.isEmpty)
    }
  }

  @Test func aHandlerMayClose() throws {
    try Fixture.run { fixture in
      let running = try Compositor.ext.start(fixture)
      let client = try WaylandClient(running)
      let other = try WaylandClient(running, besides: client)
      var heard = 0
      client.seat.onEvent = { [unowned client] _ in
        heard += 1
        client.display.close()
      }
      other.seat.own(.clipboard, targets: ["text/x-one"])
      try #require(client.turn { heard == 1 })
      other.seat.own(.clipboard, targets: ["text/x-two"])
      try #require(client.turn { other.owner()?.targets == ["text/x-two"] })
      #expect(heard == 1)
    }
  }
}
