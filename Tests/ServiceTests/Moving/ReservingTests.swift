import Harness
import Testing

/// A move reserves its item from Accept until it ends.
@Suite struct ReservingTests {
  @Test(arguments: eitherBus())
  func `a second mover is told Busy in every offer of the item, and copies go on`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let (source, one, other) = (try service.peer(), try service.peer(), try service.peer())
      let cookie = newCookie()
      try source.serveMoves(cookie)
      let offers = [try source.offerMove("k", cookie), try source.offerMove("k", cookie)]
      let first = try one.move(offers[0]).transfer
      for offer in offers {
        for peer in [one, other] {
          try expectFailure("Busy", saying: "moving") { try peer.move(offer) }
        }
        #expect(try other.acceptOne(offer).data?.text == "moving")
      }
      try one.cancel(first, "second thoughts")
      let second = try other.move(offers[1]).transfer
      try expectFailure("Busy") { try one.move(offers[0]) }
      try other.finish(second)
      for offer in offers {
        try expectFailure("NoSuchOffer") { try one.move(offer) }
      }
    }
  }

  @Test(arguments: eitherBus())
  func `an Accept of several items moves each for itself, and reserves all or none`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let (source, one, other) = (try service.peer(), try service.peer(), try service.peer())
      let cookie = newCookie()
      try source.serveMoves(cookie)
      let offer = try source.offerMoves(
        ["a", "b", "c"].map { Item(key: $0, data("text/plain", .text($0))) }, cookie)
      let middle = try one.move(offer, items: [1]).transfer
      try expectFailure("Busy", saying: "item 1") { try other.startMove(offer).reply() }
      let others = try other.startMove(offer, items: [2, 0]).reply()[0].array.map(Delivered.init)
      #expect(others.map(\.item) == [2, 0])
      #expect(others.map { $0.data?.text } == ["c", "a"])
      #expect(Set(others.map(\.transfer)).count == 2, "\(others)")
      try other.finish(others[0].transfer)
      try other.cancel(others[1].transfer)
      try one.finish(middle)
      #expect(try other.outcome(others[0].transfer) == "committed")
      #expect(try other.outcome(others[1].transfer) == "aborted")
      try one.moveAway(offer, items: [0])
      try source.waitForCall("Released")
      #expect(
        Set(try source.endings().filter { $0.operation == "move" }.map(\.key)) == ["a", "b", "c"])
    }
  }

  @Test(arguments: eitherBus())
  func `what is made on demand moves as a stream and as a file`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      let cookie = newCookie()
      let content = Content.pattern(300_000, seed: 7)
      try source.serveMoves(cookie, ["a/b": Step.all(content)])
      let offer = try source.offerMoves(
        ["s", "f"].map { Item(key: $0, lazily("a/b")) }, cookie)
      let stream = try destination.move(offer, items: [0], ["delivery": .s("stream")])
      try expectFailure("Busy", saying: "stream") {
        try source.waitForCall("Provide")
        return try destination.finish(stream.transfer)
      }
      #expect(
        try destination.read(try #require(stream.fd)) == (try destination.digest(content)))
      let streamed = Finished(try destination.finish(stream.transfer))
      #expect(streamed.bytes == 300_000 && streamed.operation == "move")
      #expect(streamed.acknowledged == true)
      let file = try destination.move(offer, items: [1], ["delivery": .s("file")])
      let received = try destination.receive(file.transfer, "a/b")
      #expect(try destination.read(received.fd) == (try destination.digest(content)))
      #expect(try destination.state(of: file.transfer) == "delivered", "not before Finish")
      #expect(Finished(try destination.finish(file.transfer)) == streamed)
      #expect(try source.sourceCalls(for: file.transfer) == ["Prepare", "Ended"])
      try source.waitForCall("Released")
    }
  }

  @Test(arguments: eitherBus())
  func `a move whose source makes too little is no move`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      let cookie = newCookie()
      try source.serveMoves(cookie, ["a/b": Step.all("abc")])
      let offer = try source.offerMoves([Item(key: "k", lazily("a/b", size: 10))], cookie)
      let (transfer, pipe) = try destination.stream(offer, ["operation": .s("move")])
      #expect(try destination.read(pipe).text == "abc")
      try expectFailure("Truncated", saying: "3", "10") { try destination.finish(transfer) }
      #expect(source.calls("Prepare").isEmpty)
      #expect(try destination.outcome(transfer) == "aborted")
      #expect(try source.expectEndedOnce().operation == "none")
      let second = try destination.stream(offer, ["operation": .s("move")])
      try destination.cancel(second.transfer)
    }
  }

  @Test(arguments: eitherBus())
  func `uses are counted for moves as for copies`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      let cookie = newCookie()
      try source.serveMoves(cookie)
      let once = try source.offerMove("k", cookie, "once", ["uses": .u(1)])
      let moving = try destination.move(once).transfer
      try expectFailure("Busy") { try destination.acceptOne(once) }
      try destination.cancel(moving)
      _ = try destination.acceptOne(once)
      try expectFailure("NoSuchOffer") { try destination.move(once) }
      let twice = try source.offerMove("k", cookie, "twice", ["uses": .u(2)])
      try destination.moveAway(twice)
      try expectFailure("NoSuchOffer") { try destination.acceptOne(twice) }
      try source.settle()
      #expect(
        source.calls("Released").map { $0["body"] } == [
          [.string(once), "used"], [.string(twice), "used"],
        ])
    }
  }

  @Test(arguments: eitherBus())
  func `a move that is not finished in its time is cancelled, and the item is free`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      let cookie = newCookie()
      try source.serveMoves(cookie)
      let offer = try source.offerMove("k", cookie)
      try expectFailure(Names.invalidArguments, saying: "finish_timeout") {
        try destination.move(offer, ["finish_timeout": .t(0)])
      }
      let transfer = try destination.move(offer, ["finish_timeout": .t(50)]).transfer
      let ending = try source.expectEndedOnce()
      #expect(ending.operation == "none" && ending.key == "k")
      expect(ending.error, "Cancelled", saying: ["50 ms"])
      try expectFailure("Cancelled", saying: "50 ms") { try destination.finish(transfer) }
      #expect(try destination.outcome(transfer) == "aborted")
      try destination.moveAway(offer)
    }
  }

  @Test(arguments: eitherBus())
  func `a destination that leaves before Finish leaves the item where it is`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let (source, leaving, other) = (try service.peer(), try service.peer(), try service.peer())
      let cookie = newCookie()
      try source.serveMoves(cookie, ["a/b": [.write("part"), .gate("never")]])
      let offer = try source.offerMove("k", cookie)
      let lazy = try source.offerMoves([Item(key: "l", lazily("a/b"))], cookie)
      let delivered = try leaving.move(offer).transfer
      let running = try leaving.stream(lazy, ["operation": .s("move")])
      _ = try leaving.read(running.pipe, count: 4)
      leaving.kill()
      try source.waitForCall("Ended", count: 2)
      #expect(Set(try source.endings().map(\.transfer)) == [delivered, running.transfer])
      for ending in try source.endings() {
        #expect(ending.operation == "none")
        expect(ending.error, "Cancelled")
      }
      for transfer in [delivered, running.transfer] {
        #expect(try other.outcome(transfer) == "aborted")
      }
      try other.moveAway(offer)
      try other.cancel(try other.move(lazy).transfer)
    }
  }

  @Test(arguments: eitherBus())
  func `what has outlived its source can be copied and not moved`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      let cookie = newCookie()
      try source.serveMoves(cookie)
      let offer = try source.offerMove("k", cookie)
      #expect(
        try destination.property("Operations", of: offer, Names.offer) == ["copy", "move"])
      source.kill()
      try eventually("the offer to linger") {
        try destination.property("Operations", of: offer, Names.offer) == ["copy"]
      }
      try expectFailure("OperationNotAllowed") { try destination.move(offer) }
      #expect(try destination.acceptOne(offer).data?.text == "moving")
    }
  }
}
