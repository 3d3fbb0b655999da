import DragClient
import Foundation
import Harness
import Testing

@Suite struct OfferingTests {
  @Test(arguments: PrivateBus.Kind.allCases)
  func whatIsOfferedCanBeFoundAndLoaded(_ kind: PrivateBus.Kind) async throws {
    try await World.run(kind) { world in
      let (source, destination) = (try await world.client(), try await world.client())
      var item = ItemProvider(suggestedName: "greeting.txt", key: "7")
      item.register("text/html", bytes: Array("<b>hi</b>".utf8))
      item.register("text/plain;charset=utf-8", bytes: Array("hi".utf8))
      var options = OfferingOptions()
      options.label = "A greeting"
      options.operations = [.copy, .link]
      let offering = try await source.offer([item], options: options)
      let offered = try await destination.find(["text/plain"])
      #expect(offered.path == offering.path)
      #expect(offered.label == "A greeting")
      #expect(offered.operations == [.copy, .link])
      #expect(offered.types == ["text/html", "text/plain;charset=utf-8"])
      #expect(offered.itemCount == 1)
      #expect(offered.expires == nil)
      let items = try await offered.items()
      #expect(items.map(\.suggestedName) == ["greeting.txt"])
      #expect(items.map(\.key) == ["7"])
      #expect(items[0].representations.map(\.isHeld) == [true, true])
      #expect(items[0].representations.map(\.size) == [9, 2])
      #expect(try await items[0].bytes() == Array("<b>hi</b>".utf8))
      #expect(try await items[0].value(as: String.self) == "hi")
      #expect(try await items[0].value(as: [UInt8].self) == Array("<b>hi</b>".utf8))
    }
  }

  @Test func largeBytesAndFilesAreHeldForOthers() async throws {
    try await World.run { world in
      let large = Sample.noise(3_000_000)
      let path = try world.fixture.folder.write("map.png", large.dropLast())
      var item = ItemProvider()
      item.register("a/large", bytes: large)
      item.register("a/file", file: path)
      let source = try await world.client()
      _ = try await source.offer([item])
      let offered = try await world.client().find()
      source.close()
      let first = try await offered.firstItem()
      #expect(try await first.bytes(["a/large"]) == large)
      #expect(try await first.bytes(["a/file"]) == large.dropLast())
    }
  }

  @Test func anOfferThatHasEndedKeepsNoFileOpen() async throws {
    try await World.run { world in
      let path = try world.fixture.folder.write("map.png", text: "a map")
      let isOpen = {
        let numbers = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        return numbers.contains { number in
          let link = "/proc/self/fd/\(number)"
          return (try? FileManager.default.destinationOfSymbolicLink(atPath: link)) == path
        }
      }
      let client = try await world.client()
      var item = ItemProvider()
      item.register("a/file", file: path)
      let offering = try await client.offer([item])
      #expect(isOpen())
      try await offering.withdraw()
      try await eventually("the file is closed") { !isOpen() }
      _ = (client, offering)
    }
  }

  @Test func moreFilesThanAMessageCarriesAreOneOffer() async throws {
    try await World.run { world in
      let providers = try (0..<40).map { number in
        var item = ItemProvider(suggestedName: "\(number)")
        item.register(
          "a/b", file: try world.fixture.folder.write("\(number)", text: "file \(number)"))
        return item
      }
      let offering = try await world.client().offer(providers)
      let items = try await world.client().offered(at: offering.path).items()
      #expect(items.map(\.suggestedName) == (0..<40).map { "\($0)" })
      #expect(try await items[39].bytes() == Array("file 39".utf8))
    }
  }

  @Test func valuesAreWrittenWhenTheyAreWanted() async throws {
    try await World.run { world in
      let offering = try await world.client().offer([ItemProvider(Note(title: "buy", stars: 3))])
      let item = try await world.client().offered(at: offering.path).firstItem()
      #expect(item.suggestedName == "buy.note")
      #expect(item.representations.map(\.isHeld) == [false, false])
      #expect(try await item.value(as: Note.self) == Note(title: "buy", stars: 3))
      #expect(try await item.value(as: String.self) == "buy")
    }
  }

  @Test func aLocalObjectIsNotEncoded() async throws {
    try await World.run { world in
      let written = Box(0)
      var item = ItemProvider()
      item.localObject = Note(title: "here", stars: 1)
      item.register(Note.type) { writer in
        written.count()
        try await writer.write("2 there")
      }
      let client = try await world.client()
      let offering = try await client.offer([item])
      let near = try await client.offered(at: offering.path).firstItem()
      #expect(try await near.value(as: Note.self) == Note(title: "here", stars: 1))
      #expect(written.value == 0)
      let far = try await world.client().offered(at: offering.path).firstItem()
      #expect(try await far.value(as: Note.self) == Note(title: "there", stars: 2))
      #expect(written.value == 1)
    }
  }

