import Harness
import Testing

/// One peer describes its offers and targets at the greatest length that dragd accepts.
@Suite struct ListingAttackTests {
  private func long(_ number: Int) -> String {
    "application/x-\(number)-".padding(to: 255)
  }

  /// Sixteen items with 64 long types each, which no other batch has.
  private func items(_ batch: Int) -> [Item] {
    (0..<16).map { item in
      let first = (batch * 16 + item) * 64
      return Item(
        attributes: [:], representations: (first..<first + 64).map { lazily(long($0)) })
    }
  }

  private func objects(_ peer: Peer) throws -> Set<String> {
    Set(
      try peer.call("GetManagedObjects", on: Names.objectManager, at: Names.root)[0].object.keys)
  }

  @Test(arguments: eitherBus())
  func `the list stays whole, whatever types a peer offers`(bus: PrivateBus.Kind) throws {
    let limits = ["types_per_offer=1000000", "metadata_bytes_per_connection=100000000"]
      .flatMap { ["--limit", $0] }
    try Service.run(bus, limits) { service in
      let (attacker, honest) = (try service.peer(), service.observer)
      try attacker.serve([:])
      let small = try honest.offer([Item(data("text/plain", "a"))])
      let offer = try attacker.offer([], ["source": .o(Names.sourcePath), "more": .b(true)])
      try expectFailure("QuotaExceeded", saying: "listed_bytes_per_connection", "2097152") {
        for batch in 0..<300 {
          try attacker.addItems(to: offer, items(batch), ["more": .b(true)])
        }
        return "300 batches"
      }
      try attacker.addItems(to: offer, [Item(lazily("a/b"))])
      #expect(try objects(honest) == [small, offer])
      #expect(try honest.find(["text/plain"]) == small)
      #expect(try honest.find(["application/x-1-".padding(to: 255)]) == offer)
    }
  }

  @Test(arguments: eitherBus())
  func `the list stays whole, whatever patterns a peer registers`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let (attacker, honest) = (try service.peer(), service.observer)
      var targets: Set<String> = []
      let patterns = (0..<1_024).map(long)
      try expectFailure("QuotaExceeded", saying: "listed_bytes_per_connection", "2097152") {
        for number in 0..<256 {
          targets.insert(try attacker.registerTarget("t\(number)", types: patterns))
        }
        return targets.count
      }
      #expect(targets.count == 7)
      let small = try honest.registerTarget()
      #expect(try objects(honest) == targets.union([small]))
      // Shorter types of one target make room for another target.
      try attacker.update(try #require(targets.first), ["types": .strings(["a/b"])])
      targets.insert(try attacker.registerTarget("again", types: patterns))
      #expect(try objects(honest) == targets.union([small]))
      try honest.unregister(small)
    }
  }

  /// Regression: what did not fit was the last object, so that the reply seemed whole, and dragd trapped. It takes more
  /// than a minute to describe so much.
  @Test(arguments: Extent.part(of: [PrivateBus.Kind.dbusDaemon]) { _ in false })
  func `objects that do not fit into one reply are refused`(bus: PrivateBus.Kind) throws {
    let limits = [
      "types_per_offer", "items_per_connection", "metadata_bytes_per_connection",
      "metadata_bytes_per_user", "listed_bytes_per_connection", "listed_bytes_per_user",
    ].flatMap { ["--limit", "\($0)=1000000000"] }
    try Service.run(bus, limits) { service in
      let (source, other) = (try service.peer(), service.observer)
      try source.serve([:])
      let offer = try source.offer([], ["source": .o(Names.sourcePath), "more": .b(true)])
      // More than 64 MiB.
      for batch in 0..<256 {
        try source.addItems(to: offer, items(batch), ["more": .b(batch < 255)])
      }
      for _ in 0..<2 {
        #expect(throws: (any Error).self) { try objects(other) }
      }
      try source.withdraw(offer)
      let small = try source.offer([Item(data("text/plain", "a"))])
      #expect(try objects(other) == [small])
    }
  }

  /// The objects that a watcher knows after an answer and the signals that followed it.
  private static func known(_ watcher: Peer, from answer: [Value], _ told: Range<Int>) -> Set<
    String
  > {
    var known = Set(answer[0].object.keys)
    for line in watcher.told[told] where line["event"] == "signal" {
      if line["member"] == "InterfacesAdded" { known.insert(line["body"][0].string ?? "") }
      if line["member"] == "InterfacesRemoved" { known.remove(line["body"][0].string ?? "") }
    }
    return known
  }

  @Test(arguments: eitherBus())
  func `whoever lists while others offer and withdraw misses nothing`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus, isQuiet: true) { service in
      let (source, watcher) = (try service.peer(), try service.peer())
      var offers = try (0..<600).map { _ in try source.offer([Item(data("a/b", "x"))]) }
      try watcher.watch("type='signal',sender='\(Names.broker)',interface='\(Names.objectManager)'")
      for _ in 0..<8 {
        let listing = try watcher.startCall(
          "GetManagedObjects", on: Names.objectManager, at: Names.root)
        // The listing is still being sent; the oldest offer is sent last.
        try source.withdraw(offers.removeFirst())
        offers.append(try source.offer([Item(data("a/b", "y"))]))
        // A source finds its new offer in a list that it requests after Offer.
        let own = try source.call("GetManagedObjects", on: Names.objectManager, at: Names.root)
        #expect(Set(own[0].object.keys) == Set(offers))
        let answer = try listing.reply()
        try watcher.settle()
        let said = try #require(
          watcher.told.lastIndex { $0["id"] == .integer(Int64(listing.command)) })
        #expect(Self.known(watcher, from: answer, said..<watcher.told.count) == Set(offers))
      }
    }
  }

  @Test(arguments: eitherBus())
  func `items too large for one reply come in pages`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let (source, other) = (try service.peer(), service.observer)
      try source.serve([:])
      let types = (0..<64).map { "a/\($0)-".padding(to: 200) }
      let offer = try source.offer([], ["source": .o(Names.sourcePath), "more": .b(true)])
      for batch in 0..<4 {
        let items = Array(
          repeating: Item(attributes: [:], representations: types.map { lazily($0) }), count: 128)
        try source.addItems(to: offer, items, ["more": .b(batch < 3)])
      }
      try expectFailure("TooManyItems", saying: "512") { try other.items(of: offer) }
      var seen = 0
      while seen < 512 {
        seen += try other.items(of: offer, from: UInt32(seen), count: 32).count
      }
      #expect(seen == 512)
    }
  }
}

extension String {
  func padding(to length: Int) -> String {
    self + String(repeating: "a", count: length - utf8.count)
  }
}
