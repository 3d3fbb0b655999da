import DragClient
import Harness
import Testing

@Suite struct OffersTests {
  @Test(arguments: PrivateBus.Kind.allCases)
  func theListIsLive(_ kind: PrivateBus.Kind) async throws {
    try await World.run(kind) { world in
      let (source, watcher) = (try await world.client(), try await world.client())
      var lists = watcher.offers.makeAsyncIterator()
      #expect(await lists.next()?.map(\.path) == [])
      let first = try await source.offer([ItemProvider(text: "1")])
      #expect(await lists.next()?.map(\.path) == [first.path])
      let own = try await watcher.offer([ItemProvider(text: "own")])
      #expect(await lists.next()?.map(\.isOwn) == [true, false])
      try await own.withdraw()
      #expect(await lists.next()?.map(\.isOwn) == [false])
      let second = try await source.offer([ItemProvider(text: "2")])
      #expect(await lists.next()?.map(\.path) == [second.path, first.path])
      try await first.withdraw()
      let left = await lists.next()
      #expect(left?.map(\.path) == [second.path])
      #expect(try await left?.first?.firstItem().value(as: String.self) == "2")
      // Another listener of the same client gets the list as it is.
      var others = watcher.offers.makeAsyncIterator()
      #expect(await others.next()?.map(\.path) == [second.path])
    }
  }

  @Test func theListEndsWithTheClient() async throws {
    try await World.run { world in
      let client = try await world.client()
      let offers = client.offers
      var lists = offers.makeAsyncIterator()
      _ = await lists.next()
      client.close()
      #expect(await lists.next() == nil)
      var late = client.offers.makeAsyncIterator()
      #expect(await late.next() == nil)
    }
  }

  /// Regression: whoever began to listen after the bus had gone waited for ever.
  @Test(arguments: [false, true])
  func noListBeginsWithoutTheBus(_ hasListened: Bool) async throws {
    try await World.run { world in
      let client = try await world.client()
      if hasListened {
        var lists = client.offers.makeAsyncIterator()
        _ = await lists.next()
      }
      world.bus.close()
      try await eventually("the bus is lost") { () async throws in
        await failure { () async throws(DragError) in try await client.find() }?.code
          == .disconnected
      }
      let late = client.offers
      let ended = Box(false)
      let listening = Task {
        for await _ in late {}
        ended.update { $0 = true }
      }
      defer { listening.cancel() }
      try await eventually("the list has ended") { ended.value }
    }
  }

  @Test func whetherATypeCanBeLoadedIsSeenWithoutAsking() async throws {
    try await World.run { world in
      var item = ItemProvider()
      item.register("image/png", bytes: [1])
      item.register("text/plain;charset=utf-8", bytes: [2])
      let client = try await world.client()
      _ = try await client.offer([item])
      let offered = try await client.find()
      #expect(offered.canLoad(["image/png"]))
      #expect(offered.canLoad(["x/y", "image/*"]))
      #expect(offered.canLoad(String.self))
      #expect(offered.canLoad(["text/plain"]))
      #expect(!offered.canLoad(["text/plain;charset=latin1"]))
      #expect(!offered.canLoad(["x/y"]))
      #expect(!offered.canLoad(Note.self))
      #expect(!offered.canLoad(["nonsense"]))
    }
  }

  @Test func theFirstItemThatFitsIsFoundAmongOthers() async throws {
    try await World.run { world in
      var table = ItemProvider()
      table.register("text/csv", bytes: Array("1,1".utf8))
      _ = try await world.client().offer([ItemProvider(text: "words"), table, table])
      let offered = try await world.client().find(["text/csv"])
      #expect(try await offered.firstItem().index == 0)
      #expect(try await offered.firstItem(["text/csv", "image/*"]).index == 1)
      #expect(try await offered.firstItem(["text/csv"]).bytes(["text/csv"]) == Array("1,1".utf8))
      // Only dragd can tell whether a type of the first item is an alias of a wanted one.
      let other = try await offered.firstItem(["image/*"])
      #expect(other.index == 0)
      #expect(
        await failure { () async throws(DragError) in try await other.bytes(["image/*"]) }?.code
          == .notAcceptable)
    }
  }

  @Test func aPrivateOfferIsFoundByItsPathOnly() async throws {
    try await World.run { world in
      var options = OfferingOptions()
      options.isPrivate = true
      let offering = try await world.client().offer(
        [ItemProvider(text: "secret")], options: options)
      let client = try await world.client()
      #expect(
        await failure { () async throws(DragError) in try await client.find() }?.code
          == .noSuchOffer)
      let item = try await client.offered(at: offering.path).firstItem()
      #expect(try await item.value(as: String.self) == "secret")
      #expect(
        await failure { () async throws(DragError) in
          try await client.offered(at: "/elsewhere")
        }?.code == .invalidArguments)
    }
  }
}
