import DragClient
import Foundation
import Harness
import Testing

@Suite struct LoadingTests {
  /// An item that another program offers.
  private func item(_ provider: ItemProvider, in world: World) async throws -> OfferedItem {
    let offering = try await world.client().offer([provider])
    return try await world.client().offered(at: offering.path).firstItem()
  }

  @Test func aHundredMegabytesComeLazilyWithProgress() async throws {
    try await World.run { world in
      let size = 100 << 20
      let item = try await item(
        ItemProvider(lazy: "a/big", size: UInt64(size)) { writer in
          let chunk = [UInt8](repeating: 7, count: 1 << 20)
          for _ in 0..<100 { try await writer.write(chunk) }
        }, in: world)
      let loading = item.loading()
      let progress = loading.progress
      let seen = Task {
        var seen: [TransferProgress] = []
        for await one in progress { seen.append(one) }
        return seen
      }
      var count = 0
      for try await chunk in loading.chunks() {
        count += chunk.count
        #expect(chunk.first == 7)
      }
      #expect(count == size)
      let all = await seen.value
      #expect(all.count > 1)
      #expect(all.last?.fraction == 1)
      #expect(all.last?.bytes == UInt64(size))
      #expect(all.contains { ($0.rate ?? 0) > 0 })
      #expect(all.map(\.bytes) == all.map(\.bytes).sorted())
      let path = world.fixture.folder.path("big")
      let saved = try await item.save(to: path)
      #expect(saved.size == UInt64(size))
      #expect(saved.type == "a/big")
    }
  }

  @Test func aWholeLoadHasProgressToo() async throws {
    try await World.run { world in
      let goOn = Box(false)
      let item = try await item(
        ItemProvider(lazy: "a/b", size: 2_000_000) { writer in
          try await writer.write([UInt8](repeating: 1, count: 1_000_000))
          try await eventually("the destination has seen half") { goOn.value }
          try await writer.write([UInt8](repeating: 2, count: 1_000_000))
        }, in: world)
      let loading = item.loading()
      let progress = loading.progress
      let bytes = Task { try await loading.bytes() }
      let half = try await next(of: progress, "progress") { one -> TransferProgress? in
        one.bytes > 0 ? one : nil
      }
      #expect(half.total == 2_000_000)
      #expect((0.0...0.5).contains(half.fraction ?? 1))
      goOn.update { $0 = true }
      #expect(try await bytes.value.count == 2_000_000)
    }
  }

  @Test func aSourceIsNoFasterThanItsReader() async throws {
    try await World.run { world in
      let written = Box(0)
      let item = try await item(
        ItemProvider(lazy: "a/b") { writer in
          let chunk = [UInt8](repeating: 1, count: 1 << 20)
          for _ in 0..<64 {
            try await writer.write(chunk)
            written.count()
          }
        }, in: world)
      var chunks = item.chunks().makeAsyncIterator()
      var count = try await chunks.next()?.count ?? 0
      // What the pipes between the two hold is a few MiB at most.
      #expect(written.value < 16)
      while let chunk = try await chunks.next() { count += chunk.count }
      #expect(count == 64 << 20)
      #expect(written.value == 64)
    }
  }

