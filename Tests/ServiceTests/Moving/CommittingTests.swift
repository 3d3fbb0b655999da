import Harness
import Testing

/// After the commit the item leaves every offer, and its source deletes it.
@Suite struct CommittingTests {
  @Test(arguments: eitherBus())
  func `an item that has moved leaves every offer, and keeps its index`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      let cookie = newCookie()
      try source.serveMoves(cookie)
      let offers = try (0..<2).map { _ in
        try source.offerMoves(
          [
            Item(name: "a.png", key: "a", data("image/png", "a")),
            Item(name: "b.txt", key: "b", data("text/plain", "b")),
          ], cookie)
      }
      try destination.moveAway(offers[0], items: [0])
      for offer in offers {
        let properties = try destination.properties(of: offer, Names.offer)
        #expect(properties["Types"] == ["text/plain"])
        #expect(properties["ItemCount"] == 2)
        #expect(properties["Operations"] == ["copy", "move"])
        let items = try destination.items(of: offer)
        #expect(items.map { $0[1].array.count } == [0, 1])
        #expect(items[0][0]["name"].inside == "a.png")
        #expect(try destination.accept(offer).map(\.item) == [1], "every item that is there")
        for operation in ["copy", "move"] {
          try expectFailure("NoSuchItem", saying: "item 0") {
            try destination.accept(offer, items: [0], ["operation": .s(operation)])
          }
        }
      }
      try expectFailure("NoSuchOffer") { try destination.find(["image/png"]) }
      try destination.moveAway(offers[1], items: [1])
      try source.waitForCall("Released", count: 2)
      #expect(
        Set(source.calls("Released").map { $0["body"] })
          == Set(offers.map { [.string($0), "used"] }))
      for offer in offers {
        try expectFailure("NoSuchOffer") { try destination.items(of: offer) }
      }
    }
  }

  @Test(arguments: eitherBus())
  func `the source hears of the move before it hears that its offer is over`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let source = try service.peer()
      let cookie = newCookie()
      try source.serveMoves(cookie)
      let offer = try source.offerMove("k", cookie)
      try service.observer.watch("type='signal',member='InterfacesRemoved'")
      let transfer = try service.observer.moveAway(offer)
      try source.waitForCall("Released")
      #expect(
        source.told.filter { $0["event"] == "call" }.compactMap { $0["member"].string }
          == ["Prepare", "Ended", "Released"])
      let ending = try #require(try source.endings().first)
      #expect(ending.offer == offer && ending.transfer == transfer && ending.key == "k")
      #expect(ending.operation == "move" && ending.item == 0 && ending.bytes == 6)
      #expect(ending.details["error"] == nil)
      try service.observer.settle()
      #expect(
        service.observer.signals("InterfacesRemoved").map { $0["body"][0].string } == [offer])
    }
  }

  @Test(arguments: eitherBus())
  func `a source that cannot delete yet offers nothing until it has`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      let cookie = newCookie()
      try source.serveMoves(cookie, ["Ended": [.error("org.example.Error.Full", "no room")]])
      let offer = try source.offerMoves(
        ["a", "b"].map { Item(key: $0, data("text/plain", .text($0))) }, cookie)
      let transfer = try destination.move(offer, items: [0]).transfer
      let finished = Finished(try destination.finish(transfer))
      #expect(finished.acknowledged == false && finished.operation == "move")
      #expect(Finished(try destination.finish(transfer)) == finished)
      #expect(try destination.outcome(transfer) == "committed")
      // No source can offer an item that has moved away.
      try expectFailure("Busy", saying: identifier(transfer), "AcknowledgeMove") {
        try source.offerMove("a", cookie)
      }
      #expect(try source.unacknowledgedMoves(cookie) == [Unacknowledged(transfer, "a")])
      try expectFailure("Busy", saying: identifier(transfer)) {
        try source.offerMove("c", cookie)
      }
      _ = try source.offer([Item(key: "c", data("text/plain", "c"))], ["cookie": .s(cookie)])
      try expectFailure("Busy") { try destination.move(offer) }
      try source.acknowledgeMove(transfer, cookie)
      #expect(try source.unacknowledgedMoves(cookie) == [])
      try source.serve([:])
      _ = try source.offerMove("c", cookie)
      try destination.moveAway(offer)
    }
  }

  @Test(arguments: eitherBus())
  func `a growing offer waits too, until what moved away is deleted`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let source = try service.peer()
      let cookie = newCookie()
      try source.serveMoves(cookie, ["Ended": [.error("org.example.Error.Full", "no room")]])
      let growing = try source.offerMove("first", cookie, "1", ["more": .b(true)])
      let transfer = try service.observer.moveAway(try source.offerMove("gone", cookie))
      func add(_ key: String) throws {
        try source.addItems(
          to: growing, [Item(key: key, data("text/plain", "2"))], ["more": .b(true)])
      }
      try expectFailure("Busy", saying: identifier(transfer)) { try add("gone") }
      try source.unacknowledgedMoves(cookie)
      try expectFailure("Busy", saying: identifier(transfer)) { try add("second") }
      #expect(try source.property("ItemCount", of: growing, Names.offer) == 1)
      try source.acknowledgeMove(transfer, cookie)
      try add("second")
    }
  }

  @Test(arguments: eitherBus())
  func `a successor is told what its predecessor has not deleted, in the order of the commits`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let (first, second) = (try service.peer(), try service.peer())
      let cookie = newCookie()
      try first.serveMoves(cookie, ["Ended": [.error("org.example.Error.Full", "no room")]])
      let keys = ["k3", "k1", "k2"]
      let offer = try first.offerMoves(
        keys.map { Item(key: $0, data("text/plain", .text($0))) }, cookie)
      let moved = try keys.indices.map {
        try service.observer.moveAway(offer, items: [UInt32($0)])
      }
      first.kill()
      try second.serve([:])
      #expect(
        try second.unacknowledgedMoves(cookie) == zip(moved, keys).map { Unacknowledged($0, $1) })
      for (index, transfer) in moved.enumerated().reversed() {
        try expectFailure("Busy") { try second.offerMove("new", cookie) }
        try second.acknowledgeMove(transfer, cookie)
        try second.acknowledgeMove(transfer, cookie)
        #expect(try second.unacknowledgedMoves(cookie).count == index)
      }
      _ = try second.offerMove("new", cookie)
    }
  }

  @Test(arguments: eitherBus())
  func `a source that is killed when it hears of the move is not waited for`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let (first, second) = (try service.peer(), try service.peer())
      let cookie = newCookie()
      try first.serveMoves(cookie, ["Ended": [.exit]])
      let transfer = try service.observer.move(try first.offerMove("k", cookie)).transfer
      let start = ContinuousClock.now
      #expect(Finished(try service.observer.finish(transfer)).acknowledged == false)
      #expect(start.duration(to: .now) < .milliseconds(4_500))
      #expect(try second.unacknowledgedMoves(cookie) == [Unacknowledged(transfer, "k")])
    }
  }

  @Test(arguments: eitherBus())
  func `a move is acknowledged with its own source's cookie only`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let (source, stranger) = (try service.peer(), try service.peer())
      let (cookie, other) = (newCookie(), newCookie())
      try source.serveMoves(cookie, ["Ended": [.error("org.example.Error.Full", "no room")]])
      let transfer = try service.observer.moveAway(try source.offerMove("k", cookie))
      let failure = try expectFailure("AccessDenied", saying: identifier(transfer)) {
        try stranger.acknowledgeMove(transfer, other)
      }
      #expect(failure?.message.contains(cookie) == false)
      #expect(failure?.message.contains(other) == false)
      #expect(try source.unacknowledgedMoves(cookie) == [Unacknowledged(transfer, "k")])
      // Both succeed for an unknown move.
      try stranger.acknowledgeMove(ErrorCase.nobody, other)
      try stranger.acknowledgeOutcome(ErrorCase.nobody)
    }
  }
}