  @Test func aSourceIsToldWhatHappens() async throws {
    try await World.run { world in
      let source = try await world.client()
      let offering = try await source.offer([
        ItemProvider(text: "held"), ItemProvider(lazy: "a/lazy") { try await $0.write("lazy") },
      ])
      let events = offering.events
      let items = try await world.client().offered(at: offering.path).items()
      _ = try await items[1].bytes()
      let asked = try await next(of: events, "asked") { event -> String? in
        if case .asked(_, let item, let type) = event { "\(item) \(type)" } else { nil }
      }
      #expect(asked == "1 a/lazy")
      let ended = try await next(of: events, "ended") { event -> EndedTransfer? in
        if case .ended(let ended) = event { ended } else { nil }
      }
      #expect(ended.item == 1)
      #expect(try ended.result.get() == .copy)
      #expect(ended.bytes == 4)
      try await offering.withdraw()
      let last = try await next(of: offering.events, "released") { event -> Bool? in
        if case .released(.withdrawn) = event { true } else { nil }
      }
      #expect(last)
      #expect(
        await failure { () async throws(DragError) in
          try await source.offered(at: offering.path)
        }?.code == .noSuchOffer)
      try await offering.withdraw()
    }
  }

  @Test func aTaskThatIsCancelledAlreadyWithdrawsAllTheSame() async throws {
    try await World.run { world in
      let source = try await world.client()
      let offering = try await source.offer([ItemProvider(text: "held")])
      let path = offering.path
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return await failure { () async throws(DragError) in try await offering.withdraw() }
      }
      #expect(await task.value?.code == .cancelled)
      let last = try await next(of: offering.events, "released") { event -> Bool? in
        if case .released(.withdrawn) = event { true } else { nil }
      }
      #expect(last)
      try await eventually("the offer is gone") { (try? await source.offered(at: path)) == nil }
      #expect(
        await failure { () async throws(DragError) in
          try await source.offered(at: path)
        }?.code == .noSuchOffer)
    }
  }

  @Test func anOfferIsUsedUp() async throws {
    try await World.run { world in
      var options = OfferingOptions()
      options.uses = 1
      let offering = try await world.client().offer([ItemProvider(text: "once")], options: options)
      let item = try await world.client().offered(at: offering.path).firstItem()
      #expect(try await item.value(as: String.self) == "once")
      let used = try await next(of: offering.events, "the end") { event -> Bool? in
        if case .released(.used) = event { true } else { nil }
      }
      #expect(used)
    }
  }

  @Test func aNewDragdDoesNotOfferWhatIsUsedUp() async throws {
    try await World.run { world in
      var options = OfferingOptions()
      options.uses = 1
      let offering = try await world.client().offer(
        [ItemProvider(text: "one"), ItemProvider(text: "two")], options: options)
      let events = offering.events
      let item = try await world.client().offered(at: offering.path).firstItem()
      #expect(try await item.value(as: String.self) == "one")
      _ = try await next(of: events, "the transfer's end") { event -> Bool? in
        if case .ended = event { true } else { nil }
      }
      try await world.restartDragd()
      _ = try await next(of: events, "published") { event -> Bool? in
        if case .published = event { true } else { nil }
      }
      let items = try await world.client().offered(at: offering.path).items()
      #expect(items.count == 1)
      #expect(try await items[0].value(as: String.self) == "two")
    }
  }

  @Test func anOfferExpires() async throws {
    try await World.run { world in
      var options = OfferingOptions()
      options.expiresAfter = .seconds(3600)
      let lasting = try await world.client().offer([ItemProvider(text: "x")], options: options)
      #expect(try await world.client().offered(at: lasting.path).expires != nil)
      options.expiresAfter = .milliseconds(50)
      let offering = try await world.client().offer([ItemProvider(text: "x")], options: options)
      let expired = try await next(of: offering.events, "the end") { event -> Bool? in
        if case .released(.expired) = event { true } else { nil }
      }
      #expect(expired)
    }
  }

  @Test func whatIsOnOfferKeepsItsClient() async throws {
    try await World.run { world in
      weak var client: DragClient?
      var offering: Offering?
      do {
        let one = try await world.client()
        client = one
        offering = try await one.offer([ItemProvider(lazy: "a/b") { try await $0.write("x") }])
      }
      let path = try #require(offering?.path)
      let item = try await world.client().offered(at: path).firstItem()
      #expect(try await item.bytes() == Array("x".utf8))
      try await offering?.withdraw()
      offering = nil
      try await eventually("the client has gone") { client == nil }
    }
  }

  @Test func whatIsNoRegularFileIsRefusedAndNotWaitedFor() async throws {
    try await World.run { world in
      let client = try await world.client()
      let pipe = world.fixture.folder.path("pipe")
      try #require(mkfifo(pipe, 0o600) == 0)
      for path in [pipe, try world.fixture.folder.makeFolder("folder"), "/dev/null"] {
        var item = ItemProvider()
        item.register("a/b", file: path)
        let refusal = Box<DragError?>(nil)
        Task { [item] in
          let error = await failure { () async throws(DragError) in
            try await client.offer([item])
          }
          refusal.update { $0 = error }
        }
        try await eventually("\(path) is refused") { refusal.value != nil }
        #expect(refusal.value?.code == .invalidDescriptor)
        #expect(refusal.value?.message.hasPrefix(path) == true)
      }
    }
  }

  @Test func whatCannotBeOfferedIsRefusedWithTheReason() async throws {
    try await World.run { world in
      let client = try await world.client()
      var wrong = ItemProvider()
      wrong.register("nonsense", bytes: [1])
      let type = await failure { () async throws(DragError) in try await client.offer([wrong]) }
      #expect(type?.code == .invalidType)
      #expect(type?.message.contains("nonsense") == true)
      var missing = ItemProvider()
      missing.register("a/b", file: world.fixture.folder.path("missing"))
      let file = await failure { () async throws(DragError) in try await client.offer([missing]) }
      #expect(file?.code == .system)
      #expect(file?.message.contains("missing: open: No such file") == true)
      let nothing = await failure { () async throws(DragError) in try await client.offer([]) }
      #expect(nothing?.code == .invalidArguments)
    }
  }
}
