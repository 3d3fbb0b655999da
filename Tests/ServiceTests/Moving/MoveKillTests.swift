import Foundation
import Harness
import Testing

/// Guarantees after dragd was killed, or told to end, in the middle of moves.
@Suite struct MoveKillTests {
  @Test(arguments: eitherBus())
  func `a committed move is remembered until both sides have acknowledged it`(
    bus: PrivateBus.Kind
  ) throws {
    try PersistentService.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      let cookie = newCookie()
      try source.serveMoves(cookie, ["Ended": [.gate("never")]])
      let offer = try source.offerMove("k", cookie)
      let transfer = try destination.move(offer).transfer
      let finishing = try destination.startFinish(transfer)
      try source.waitForCall("Ended")
      try service.crash()
      // The reply is lost, so the destination learns nothing.
      let failure = try #require(throws: BusFailure.self) { try finishing.reply() }
      #expect(failure.name.hasPrefix("org.freedesktop.DBus.Error."), "\(failure)")
      try expectFailure("NoSuchTransfer") { try destination.finish(transfer) }
      #expect(try destination.outcome(transfer) == "committed")
      try expectFailure("Busy", saying: "UnacknowledgedMoves") {
        try source.offerMove("new", cookie)
      }
      #expect(try source.unacknowledgedMoves(cookie) == [Unacknowledged(transfer, "k")])
      try expectFailure("Busy", saying: identifier(transfer)) {
        try source.offerMove("new", cookie)
      }
      try source.acknowledgeMove(transfer, cookie)
      _ = try source.offerMove("new", cookie)
      try service.crash()
      #expect(try destination.outcome(transfer) == "committed", "for the destination")
      #expect(try source.unacknowledgedMoves(cookie) == [])
      try destination.acknowledgeOutcome(transfer)
      try service.crash()
      #expect(try destination.outcome(transfer) == "aborted", "nobody needs to know any more")
      #expect(try source.unacknowledgedMoves(cookie) == [])
    }
  }

  @Test(arguments: eitherBus())
  func `a move that was not committed is aborted for good`(bus: PrivateBus.Kind) throws {
    try PersistentService.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      let cookie = newCookie()
      try source.serveMoves(cookie, ["Prepare": [.gate("late"), .reply()]])
      let offer = try source.offerMoves(
        ["delivered", "preparing"].map { Item(key: $0, data("text/plain", .text($0))) }, cookie)
      let delivered = try destination.move(offer, items: [0]).transfer
      let preparing = try destination.move(offer, items: [1]).transfer
      let finishing = try destination.startFinish(preparing)
      try source.waitForCall("Prepare")
      try service.crash()
      #expect(throws: BusFailure.self) { try finishing.reply() }
      try source.openGate("late")
      for transfer in [delivered, preparing] {
        #expect(try destination.outcome(transfer) == "aborted")
        try expectFailure("NoSuchTransfer") { try destination.finish(transfer) }
      }
      #expect(try source.unacknowledgedMoves(cookie) == [])
      // Both items are still at the source and can be moved.
      try destination.moveAway(offer, items: [0])
      try destination.moveAway(offer, items: [1])
      #expect(Set(try source.endings().map(\.key)) == ["delivered", "preparing"])
    }
  }

  @Test func `the ledger does not grow with moves that nobody asks about any more`() throws {
    try Service.run(.dbusBroker) { service in
      let source = try service.peer()
      // Makes every line of the ledger about 1 KiB long.
      let cookie = newCookie().padding(toLength: 1_000, withPad: "c", startingAt: 0)
      try source.serveMoves(cookie, ["Ended": [.error("org.example.Error.Full", "no room")]])
      let kept = try service.observer.moveAway(try source.offerMove("kept", cookie))
      try source.serve([:])
      for number in 0..<100 {
        let transfer = try service.observer.moveAway(try source.offerMove("\(number)", cookie))
        try service.observer.acknowledgeOutcome(transfer)
      }
      let path = service.fixture.folder.path("state/dragd/moves")
      let size = try Data(contentsOf: URL(fileURLWithPath: path)).count
      #expect(size < 100_000, "of 200,000 bytes that were written")
      #expect(try source.unacknowledgedMoves(cookie) == [Unacknowledged(kept, "kept")])
    }
  }

  @Test(arguments: eitherBus())
  func `told to end, dragd answers everybody who waits for a move`(bus: PrivateBus.Kind) throws {
    try PersistentService.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      let cookies = (0..<3).map { _ in newCookie() }
      for cookie in cookies { try source.serveMoves(cookie) }
      let offers = try cookies.map { try source.offerMove("k", $0) }
      try source.serve(["Prepare": [.gate("never")]])
      let preparing = try destination.move(offers[0]).transfer
      let delivered = try destination.move(offers[1]).transfer
      let refused = try destination.startFinish(preparing)
      try source.waitForCall("Prepare")
      try source.serve(["Ended": [.gate("never")]])
      let committed = try destination.move(offers[2]).transfer
      let kept = try destination.startFinish(committed)
      try source.waitForCall("Ended")
      let start = ContinuousClock.now
      #expect(try service.daemon.terminate() == .success)
      #expect(start.duration(to: .now) < .milliseconds(4_500))
      try expectFailure("Cancelled", saying: "stopping") { try refused.reply() }
      let finished = Finished(try kept.reply()[0])
      #expect(finished.acknowledged == false && finished.operation == "move")
      try source.waitForCall("Ended", count: 3)
      #expect(
        Set(
          source.calls("Ended").map { Ending($0["body"].array) }
            .filter { $0.operation == "none" }.map(\.transfer)) == [preparing, delivered])
      try service.comeBack()
      #expect(try destination.outcome(preparing) == "aborted")
      #expect(try destination.outcome(delivered) == "aborted")
      #expect(try destination.outcome(committed) == "committed")
      #expect(try source.unacknowledgedMoves(cookies[2]) == [Unacknowledged(committed, "k")])
    }
  }
}
