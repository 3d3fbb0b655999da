import DragClient
import Harness
import Testing

@Suite struct DroppingTests {
  @Test(arguments: PrivateBus.Kind.allCases)
  func aLinkRefersToWhatTheSourceKeeps(_ kind: PrivateBus.Kind) async throws {
    try await World.run(kind) { world in
      let kept = Box<[String]>([])
      _ = try await world.client().registerTarget("bookmarks", operations: [.link]) { session in
        #expect(session.operation == .link)
        for item in session.items {
          let loading = session.loading(item, ["text/uri-list"])
          let address = try await loading.value(as: String.self)
          kept.update { $0.append(address) }
        }
      }
      var item = ItemProvider(text: "the page")
      item.register("text/uri-list", bytes: Array("https://example.org/".utf8))
      let source = try await world.client()
      var options = OfferingOptions(operations: [.copy, .link])
      let offering = try await source.offer([item], options: options)
      let events = offering.events
      let target = try #require(try await source.targets(named: "bookmarks").first)
      let result = try await target.drop(offering.path)
      #expect(result.operation == .link)
      #expect(result.items == 1)
      let found = try await world.client().offered(at: offering.path).firstItem()
      let address = try await found.linking(["text/uri-list"]).value(as: String.self)
      #expect(kept.value + [address] == Array(repeating: "https://example.org/", count: 2))
      for _ in 0..<2 {
        let ended = try await next(of: events, "ended") { event -> EndedTransfer? in
          if case .ended(let ended) = event { ended } else { nil }
        }
        #expect(try ended.result.get() == .link)
      }
      options.operations = [.copy]
      let copies = try await source.offer([item], options: options)
      let other = try await world.client().offered(at: copies.path).firstItem()
      let refused = await failure { () async throws(DragError) in
        try await other.linking().load()
      }
      #expect(refused?.code == .operationNotAllowed)
    }
  }

  /// A source that writes for ever, until it is cancelled.
  private func endless(_ isCancelled: Box<Bool>) -> ItemProvider {
    ItemProvider(lazy: "a/endless") { writer in
      do {
        while true { try await writer.write([UInt8](repeating: 65, count: 65_536)) }
      } catch {
        isCancelled.update { $0 = true }
        throw error
      }
    }
  }

  /// Regression: the source went on writing, and the target waiting.
  @Test func aCancelledDropEndsItsTransfers() async throws {
    try await World.run { world in
      let isCancelled = Box(false)
      let failed = Box<DragError?>(nil)
      let isLoading = Box(false)
      _ = try await world.client().registerTarget("sink") { session in
        do throws(DragError) {
          for try await _ in session.loading(session.items[0]).chunks() {
            isLoading.update { $0 = true }
          }
        } catch {
          failed.update { $0 = error }
          throw error
        }
      }
      let dropper = try await world.client()
      let target = try #require(try await dropper.targets(named: "sink").first)
      let item = endless(isCancelled)
      let task = Task {
        await failure { () async throws(DragError) in try await target.drop([item]) }
      }
      try await eventually("it is loading") { isLoading.value }
      task.cancel()
      #expect(await task.value?.code == .cancelled)
      try await eventually("both sides have learned of it") {
        isCancelled.value && failed.value != nil
      }
      #expect(failed.value?.code == .cancelled)
      #expect(failed.value?.message.contains("the task that asked for it was cancelled") == true)
    }
  }

  @Test func aSourceCancelsOneTransferOfTwo() async throws {
    try await World.run { world in
      let source = try await world.client()
      let flags = [Box(false), Box(false)]
      let offering = try await source.offer(flags.map { endless($0) })
      let events = offering.events
      let items = try await world.client().offered(at: offering.path).items()
      let tasks = items.map { item in
        Task {
          await failure { () async throws(DragError) in
            for try await _ in item.chunks() {}
          }
        }
      }
      let first = try await next(of: events, "asked") { event -> TransferID? in
        if case .asked(let transfer, item: 0, _) = event { transfer } else { nil }
      }
      try await offering.cancel(first, reason: "no longer true")
      let error = await tasks[0].value
      #expect(error?.code == .cancelled)
      #expect(error?.message.contains("no longer true") == true)
      #expect(!flags[1].value)
      try await offering.cancel(reason: "closing")
      #expect(await tasks[1].value?.message.contains("closing") == true)
      try await eventually("both are cancelled") { flags.allSatisfy { $0.value } }
    }
  }

  /// Regression: the total was unknown until the last item began.
  @Test func aDropKnowsItsSizeFromTheStart() async throws {
    try await World.run { world in
      let seen = Box<[TransferProgress]>([])
      let told = Box<[TransferProgress]>([])
      let path = try world.fixture.folder.write("large", Sample.noise(3_000_000))
      _ = try await world.client().registerTarget("list", types: ["a/file", "text/plain"]) {
        session in
        for await progress in session.progress {
          seen.update { $0.append(progress) }
          break
        }
        for item in session.items { _ = try await session.loading(item).load() }
      }
      var file = ItemProvider()
      file.register("a/other", bytes: [1])
      file.register("a/file", file: path)
      let dropper = try await world.client()
      let target = try #require(try await dropper.targets(named: "list").first)
      let items = [ItemProvider(text: "four"), file]
      let result = try await target.drop(items) { progress in
        told.update { $0.append(progress) }
      }
      #expect(seen.value == [TransferProgress(bytes: 0, total: 3_000_004)])
      #expect(told.value.first == TransferProgress(bytes: 0, total: 3_000_004))
      #expect(result.items == 2)
      try await eventually("the end was told") { told.value.last?.fraction == 1 }
    }
  }

  @Test(arguments: PrivateBus.Kind.allCases)
  func targetsComeAndGo(_ kind: PrivateBus.Kind) async throws {
    try await World.run(kind) { world in
      let owner = try await world.client()
      let client = try await world.client()
      let targets = client.dropTargets
      func wait(_ what: String, _ is: @escaping @Sendable ([FoundTarget]) -> Bool) async throws {
        _ = try await next(of: targets, what) { list -> Bool? in `is`(list) ? true : nil }
      }
      try await wait("none") { $0.isEmpty }
      let first = try await owner.registerTarget("one", types: ["image/*"], label: "One") { _ in }
      let second = try await owner.registerTarget("two", operations: [.copy, .link]) { _ in }
      try await wait("both") { list in
        list.map(\.name) == ["one", "two"] && list.map(\.types) == [["image/*"], []]
          && list.map(\.operations) == [[.copy], [.copy, .link]]
      }
      try await first.update(label: "First")
      try await wait("the label") { $0.map(\.label) == ["First", ""] }
      let offering = try await owner.offer([ItemProvider("text")])
      let offered = try await client.offered(at: offering.path)
      let found = try await client.targets()
      #expect(found.map { $0.takes(offered) } == [false, true])
      #expect(found.map(\.isOwn) == [false, false])
      try await first.unregister()
      try await wait("one has gone") { $0.map(\.name) == ["two"] }
      try await second.unregister()
      try await wait("all have gone") { $0.isEmpty }
    }
  }
}
