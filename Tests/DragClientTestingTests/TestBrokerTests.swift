import DragClient
import DragClientTesting
import Foundation
import Harness
import Testing

/// The broker of tests, as those who test their programs with it see it.
@Suite struct TestBrokerTests {
  private static let text = "text/plain;charset=utf-8"

  @Test func `content goes from program to program, held and made on demand, small and large`()
    async throws
  {
    try await withTestBroker { broker in
      let (source, destination) = (try await broker.connect(), try await broker.connect())
      let large = Sample.noise(3_000_000)
      var item = ItemProvider(suggestedName: "a.bin")
      item.register("application/x-large", bytes: large)
      item.register("application/x-lazy", size: 3_000_000) { try await $0.write(large) }
      item.register(Self.text, bytes: Array("words".utf8))
      let offering = try await source.offer([item])
      let found = try await destination.find([Self.text])
      #expect(found.path == offering.path)
      let loaded = try await found.items()[0]
      #expect(try await loaded.bytes(["application/x-large"]) == large)
      #expect(try await loaded.bytes(["application/x-lazy"]) == large)
      #expect(try await loaded.value(as: String.self) == "words")
    }
  }

  @Test func `an offer ends exactly when its time is over`() async throws {
    try await withTestBroker { broker in
      let client = try await broker.connect()
      let options = OfferingOptions(expiresAfter: .seconds(3600))
      let offering = try await client.offer([ItemProvider("words")], options: options)
      let before = try await client.offered(at: offering.path)
      #expect(before.expires == before.created + 3_600_000_000)
      await broker.advance(by: .milliseconds(3_599_999))
      _ = try await client.offered(at: offering.path)
      await broker.advance(by: .milliseconds(1))
      await #expect(throws: DragError.self) { try await client.offered(at: offering.path) }
      for await event in offering.events {
        guard case .released(let end) = event else { continue }
        guard case .expired = end else { throw HarnessFailure("\(end)") }
      }
    }
  }

