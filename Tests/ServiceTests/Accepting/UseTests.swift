import Harness
import Testing

/// How long an offer lasts: uses, expiry, lingering.
@Suite struct UseTests {
  @Test(arguments: eitherBus())
  func `an item that is used up is gone, and with the last one the offer`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      try source.serve([:])
      let offer = try source.offer(
        [Item(data("text/plain", "a")), Item(data("text/plain", "b"))],
        ["uses": .u(2), "source": .o(Names.sourcePath)])
      _ = try destination.accept(offer, items: [0])
      _ = try destination.accept(offer, items: [0])
      try expectFailure("NoSuchItem", saying: "0") { try destination.accept(offer, items: [0]) }
      #expect(try destination.accept(offer).map { $0.data?.text } == ["b"], "all that are left")
      let items = try destination.items(of: offer)
      #expect(items.count == 2, "an item keeps its index")
      #expect(items[0][1] == [], "used up: without representations")
      try source.settle()
      #expect(source.calls("Released").isEmpty)
      _ = try destination.accept(offer, items: [1])
      #expect(try source.waitForCall("Released") == [.string(offer), "used"])
      try expectFailure("NoSuchOffer") { try destination.accept(offer) }
    }
  }

  @Test(arguments: eitherBus())
  func `a use is reserved by Accept and given back when the transfer does not succeed`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let (source, one, other) = (try service.peer(), try service.peer(), try service.peer())
      let offer = try source.offerLazily(
        steps: [.write("x"), .gate("go"), .close, .reply()], options: ["uses": .u(1)])
      let (cancelled, _) = try one.stream(offer)
      try expectFailure("Busy", saying: "item 0") { try other.stream(offer) }
      try one.cancel(cancelled)
      let (left, _) = try one.stream(offer)
      _ = left
      one.kill()
      try eventually("the use to be given back") {
        do {
          let (transfer, pipe) = try other.stream(offer)
          try source.openGate("go")
          #expect(try other.read(pipe).text == "x")
          try other.finish(transfer)
          return true
        } catch let failure as BusFailure {
          expect(failure, "Busy")
          return false
        }
      }
      #expect(try source.waitForCall("Released")[1] == "used")
    }
  }

  @Test(arguments: eitherBus())
  func `an offer expires when its time has come`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let (source, watcher) = (try service.peer(), try service.peer())
      try source.serve([:])
      try watcher.watch("type='signal',sender='\(Names.broker)'")
      let offer = try source.offer(
        [Item(data("text/plain", "a"))], ["expires_in": .t(150), "source": .o(Names.sourcePath)])
      #expect(try source.waitForCall("Released") == [.string(offer), "expired"])
      try watcher.settle()
      #expect(watcher.signals("InterfacesRemoved").map { $0["body"][0].string } == [offer])
      try expectFailure("NoSuchOffer") { try watcher.accept(offer) }
    }
  }

  @Test(arguments: eitherBus())
  func `a running transfer outlives its offer`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      let offer = try source.offerLazily(
        steps: [.write("one "), .gate("go"), .write("two"), .close, .reply()])
      let (transfer, pipe) = try destination.stream(offer)
      let held = try source.offer([Item(file("a/b", try source.memory(.pattern(3_000_000))))])
      let (heldTransfer, heldPipe) = try destination.stream(held)
      try source.withdraw(offer)
      try source.withdraw(held)
      try source.openGate("go")
      #expect(try destination.read(pipe).text == "one two")
      try destination.finish(transfer)
      #expect(try destination.read(heldPipe) == destination.digest(.pattern(3_000_000)))
      try destination.finish(heldTransfer)
    }
  }

  @Test(arguments: eitherBus())
  func `held content lingers after its source, lazy content goes`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let (source, other) = (try service.peer(), try service.peer())
      try other.watch("type='signal',sender='\(Names.broker)'")
      try source.serve(["text/html": Step.all("<b>")])
      let offer = try source.offer(
        [
          Item(
            lazily("text/html"), data("text/plain", "held"),
            data("a/mine", "m").merging(["visibility": .s("connection")]) { $1 })
        ], ["source": .o(Names.sourcePath)])
      let created = try #require(try other.property("Created", of: offer, Names.offer).number)
      #expect(try other.property("Expires", of: offer, Names.offer) == 0)
      source.kill()
      let change = try other.event("hear of the change") {
        $0["member"] == "PropertiesChanged" && $0["path"].string == offer
      }
      #expect(change["body"][0].string == Names.offer)
      #expect(change["body"][1]["Source"].inside["connection"] == .s(""))
      #expect(change["body"][1]["Types"] == .strings(["text/plain"]))
      let shown = try other.properties(of: offer, Names.offer)
      #expect(shown["Source"]?["connection"] == .s(""))
      let expires = try #require(shown["Expires"]?.number)
      #expect(expires >= created + 86_400_000_000, "a day by default")
      #expect(expires < created + 86_400_000_000 + 60_000_000)
      #expect(try other.items(of: offer)[0][1].array.count == 1)
      #expect(try other.acceptOne(offer).data?.text == "held")
      try other.withdraw(offer)
      try expectFailure("NoSuchOffer") { try other.accept(offer) }
    }
  }

  @Test(arguments: eitherBus())
  func `without linger, or with nothing held, an offer goes with its source`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let (source, watcher) = (try service.peer(), try service.peer())
      try source.serve([:])
      try watcher.watch("type='signal',sender='\(Names.broker)'")
      let gone = [
        try source.offer([Item(data("text/plain", "a"))], ["linger": .t(0)]),
        try source.offer([Item(lazily("text/plain"))], ["source": .o(Names.sourcePath)]),
        try source.offer([
          Item(data("text/plain", "a").merging(["visibility": .s("connection")]) { $1 })
        ]),
        try source.offer([Item(data("text/plain", "a"))], ["sensitive": .b(true)]),
      ]
      let brief = try source.offer([Item(data("text/plain", "b"))], ["linger": .t(300)])
      let growing = try source.offer([Item(data("text/plain", "a"))], ["more": .b(true)])
      let left = ContinuousClock.now
      source.kill()
      func removed() -> Set<String> {
        Set(watcher.signals("InterfacesRemoved").compactMap { $0["body"][0].string })
      }
      try watcher.wait("hear that all have gone") {
        removed().isSuperset(of: gone + [brief]) ? () : nil
      }
      #expect(left.duration(to: .now) >= .milliseconds(300))
      for offer in gone + [brief, growing] {
        try expectFailure("NoSuchOffer") { try watcher.accept(offer) }
      }
    }
  }

  @Test(arguments: eitherBus())
  func `what a dead source held still counts for its user and can be withdrawn`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus, ["--limit", "held_bytes_per_user=1000000"]) { service in
      let other = service.observer
      let source = try service.peer()
      let offer = try source.offer([Item(file("a/b", try source.memory(.pattern(700_000))))])
      source.kill()
      try eventually("the source to be gone") {
        try other.property("Source", of: offer, Names.offer)["connection"] == .s("")
      }
      let memory = try other.memory(.pattern(200_000))
      try expectFailure("QuotaExceeded", saying: "held_bytes_per_user", "1000000") {
        try other.offer([Item(file("a/b", memory))])
      }
      try other.withdraw(offer)
      try other.withdraw(try other.offer([Item(file("a/b", memory))]))
    }
  }
}