  @Test func aFileAppearsWholeOrNotAtAll() async throws {
    try await World.run { world in
      let item = try await item(ItemProvider(text: "content"), in: world)
      let path = world.fixture.folder.path("saved.txt")
      try await item.save(to: path)
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "content")
      let exists = await failure { () async throws(DragError) in try await item.save(to: path) }
      #expect(exists?.code == .fileExists)
      guard case .system(_, let errno)? = exists?.cause else {
        Issue.record("no cause")
        return
      }
      #expect(errno == EEXIST)
      try world.fixture.folder.write("saved.txt", text: "old")
      try await item.save(to: path, replacing: true)
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "content")
      let broken = try await self.item(
        ItemProvider(lazy: "a/b") { writer in
          try await writer.write("half")
          throw Note.Malformed()
        }, in: world)
      let other = world.fixture.folder.path("other")
      _ = await failure { () async throws(DragError) in try await broken.save(to: other) }
      #expect(access(other, F_OK) != 0)
      let nowhere = world.fixture.folder.path("no/where")
      let folder = await failure { () async throws(DragError) in
        try await item.save(to: nowhere)
      }
      #expect(folder?.message.contains(nowhere) == true)
    }
  }

  @Test func failuresArriveWithTheirWords() async throws {
    try await World.run { world in
      let failing = try await item(
        ItemProvider(lazy: "a/b") { writer in
          try await writer.write("half")
          throw DragError(.other, "the camera is unplugged")
        }, in: world)
      let failed = await failure { () async throws(DragError) in try await failing.bytes() }
      #expect(failed?.code == .sourceFailed)
      #expect(failed?.message.contains("the camera is unplugged") == true)
      let short = try await item(
        ItemProvider(lazy: "a/b", size: 10) { try await $0.write("short") }, in: world)
      let truncated = await failure { () async throws(DragError) in try await short.bytes() }
      #expect(truncated?.code == .truncated)
      var count = 0
      do throws(DragError) {
        for try await chunk in short.chunks() { count += chunk.count }
        Issue.record("a truncated stream ended well")
      } catch {
        #expect(error.code == .truncated)
      }
      #expect(count == 5)
      let none = await failure { () async throws(DragError) in try await short.bytes(["x/y"]) }
      #expect(none?.code == .notAcceptable)
      let text = try await item(ItemProvider(text: "no note"), in: world)
      #expect(
        await failure { () async throws(DragError) in
          try await text.value(as: Note.self)
        }?.code == .notAcceptable)
    }
  }

  @Test func whatIsNoSuchValueIsUnreadable() async throws {
    try await World.run { world in
      let source = try await world.client()
      let offering = try await source.offer([
        ItemProvider(lazy: Note.type) { try await $0.write("nonsense") }
      ])
      let item = try await world.client().offered(at: offering.path).firstItem()
      let error = await failure { () async throws(DragError) in
        try await item.value(as: Note.self)
      }
      #expect(error?.code == .unreadable)
      guard case .program(let cause)? = error?.cause else {
        Issue.record("no cause")
        return
      }
      #expect(cause is Note.Malformed)
    }
  }

  @Test(arguments: [false, true])
  func cancellingTheTaskCancelsTheSource(_ asStream: Bool) async throws {
    try await World.run { world in
      let cancelled = Box(0)
      let offering = try await world.client().offer([
        ItemProvider(lazy: "a/b") { _ in
          // It writes nothing, so that no closed pipe ends it first.
          try await withTaskCancellationHandler {
            try await Task.sleep(for: .seconds(1_000))
          } onCancel: {
            cancelled.count()
          }
        }
      ])
      let events = offering.events
      let item = try await world.client().offered(at: offering.path).firstItem()
      let loading = Task { () async throws -> Int in
        guard asStream else { return try await item.bytes().count }
        var count = 0
        for try await chunk in item.chunks() { count += chunk.count }
        return count
      }
      _ = try await next(of: events, "asked") { event -> Bool? in
        if case .asked = event { true } else { nil }
      }
      loading.cancel()
      let error = await #expect(throws: DragError.self) { try await loading.value }
      #expect(error?.code == .cancelled)
      try await eventually("the closure is cancelled") { cancelled.value == 1 }
      let ended = try await next(of: events, "ended") { event -> EndedTransfer? in
        if case .ended(let ended) = event { ended } else { nil }
      }
      #expect(throws: DragError.self) { try ended.result.get() }
    }
  }

  @Test func whoStopsReadingCancels() async throws {
    try await World.run { world in
      let offering = try await world.client().offer([
        ItemProvider(lazy: "a/b") { writer in
          while true { try await writer.write([UInt8](repeating: 1, count: 100_000)) }
        }
      ])
      let item = try await world.client().offered(at: offering.path).firstItem()
      for try await _ in item.chunks() { break }
      let ended = try await next(of: offering.events, "ended") { event -> EndedTransfer? in
        if case .ended(let ended) = event { ended } else { nil }
      }
      #expect(throws: DragError.self) { try ended.result.get() }
    }
  }

  @Test func aTaskThatIsCancelledAlreadyAsksForNothing() async throws {
    try await World.run { world in
      let asked = Box(0)
      let item = try await item(ItemProvider(lazy: "a/b") { _ in asked.count() }, in: world)
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return await failure { () async throws(DragError) in try await item.bytes() }
      }
      #expect(await task.value?.code == .cancelled)
      _ = try await item.bytes()
      #expect(asked.value == 1)
    }
  }
}
