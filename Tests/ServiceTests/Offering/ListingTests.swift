import Harness
import Testing

@Suite struct ListingTests {
  @Test(arguments: eitherBus())
  func `Find gives the newest offer that has an acceptable type`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let (source, other) = (try service.peer(), service.observer)
      let text = try source.offer([Item(data("text/plain;charset=utf-8", "a"))])
      let image = try source.offer([Item(data("image/png", "b"), data("application/pdf", "c"))])
      let newer = try source.offer([Item(data("image/jpeg", "d"))])
      #expect(try other.find() == newer)
      #expect(try other.find(["*/*"]) == newer)
      #expect(try other.find(["image/*"]) == newer)
      #expect(try other.find(["image/png"]) == image)
      #expect(
        try other.find(["application/pdf", "image/jpeg"]) == newer, "the newest, not the best")
      #expect(try other.find(["text/plain"]) == text)
      #expect(try other.find(["TEXT/PLAIN; charset=UTF-8"]) == text)
      try source.withdraw(newer)
      #expect(try other.find(["image/*"]) == image)
      try expectFailure("NoSuchOffer", saying: "audio/ogg", "video/*") {
        try other.find(["audio/ogg", "video/*"])
      }
    }
  }

  @Test(arguments: eitherBus())
  func `ObjectManager lists public offers with their properties`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let (source, other) = (try service.peer(), service.observer)
      func listed() throws -> [String: Value] {
        try other.call("GetManagedObjects", on: Names.objectManager, at: Names.root)[0].object
      }
      #expect(try listed() == [:])
      let one = try source.offer([Item(data("text/plain", "a"))], ["label": .s("one")])
      let two = try source.offer([Item(data("text/plain", "b"))])
      let now = try listed()
      #expect(Set(now.keys) == [one, two])
      let properties = try #require(now[one]?[Names.offer].object)
      #expect(properties.mapValues(\.inside) == (try other.properties(of: one, Names.offer)))
      #expect(properties["Label"] == .s("one"))
      try source.withdraw(one)
      #expect(Set(try listed().keys) == [two])
    }
  }

  @Test(arguments: eitherBus())
  func `coming and going offers are signalled once each`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let (source, watcher) = (try service.peer(), try service.peer())
      try watcher.watch("type='signal',sender='\(Names.broker)',interface='\(Names.objectManager)'")
      let plain = try source.offer([Item(data("text/plain", "a"))], ["label": .s("plain")])
      let growing = try source.offer([], ["more": .b(true)])
      try source.addItems(to: growing, [Item(data("text/html", "b"))])
      try source.withdraw(plain)
      try watcher.settle()
      let added = watcher.signals("InterfacesAdded", at: Names.root)
      #expect(added.map { $0["body"][0].string } == [plain, growing])
      try #require(added.count == 2)
      #expect(added[0]["body"][1][Names.offer]["Label"] == .s("plain"))
      #expect(added[1]["body"][1][Names.offer]["ItemCount"] == .u(1))
      let removed = watcher.signals("InterfacesRemoved", at: Names.root)
      #expect(removed.map { $0["body"] } == [[.string(plain), [.string(Names.offer)]]])
    }
  }

  @Test(arguments: eitherBus())
  func `an offer that replaces another takes its place in one step`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let (source, watcher) = (try service.peer(), try service.peer())
      try source.serve([:])
      let old = try source.offer(
        [Item(data("text/plain", "old"))], ["source": .o(Names.sourcePath)])
      // The signal of the old offer has been sent after this.
      try source.settle()
      try watcher.watch("type='signal',sender='\(Names.broker)',interface='\(Names.objectManager)'")
      try expectFailure("NoSuchOffer", saying: old.suffix(26).description) {
        try watcher.offer([Item(data("text/plain", "x"))], ["replaces": .o(old)])
      }
      let new = try source.offer([Item(data("text/plain", "new"))], ["replaces": .o(old)])
      #expect(try source.waitForCall("Released") == [.string(old), "replaced"])
      #expect(try watcher.find() == new)
      try expectFailure("NoSuchOffer") { try watcher.accept(old) }
      #expect(watcher.signals("InterfacesAdded").map { $0["body"][0].string } == [new])
      #expect(watcher.signals("InterfacesRemoved").map { $0["body"][0].string } == [old])
    }
  }

  @Test(arguments: eitherBus())
  func `version, limits and statistics are there`(bus: PrivateBus.Kind) throws {
    try Service.run(bus, ["--limit", "transfers_per_connection=77"]) { service in
      let (source, destination) = (try service.peer(), service.observer)
      let shown = try destination.properties(of: Names.root, Names.broker)
      #expect(shown.keys.sorted() == ["Features", "Ledger", "Limits", "Statistics", "Version"])
      #expect(shown["Ledger"]?.string?.count == 26)
      #expect(try #require(shown["Version"]?.string).contains("."))
      let limits = try #require(shown["Limits"]).object.mapValues { $0.number }
      let known: [String: UInt64] = [
        "offers_per_connection": 1024, "items_per_connection": 4096,
        "representations_per_item": 64, "transfers_per_connection": 77, "held_memory": 1 << 30,
        "data_bytes": 1 << 20, "inline_bytes": 1 << 20, "descriptors_per_message": 16,
      ]
      for (name, value) in known { #expect(limits[name] == value, "\(name)") }
      let others: Set = [
        "targets_per_connection", "offers_per_user", "items_per_user", "transfers_per_user",
        "drops_per_connection", "targets_per_user", "drops_per_user", "cookies_per_connection",
        "waiting_calls_per_connection", "waiting_calls_per_user", "waiting_calls_per_part",
        "held_memory_per_connection", "held_bytes_per_connection", "held_bytes_per_user",
        "receive_timeout", "descriptor_messages_per_connection",
        "queued_bytes_per_connection", "queued_bytes_per_user", "unread_bytes_per_connection",
        "unread_bytes_per_user", "unwritten_bytes", "ended_transfers", "moves",
        "types_per_offer", "metadata_bytes_per_connection", "metadata_bytes_per_user",
        "listed_bytes_per_connection", "listed_bytes_per_user",
        "unanswered_calls_per_connection", "unanswered_calls_per_user",
        "move_bytes", "descriptor_threads",
      ]
      #expect(Set(limits.keys) == others.union(known.keys))
      let before = try destination.statistics()
      let offer = try source.offerLazily(steps: Step.all(.pattern(70_000)))
      _ = try source.offer([Item(data("text/plain", "12345")), Item(data("text/plain", "678"))])
      let (transfer, pipe) = try destination.stream(offer)
      var now = try destination.statistics()
      #expect(now["offers"] == 2 && now["items"] == 3 && now["transfers_running"] == 1)
      #expect(now["bytes_held"] == 8 && now["memory_held"] == 8)
      #expect(now["peers"] == 2)
      _ = try destination.read(pipe)
      try destination.finish(transfer)
      _ = try destination.accept(try destination.find())
      let (cancelled, _) = try destination.stream(offer)
      try destination.cancel(cancelled)
      now = try destination.statistics()
      func grown(_ name: String) -> UInt64? { now[name].flatMap { $0 - (before[name] ?? 0) } }
      #expect(grown("transfers_finished") == 3)
      #expect(grown("transfers_cancelled") == 1)
      #expect(grown("transfers_failed") == 0)
      #expect(try #require(grown("bytes_moved")) >= 70_008)
      #expect(now["transfers_running"] == 0)
    }
  }
}