  @Test func `times that come one after the other pass in their order, however far one goes`()
    async throws
  {
    try await withTestBroker { broker in
      let client = try await broker.connect()
      var offerings: [Offering] = []
      for seconds in [30, 10, 20] {
        let options = OfferingOptions(expiresAfter: .seconds(seconds))
        offerings.append(try await client.offer([ItemProvider("\(seconds)")], options: options))
      }
      var lists = client.offers.makeAsyncIterator()
      var list = await lists.next() ?? []
      #expect(list.count == 3)
      await broker.advance(by: .seconds(20))
      while list.count > 1 { list = try #require(await lists.next()) }
      #expect(list.map(\.path) == [offerings[0].path])
      await broker.advance(by: .seconds(100_000))
      while !list.isEmpty { list = try #require(await lists.next()) }
    }
  }

  @Test func `a source that says nothing more is given up when the test lets the time pass`()
    async throws
  {
    try await withTestBroker { broker in
      let (source, destination) = (try await broker.connect(), try await broker.connect())
      var item = ItemProvider()
      item.register("application/x-endless") { writer in
        try await writer.write([1])
        try await Task.sleep(for: .seconds(3600))
      }
      _ = try await source.offer([item])
      let loading = try await destination.find([]).firstItem().loading()
      var progress = loading.progress.makeAsyncIterator()
      let loaded = Task { try await loading.bytes() }
      // dragd has seen the first byte, so that the pause counts from there.
      while let seen = await progress.next(), seen.bytes == 0 {}
      await broker.advance(by: .seconds(30))
      let error = await #expect(throws: DragError.self) { try await loaded.value }
      #expect(error?.code == .stalled)
    }
  }

  @Test func `a target that does not answer has refused after two seconds`() async throws {
    try await withTestBroker { broker in
      let (owner, dropper) = (try await broker.connect(), try await broker.connect())
      let (asked, ask) = AsyncStream.makeStream(of: Void.self)
      _ = try await owner.registerTarget("Sleeper") { _ in
        ask.yield()
        try? await Task.sleep(for: .seconds(3600))
        return DropProposal(.copy)
      } perform: { _ in
      }
      let offering = try await dropper.offer([ItemProvider("words")])
      let target = try #require(try await dropper.targets(named: "Sleeper").first)
      let proposal = Task { try await target.propose(offering.path) }
      for await _ in asked { break }
      await broker.advance(by: .seconds(2))
      #expect(try await proposal.value.decision == .forbidden)
    }
  }

  @Test func `an item moves exactly once, and dragd's records survive it`() async throws {
    try await withTestBroker { broker in
      let (source, destination) = (try await broker.connect(), try await broker.connect())
      let deleted = Log()
      let moves = MoveSource(cookie: MoveSource.newCookie()) { key in await deleted.add(key) }
      var item = ItemProvider("words", key: "a")
      item.suggestedName = "words.txt"
      let options = OfferingOptions(operations: [.move], moves: moves)
      let offering = try await source.offer([item], options: options)
      let journal = Journal()
      let moved = try await destination.find([]).firstItem().loading().move(journal: journal) {
        content, _ in String(decoding: try await content.bytes(), as: UTF8.self)
      }
      #expect(moved == "words")
      for await event in offering.events { if case .released = event { break } }
      #expect(await deleted.entries == ["a"])
      #expect(await journal.permanent.count == 1)
    }
  }

  @Test func `offers and targets come back to a dragd that starts again`() async throws {
    try await withTestBroker { broker in
      let client = try await broker.connect()
      let offering = try await client.offer([ItemProvider("words")])
      _ = try await client.registerTarget("Album") { _ in }
      let former = offering.path
      await broker.stop()
      let error = await #expect(throws: DragError.self) { try await client.find([]) }
      #expect(error?.code == .noBroker)
      try await broker.start()
      for await event in offering.events { if case .published = event { break } }
      #expect(offering.path != former)
      let other = try await broker.connect()
      #expect(try await other.find([]).firstItem().value(as: String.self) == "words")
      var targets = other.dropTargets.makeAsyncIterator()
      while let list = await targets.next(), list.map(\.name) != ["Album"] {}
    }
  }

  @Test func `brokers do not see one another`() async throws {
    try await withTestBroker { one in
      try await withTestBroker { other in
        _ = try await one.connect().offer([ItemProvider("words")])
        let error = await #expect(throws: DragError.self) { try await other.connect().find([]) }
        #expect(error?.code == .noSuchOffer)
      }
    }
  }

  @Test func `a program of another process takes part`() async throws {
    try await withTestBroker { broker in
      let client = try await broker.connect()
      _ = try await client.offer([ItemProvider("words")])
      guard case .address(let address) = broker.bus else { return }
      let result = try Program.run(
        Built.dragctl, ["accept"], environment: ["DBUS_SESSION_BUS_ADDRESS": address])
      #expect(result.output == "words")
    }
  }

  @Test func `nothing is left of a broker that has ended`() async throws {
    try await withTestBroker { _ in }
    let before = try Self.descriptors()
    for _ in 0..<20 {
      try await withTestBroker { broker in
        let client = try await broker.connect()
        _ = try await client.offer([ItemProvider("words")])
        _ = try await client.registerTarget("Album") { _ in }
      }
    }
    // Threads end a moment later; other tests have descriptors of their own.
    let clock = ContinuousClock()
    let end = clock.now + Timeout.usual
    while try Self.descriptors() > before + 60, clock.now < end { await Task.yield() }
    #expect(try Self.descriptors() <= before + 60)
  }

  private static func descriptors() throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
  }
}

private actor Log {
  private(set) var entries: [String] = []
  func add(_ entry: String) { entries.append(entry) }
}

private actor Journal: MoveJournal {
  private(set) var permanent: [TransferID] = []
  func pendingMoves() -> [TransferID] { [] }
  func makePermanent(_ move: TransferID) { permanent.append(move) }
  func discard(_ move: TransferID) {}
  func forget(_ move: TransferID) {}
}
