import DragSystem
import Harness
import Testing

/// Offers whose source is still on the bus after a crash, and offers whose source has left meanwhile.
@Suite struct OwnerTests {
  @Test(arguments: eitherBus())
  func `a source that has left meanwhile leaves its offers lingering`(
    bus: PrivateBus.Kind
  ) throws {
    try PersistentService.run(bus) { service in
      let source = try service.peer()
      try source.serve(["text/lazy": Step.all("lazy")])
      let offer = try source.offer(
        [
          Item(
            data("text/plain", "held"), lazily("text/lazy"),
            data("text/own", "own").merging(["visibility": .s("connection")]) { $1 })
        ], ["source": .o(Names.sourcePath), "linger": .t(3_600_000)])
      let lazy = try source.offer([Item(lazily("text/lazy"))], ["source": .o(Names.sourcePath)])
      let brief = try source.offer([Item(data("text/plain", "brief"))], ["linger": .t(0)])
      let partial = try source.offer([Item(data("text/plain", "part"))], ["more": .b(true)])
      try service.crash { source.kill() }
      let properties = try service.observer.properties(of: offer, Names.offer)
      #expect(properties["Types"]?.strings == ["text/plain"])
      #expect(properties["Source"]?["connection"].inside == "")
      #expect(properties["Expires"]?.number ?? 0 > 0)
      #expect(try service.observer.acceptOne(offer).data?.text == "held")
      for gone in [lazy, brief, partial] {
        try expectFailure("NoSuchOffer") { try service.observer.items(of: gone) }
      }
      // After another crash the offer still belongs to no peer, and its expiry has not changed.
      try service.crash()
      #expect(try service.observer.properties(of: offer, Names.offer) == properties)
      #expect(try service.observer.statistics()["peers"] == 0)
      try service.observer.withdraw(offer)
      try service.crash()
      try expectFailure("NoSuchOffer") { try service.observer.items(of: offer) }
    }
  }

  @Test(arguments: eitherBus())
  func `a source that is still there has its offers as if nothing had happened`(
    bus: PrivateBus.Kind
  ) throws {
    try PersistentService.run(bus) { service in
      let source = try service.peer()
      try source.serve(["text/lazy": Step.all("made on demand")])
      let lazy = try source.offer(
        [Item(data("text/plain", "held"), lazily("text/lazy", size: 14))],
        ["source": .o(Names.sourcePath)])
      let growing = try source.offer([Item(data("text/plain", "0"))], ["more": .b(true)])
      try source.addItems(to: growing, [Item(data("text/plain", "1"))], ["more": .b(true)])
      let replaced = try source.offer([Item(data("text/plain", "old"))])
      try service.crash()
      #expect(try service.observer.find(["text/plain"]) == replaced)
      #expect(try service.content(of: lazy, "text/lazy").text == "made on demand")
      try expectFailure("NoSuchOffer") { try service.observer.find(["image/png"]) }
      try source.addItems(
        to: growing, [Item(file("image/png", try source.memory("2")))])
      try service.crash()
      #expect(try service.observer.find(["image/png"]) == growing)
      #expect(try service.observer.find(["text/plain"]) == growing, "it was completed last")
      for (item, text) in ["0", "1"].enumerated() {
        #expect(
          try service.content(of: growing, item: UInt32(item), "text/plain").text == text)
      }
      #expect(try service.content(of: growing, item: 2, "image/png").text == "2")
      let new = try source.offer([Item(data("text/plain", "new"))], ["replaces": .o(replaced)])
      try service.crash()
      try expectFailure("NoSuchOffer") { try service.observer.items(of: replaced) }
      #expect(try service.observer.acceptOne(new).data?.text == "new")
      try expectFailure("AccessDenied") { try service.observer.withdraw(new) }
      try source.withdraw(new)
      try expectFailure("NoSuchOffer") { try service.observer.items(of: new) }
      // dragd notices as always that the source leaves.
      source.kill()
      try eventually("the offers to linger") {
        let properties = try service.observer.properties(of: growing, Names.offer)
        return properties["Source"]?["connection"].inside == ""
      }
    }
  }

  @Test(arguments: eitherBus())
  func `what a source has here is charged to it, and an item's uses are counted on`(
    bus: PrivateBus.Kind
  ) throws {
    let arguments = [
      "--limit", "offers_per_connection=2", "--limit", "held_bytes_per_connection=9",
    ]
    try PersistentService.run(bus, arguments) { service in
      let source = try service.peer()
      let offer = try source.offer(
        [Item(data("text/plain", "1234")), Item(data("text/plain", "56"))], ["uses": .u(2)])
      for _ in 0..<2 { _ = try service.observer.accept(offer, items: [0]) }
      _ = try service.observer.accept(offer, items: [1])
      try service.crash()
      #expect(try service.observer.statistics()["bytes_held"] == 2)
      try expectFailure("NoSuchItem") { try service.observer.accept(offer, items: [0]) }
      try expectFailure("QuotaExceeded", saying: "held_bytes_per_connection is 9: 2 in use") {
        try source.offer([Item(data("text/plain", "12345678"))])
      }
      _ = try source.offer([Item(data("text/plain", "1234567"))])
      try expectFailure("QuotaExceeded", saying: "offers_per_connection is 2") {
        try source.offer([Item(data("text/plain", ""))])
      }
      #expect(try service.observer.accept(offer, items: [1])[0].data?.text == "56")
      try expectFailure("NoSuchOffer") { try service.observer.items(of: offer) }
      try service.crash()
      try expectFailure("NoSuchOffer") { try service.observer.items(of: offer) }
      #expect(try service.observer.statistics()["bytes_held"] == 7)
    }
  }

  @Test(arguments: eitherBus())
  func `what expires while dragd is down is gone, and lingering goes on`(
    bus: PrivateBus.Kind
  ) throws {
    try PersistentService.run(bus) { service in
      let (source, leaving) = (try service.peer(), try service.peer())
      let expiring = try source.offer([Item(data("text/plain", "a"))], ["expires_in": .t(700)])
      let later = try source.offer([Item(data("text/plain", "b"))], ["expires_in": .t(2_500)])
      let lingering = try leaving.offer(
        [Item(file("text/plain", try leaving.memory("c")))], ["linger": .t(900)])
      leaving.kill()
      let end = try eventually("the offer to linger") { () -> UInt64? in
        let expires = try service.observer.property("Expires", of: lingering, Names.offer).number
        return expires == 0 ? nil : expires
      }
      try service.crash {
        try eventually("the time to be over") { realTime() > end }
      }
      for gone in [expiring, lingering] {
        try expectFailure("NoSuchOffer") { try service.observer.items(of: gone) }
      }
      try service.manager.waitUntilHolding(0)
      let expires = try service.observer.property("Expires", of: later, Names.offer).number
      try eventually("the other to expire") {
        do {
          _ = try service.observer.items(of: later)
          return false
        } catch let failure as BusFailure {
          return failure.name == Names.error + "NoSuchOffer"
        }
      }
      #expect(realTime() >= expires ?? .max)
    }
  }

  /// Microseconds since 1970.
  private func realTime() -> UInt64 {
    DragSystem.Clock.realtime
  }
}
