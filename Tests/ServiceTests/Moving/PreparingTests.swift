import Harness
import Testing

/// After Finish dragd asks the source once more, and no other program can stop the move.
@Suite struct PreparingTests {
  @Test(arguments: eitherBus())
  func `Prepare names the item, and comes with Finish`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      let cookie = newCookie()
      try source.serveMoves(cookie)
      let offer = try source.offerMoves(
        ["a", "b"].map { Item(key: $0, data("text/plain", .text($0))) }, cookie)
      let transfer = try destination.move(offer, items: [1]).transfer
      try source.settle()
      #expect(source.calls("Prepare").isEmpty)
      try destination.finish(transfer)
      try source.settle()
      let call = try #require(source.calls("Prepare").first)
      #expect(call["body"] == [.string(offer), .string(transfer), 1, "b"])
      #expect(call["interface"].string == Names.source && call["signature"] == "oous")
      #expect(call["path"].string == Names.sourcePath)
      #expect(try source.sourceCalls(for: transfer) == ["Prepare", "Ended"])
    }
  }

  @Test(arguments: eitherBus())
  func `a source that refuses keeps its item, which can be moved again`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      let cookie = newCookie()
      try source.serveMoves(
        cookie, ["Prepare": [.error("org.example.Error.Open", "it is open in an editor")]])
      let offer = try source.offerMove("k", cookie)
      let transfer = try destination.move(offer).transfer
      for _ in 0..<2 {
        try expectFailure("SourceFailed", saying: "it is open in an editor") {
          try destination.finish(transfer)
        }
      }
      #expect(try destination.state(of: transfer) == "failed")
      expect(
        try destination.error(of: transfer), "SourceFailed", saying: ["it is open in an editor"])
      #expect(try destination.outcome(transfer) == "aborted")
      let ending = try source.expectEndedOnce()
      #expect(ending.operation == "none")
      expect(ending.error, "SourceFailed", saying: ["it is open in an editor"])
      #expect(try source.unacknowledgedMoves(cookie) == [])
      try source.serve([:])
      try destination.moveAway(offer)
    }
  }

  @Test(arguments: eitherBus())
  func `without its source a move fails at once, whenever the source goes`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let destination = try service.peer()
      for isAsked in [false, true] {
        let source = try service.peer()
        let cookie = newCookie()
        try source.serveMoves(cookie, ["Prepare": [.gate("never")]])
        let offer = try source.offerMove("k", cookie)
        let transfer = try destination.move(offer).transfer
        let finishing = isAsked ? try destination.startFinish(transfer) : nil
        if isAsked { try source.waitForCall("Prepare") }
        let killed = ContinuousClock.now
        source.kill()
        if !isAsked {
          try eventually("the offer to linger") {
            try destination.property("Operations", of: offer, Names.offer) == ["copy"]
          }
        }
        try expectFailure("SourceFailed", saying: "bus") {
          try (finishing ?? destination.startFinish(transfer)).reply()
        }
        #expect(killed.duration(to: .now) < .seconds(9), "it was not waited for")
        #expect(try destination.outcome(transfer) == "aborted")
        #expect(try destination.acceptOne(offer).data?.text == "moving", "the item stays")
      }
    }
  }

  @Test(arguments: eitherBus())
  func `nobody cancels a move after Finish, nor is it committed before Prepare is answered`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      let cookie = newCookie()
      try source.serveMoves(
        cookie, ["Prepare": [.gate("prepare"), .reply()], "Ended": [.gate("ended"), .reply()]])
      let offer = try source.offerMove("k", cookie)
      let transfer = try destination.move(offer).transfer
      let finishing = try destination.startFinish(transfer)
      func expectNoCancelling() throws {
        for peer in [source, destination] {
          try expectFailure("OperationNotAllowed", saying: identifier(transfer)) {
            try peer.cancel(transfer, "too late")
          }
        }
      }
      try source.waitForCall("Prepare")
      try expectNoCancelling()
      #expect(try service.observer.outcome(transfer) == "pending")
      #expect(try destination.state(of: transfer) == "delivered")
      try source.openGate("prepare")
      try source.waitForCall("Ended")
      try expectNoCancelling()
      #expect(try service.observer.outcome(transfer) == "committed")
      try source.openGate("ended")
      let finished = Finished(try finishing.reply()[0])
      #expect(finished.acknowledged == true && finished.bytes == 6)
      try expectNoCancelling()
      #expect(Finished(try destination.finish(transfer)) == finished)
      #expect(try destination.state(of: transfer) == "finished")
    }
  }

  @Test(arguments: eitherBus())
  func `a destination that leaves while Prepare is out gets nothing`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      let cookie = newCookie()
      try source.serveMoves(cookie, ["Prepare": [.gate("go"), .reply()]])
      let offer = try source.offerMove("k", cookie)
      let transfer = try destination.move(offer).transfer
      _ = try destination.startFinish(transfer)
      try source.waitForCall("Prepare")
      destination.kill()
      let ending = try source.expectEndedOnce()
      #expect(ending.operation == "none" && ending.transfer == transfer)
      #expect(try service.observer.outcome(transfer) == "aborted")
      try source.openGate("go")
      try source.settle()
      #expect(try service.observer.outcome(transfer) == "aborted", "whatever comes late")
      #expect(try source.endings().count == 1)
      try service.observer.moveAway(offer)
    }
  }

  @Test(arguments: eitherBus())
  func `a successor that comes while Prepare is out keeps the item with the source`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let (first, second) = (try service.peer(), try service.peer())
      let cookie = newCookie()
      try first.serveMoves(cookie, ["Prepare": [.gate("go"), .reply()]])
      let transfer = try service.observer.move(try first.offerMove("k", cookie)).transfer
      let finishing = try service.observer.startFinish(transfer)
      try first.waitForCall("Prepare")
      #expect(try second.unacknowledgedMoves(cookie) == [])
      try expectFailure("SourceFailed", saying: "cookie") { try finishing.reply() }
      try first.openGate("go")
      try first.settle()
      #expect(try service.observer.outcome(transfer) == "aborted")
      #expect(try second.unacknowledgedMoves(cookie) == [])
    }
  }

  @Test(.enabled(if: Extent.current != .usual, "in make test-rest"))
  func `a source has 10 s for Prepare, and Finish waits 5 s for Ended`() throws {
    try Service.run(.dbusDaemon) { service in
      let (slow, silent) = (try service.peer(), try service.peer())
      let cookies = [newCookie(), newCookie()]
      try silent.serveMoves(cookies[0], ["Prepare": [.gate("go"), .reply()]])
      try slow.serveMoves(cookies[1], ["Ended": [.gate("go"), .reply()]])
      let refused = try service.observer.move(try silent.offerMove("k", cookies[0])).transfer
      let kept = try service.observer.move(try slow.offerMove("k", cookies[1])).transfer
      let start = ContinuousClock.now
      let refusing = try service.observer.startFinish(refused)
      let keeping = try service.observer.startFinish(kept)

      let finished = Finished(try keeping.reply()[0])
      #expect(finished.acknowledged == false && finished.operation == "move")
      #expect((5.0..<9.5).contains(start.duration(to: .now) / .seconds(1)))
      #expect(try service.observer.outcome(kept) == "committed")
      #expect(try slow.unacknowledgedMoves(cookies[1]) == [Unacknowledged(kept, "k")])
      // The late reply says that the source has deleted the item; it need not acknowledge the move again.
      try slow.openGate("go")
      try eventually("the late reply to be taken in") {
        try slow.unacknowledgedMoves(cookies[1]) == []
      }
      _ = try slow.offerMove("other", cookies[1])

      try expectFailure("SourceFailed", saying: "Prepare", "10 s") { try refusing.reply() }
      #expect((10.0..<20).contains(start.duration(to: .now) / .seconds(1)))
      try silent.openGate("go")
      try silent.settle()
      #expect(try service.observer.outcome(refused) == "aborted")
    }
  }
}
