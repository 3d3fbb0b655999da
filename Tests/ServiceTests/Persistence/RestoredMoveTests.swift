import Harness
import Testing

/// Offers whose items can be moved, after a crash.
@Suite struct RestoredMoveTests {
  @Test(arguments: eitherBus())
  func `a restored offer serves copies, and moves when its owner has asked what it has to delete`(
    bus: PrivateBus.Kind
  ) throws {
    try PersistentService.run(bus) { service in
      let source = try service.peer()
      let cookie = newCookie()
      try source.serveMoves(cookie)
      let offer = try source.offerMove("k", cookie)
      try service.crash()
      #expect(
        try service.observer.property("Operations", of: offer, Names.offer) == ["copy", "move"])
      #expect(try service.observer.acceptOne(offer).data?.text == "moving")
      try expectFailure("Busy", saying: "UnacknowledgedMoves") {
        try service.observer.move(offer)
      }
      #expect(try source.unacknowledgedMoves(cookie) == [])
      let transfer = try service.observer.moveAway(offer)
      try expectFailure("NoSuchOffer") { try service.observer.items(of: offer) }
      #expect(try source.endings().filter { $0.operation == "move" }.map(\.transfer) == [transfer])
    }
  }

  @Test(arguments: eitherBus())
  func `an item that moved away just before does not come back`(bus: PrivateBus.Kind) throws {
    try PersistentService.run(bus) { service in
      let source = try service.peer()
      let cookie = newCookie()
      try source.serveMoves(cookie, ["Ended": [.gate("never")]])
      let offers = try (0..<2).map { _ in
        try source.offerMoves(
          [Item(key: "a", data("a/a", "a")), Item(key: "b", data("b/b", "b"))], cookie)
      }
      let alone = try source.offerMove("a", cookie)
      let transfer = try service.observer.move(offers[0], items: [0]).transfer
      _ = try service.observer.startFinish(transfer)
      try source.waitForCall("Ended")
      for _ in 0..<2 {
        try service.crash()
        try expectFailure("NoSuchOffer") { try service.observer.items(of: alone) }
        for offer in offers {
          #expect(try service.observer.property("Types", of: offer, Names.offer) == ["b/b"])
          #expect(try service.observer.property("ItemCount", of: offer, Names.offer) == 2)
          try expectFailure("NoSuchItem", saying: "item 0") {
            try service.observer.accept(offer, items: [0])
          }
          #expect(try service.observer.accept(offer, items: [1])[0].data?.text == "b")
        }
      }
      #expect(try source.unacknowledgedMoves(cookie) == [Unacknowledged(transfer, "a")])
      try expectFailure("Busy", saying: "AcknowledgeMove") {
        try service.observer.move(offers[0], items: [1])
      }
      try source.acknowledgeMove(transfer, cookie)
      try service.observer.acknowledgeOutcome(transfer)
      try eventually("the record to be forgotten, for the state no longer has the item") {
        try service.observer.outcome(transfer) == "aborted"
      }
      // The item does not come back after another crash either.
      try service.crash()
      try expectFailure("NoSuchItem") { try service.observer.accept(offers[1], items: [0]) }
    }
  }

  @Test(arguments: eitherBus())
  func `what was acknowledged by both just before does not come back either`(
    bus: PrivateBus.Kind
  ) throws {
    try PersistentService.run(bus) { service in
      let source = try service.peer()
      let cookie = newCookie()
      try source.serveMoves(cookie)
      let offer = try source.offerMoves(
        (0..<8).map { Item(key: "\($0)", data("text/plain", .text("\($0)"))) }, cookie)
      for index in 0..<6 as Range<UInt32> {
        let transfer = try service.observer.moveAway(offer, items: [index])
        try service.observer.acknowledgeOutcome(transfer)
        try service.crash()
        for moved in 0...index {
          try expectFailure("NoSuchItem") { try service.observer.accept(offer, items: [moved]) }
        }
        #expect(
          try service.observer.accept(offer).map { $0.data?.text }
            == ((index + 1)..<8).map { "\($0)" })
        try source.unacknowledgedMoves(cookie)
      }
    }
  }

  @Test(arguments: eitherBus())
  func `moves that both have acknowledged are forgotten while dragd runs`(
    bus: PrivateBus.Kind
  ) throws {
    try PersistentService.run(bus, ["--limit", "moves=1"]) { service in
      let source = try service.peer()
      let cookie = newCookie()
      try source.serveMoves(cookie)
      let offer = try source.offerMoves(
        (0..<4).map { Item(key: "\($0)", data("text/plain", .text("\($0)"))) }, cookie)
      for index in 0..<4 as Range<UInt32> {
        let transfer = try service.observer.moveAway(offer, items: [index])
        try service.observer.acknowledgeOutcome(transfer)
        #expect(try service.observer.outcome(transfer) == "aborted")
      }
      try service.crash()
      try expectFailure("NoSuchOffer") { try service.observer.items(of: offer) }
    }
  }

  @Test(arguments: eitherBus())
  func `what lingers stays without move, and its source's successor ends it`(
    bus: PrivateBus.Kind
  ) throws {
    try PersistentService.run(bus) { service in
      let (source, successor) = (try service.peer(), try service.peer())
      let cookie = newCookie()
      try source.serveMoves(cookie)
      let offer = try source.offerMove("k", cookie)
      try service.crash { source.kill() }
      #expect(try service.observer.property("Operations", of: offer, Names.offer) == ["copy"])
      try expectFailure("OperationNotAllowed") { try service.observer.move(offer) }
      #expect(try service.observer.acceptOne(offer).data?.text == "moving")
      try successor.serveMoves(cookie)
      try expectFailure("NoSuchOffer") { try service.observer.items(of: offer) }
      try service.observer.moveAway(try successor.offerMove("k", cookie))
    }
  }
}
