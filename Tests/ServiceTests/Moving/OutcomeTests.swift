import Harness
import Testing

/// The outcome of a move, for the programs that have to know it.
@Suite struct OutcomeTests {
  @Test(arguments: eitherBus())
  func `asking ends a move that is not finished, whoever asks`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      let cookie = newCookie()
      try source.serveMoves(cookie, ["a/b": [.write("part"), .gate("never")]])
      let held = try source.offerMove("k", cookie)
      let lazy = try source.offerMoves([Item(key: "l", lazily("a/b"))], cookie)
      let delivered = try destination.move(held).transfer
      let running = try destination.stream(lazy, ["operation": .s("move")])
      _ = try destination.read(running.pipe, count: 4)
      for transfer in [delivered, running.transfer] {
        #expect(try service.observer.outcome(transfer) == "aborted")
        try expectFailure("Cancelled", saying: "Outcome") { try destination.finish(transfer) }
        #expect(try service.observer.outcome(transfer) == "aborted")
      }
      try source.waitForCall("Ended", count: 2)
      #expect(try source.endings().allSatisfy { $0.operation == "none" })
      try destination.moveAway(held)
      try destination.cancel(try destination.move(lazy).transfer)
    }
  }

  @Test(arguments: eitherBus())
  func `of anything else than a move it says aborted, and disturbs nothing`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let source = try service.peer()
      let offer = try source.offerLazily(steps: [.write("x"), .gate("go"), .close, .reply()])
      let copy = try service.observer.stream(offer)
      #expect(try service.observer.outcome(ErrorCase.nobody) == "aborted")
      #expect(try service.observer.outcome(copy.transfer) == "aborted")
      try service.observer.acknowledgeOutcome(copy.transfer)
      try source.openGate("go")
      #expect(try service.observer.read(copy.pipe).text == "x")
      try service.observer.finish(copy.transfer)
      for call in ["Outcome", "AcknowledgeOutcome"] {
        for wrong in ["", "short", copy.transfer] {
          try expectFailure(Names.invalidArguments) {
            try service.observer.call(
              call, on: Names.broker, at: Names.root, "s", [.string(wrong)])
          }
        }
      }
    }
  }

  @Test(arguments: eitherBus())
  func `a move is committed for as long as one of the two has not acknowledged`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      let cookie = newCookie()
      try source.serveMoves(cookie, ["Ended": [.error("org.example.Error.Full", "no room")]])
      let offer = try source.offerMoves(
        ["a", "b"].map { Item(key: $0, data("text/plain", .text($0))) }, cookie)
      let moved = try (0..<2).map { try destination.moveAway(offer, items: [UInt32($0)]) }
      try source.acknowledgeMove(moved[0], cookie)
      #expect(try destination.outcome(moved[0]) == "committed")
      try destination.acknowledgeOutcome(moved[1])
      #expect(try destination.outcome(moved[1]) == "committed")
      #expect(try source.unacknowledgedMoves(cookie) == [Unacknowledged(moved[1], "b")])
      try destination.acknowledgeOutcome(moved[0])
      try source.acknowledgeMove(moved[1], cookie)
      for transfer in moved {
        #expect(try destination.outcome(transfer) == "aborted", "nobody needs to know any more")
        try destination.acknowledgeOutcome(transfer)
        try source.acknowledgeMove(transfer, cookie)
      }
    }
  }

  @Test(arguments: eitherBus())
  func `a destination that drops what it was delivered ends the move`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      let cookie = newCookie()
      try source.serveMoves(cookie)
      let offer = try source.offerMove("k", cookie)
      let transfer = try destination.move(offer).transfer
      try destination.acknowledgeOutcome(transfer)
      try expectFailure("Cancelled") { try destination.finish(transfer) }
      #expect(try source.expectEndedOnce().operation == "none")
      #expect(try destination.outcome(transfer) == "aborted")
      try destination.moveAway(offer)
    }
  }

  @Test(arguments: eitherBus())
  func `one connection may move its own item, if it does not wait in Finish`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let peer = try service.peer()
      let cookie = newCookie()
      try peer.serveMoves(cookie)
      let transfer = try peer.move(try peer.offerMove("k", cookie)).transfer
      #expect(Finished(try peer.finish(transfer)).acknowledged == true)
      #expect(try peer.sourceCalls(for: transfer) == ["Prepare", "Ended"])
    }
  }
}
