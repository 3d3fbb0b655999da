import DragClient
import Harness
import Testing

/// A store of a program's, as durable as its process.
actor Store: MoveJournal {
  private(set) var pending: [TransferID: String] = [:]
  private(set) var permanent: [TransferID: String] = [:]
  private(set) var noted: Set<TransferID> = []

  var items: [String] { permanent.values.sorted() }

  func store(_ text: String, as transfer: TransferID) {
    pending[transfer] = text
    noted.insert(transfer)
  }

  func pendingMoves() -> [TransferID] { noted.sorted { $0.rawValue < $1.rawValue } }

  func makePermanent(_ transfer: TransferID) {
    if let text = pending.removeValue(forKey: transfer) { permanent[transfer] = text }
  }

  func discard(_ transfer: TransferID) {
    pending[transfer] = nil
    noted.remove(transfer)
  }

  func forget(_ transfer: TransferID) { noted.remove(transfer) }
}

@Suite struct MoveTests {
  /// The options of a source of moves, which adds the keys that it deletes to `deleted`.
  private func options(
    _ deleted: Box<[String]>, cookie: String = MoveSource.newCookie(),
    check: @escaping @Sendable (String) async throws -> Void = { _ in }
  ) -> OfferingOptions {
    var options = OfferingOptions()
    options.operations = [.copy, .move]
    options.moves = MoveSource(cookie: cookie, check: check) { key in
      deleted.update { $0.append(key) }
    }
    return options
  }

  private func provider(_ text: String, key: String) -> ItemProvider {
    var provider = ItemProvider(key: key)
    provider.register("text/plain;charset=utf-8", bytes: Array(text.utf8))
    return provider
  }

  private func move(_ item: OfferedItem, to store: Store) async throws {
    try await item.move(journal: store) { content, transfer in
      await store.store(String(decoding: try await content.bytes(), as: UTF8.self), as: transfer)
    }
  }

  @Test func anOfferEndsOnceWhatHasMovedIsDeleted() async throws {
    try await World.run { world in
      let (begun, end) = (Box(false), Box(false))
      let deletion = AsyncStream<Void>.makeStream()
      var options = OfferingOptions()
      options.operations = [.move]
      options.moves = MoveSource(cookie: MoveSource.newCookie()) { _ in
        begun.update { $0 = true }
        for await _ in deletion.stream {}
        #expect(!end.value)
      }
      let source = try await world.client()
      let offering = try await source.offer([provider("one", key: "a")], options: options)
      let events = offering.events
      let ended = Task {
        for await event in events {
          if case .released(let reason) = event {
            end.update { $0 = true }
            return "\(reason)"
          }
        }
        return "silence"
      }
      let item = try await world.client().offered(at: offering.path).firstItem()
      let store = Store()
      async let move: Void = move(item, to: store)
      try await eventually("it is being deleted") { begun.value }
      // What dragd said of the offer's end comes before its answer.
      let gone = await failure { () async throws(DragError) in
        try await source.offered(at: offering.path)
      }
      #expect(gone?.code == .noSuchOffer)
      #expect(!end.value)
      deletion.continuation.finish()
      #expect(await ended.value == "used")
      try await move
    }
  }

  @Test func anOfferWithdrawnDuringAMoveEndsAfterIt() async throws {
    try await World.run { world in
      let (isAsked, deleted) = (Box(false), Box<[String]>([]))
      let answer = AsyncStream<Void>.makeStream()
      let options = options(deleted) { _ in
        isAsked.update { $0 = true }
        for await _ in answer.stream {}
      }
      let offering = try await world.client().offer([provider("one", key: "a")], options: options)
      let events = offering.events
      let item = try await world.client().offered(at: offering.path).firstItem()
      let store = Store()
      async let move: Void = move(item, to: store)
      try await eventually("the source is asked") { isAsked.value }
      try await offering.withdraw()
      answer.continuation.finish()
      let isDeleted = try await next(of: events, "the end") { event -> Bool? in
        if case .released(.withdrawn) = event { deleted.value == ["a"] } else { nil }
      }
      #expect(isDeleted)
      try await move
      #expect(await store.items == ["one"])
    }
  }

  @Test(arguments: PrivateBus.Kind.allCases)
  func anItemMovesOnce(_ kind: PrivateBus.Kind) async throws {
    try await World.run(kind) { world in
      let deleted = Box<[String]>([])
      let source = try await world.client()
      let offering = try await source.offer(
        [provider("one", key: "a"), provider("two", key: "b")], options: options(deleted))
      let store = Store()
      let client = try await world.client()
      let items = try await client.offered(at: offering.path).items()
      let moved = try await items[0].move(journal: store) { content, transfer in
        let text = String(decoding: try await content.bytes(), as: UTF8.self)
        await store.store(text, as: transfer)
        return text
      }
      #expect(moved == "one")
      #expect(await store.items == ["one"])
      #expect(await store.noted.isEmpty)
      try await eventually("it is deleted") { deleted.value == ["a"] }
      let again = await failure { () async throws(DragError) in
        try await items[0].move(journal: store) { _, _ in }
      }
      #expect(again?.code == .noSuchItem)
      #expect(try await client.recover(journal: store).kept.isEmpty)
      let stranger = MoveSource(cookie: MoveSource.newCookie()) { _ in }
      #expect(try await source.recover(source: stranger).isEmpty)
    }
  }

  @Test func aSourceThatHasItNoMorePreventsTheMove() async throws {
    try await World.run { world in
      let deleted = Box<[String]>([])
      let offering = try await world.client().offer(
        [provider("one", key: "a")],
        options: options(deleted) { key in throw DragError(.other, "\(key) was eaten") })
      let store = Store()
      let item = try await world.client().offered(at: offering.path).firstItem()
      let error = await failure { () async throws(DragError) in
        try await item.move(journal: store) { content, transfer in
          await store.store("one", as: transfer)
        }
      }
      #expect(error?.code == .sourceFailed)
      #expect(error?.message.contains("a was eaten") == true)
      #expect(await store.pending.isEmpty)
      #expect(await store.items.isEmpty)
      #expect(deleted.value.isEmpty)
    }
  }

  @Test func aMoveThatDiesWithDragdIsReleased() async throws {
    try await World.run { world in
      let (deleted, released) = (Box<[String]>([]), Box<[String]>([]))
      let daemon = world.daemon
      var options = OfferingOptions()
      options.operations = [.copy, .move]
      options.moves = MoveSource(cookie: MoveSource.newCookie()) { _ in
        daemon.kill()
      } delete: { key in
        deleted.update { $0.append(key) }
      } release: { key in
        released.update { $0.append(key) }
      }
      let offering = try await world.client().offer([provider("one", key: "a")], options: options)
      let store = Store()
      let item = try await world.client().offered(at: offering.path).firstItem()
      let moving = Task {
        await failure { () async throws(DragError) in
          try await item.move(journal: store) { content, transfer in
            await store.store("one", as: transfer)
          }
        }
      }
      try await eventually("dragd is killed") { !daemon.isRunning }
      #expect(released.value == [])
      try await world.restartDragd()
      try await eventually("it is released") { released.value == ["a"] }
      #expect(await moving.value != nil)
      #expect(await store.items.isEmpty)
      #expect(deleted.value.isEmpty)
    }
  }

  @Test func whatCannotBeStoredStaysWithItsSource() async throws {
    try await World.run { world in
      let deleted = Box<[String]>([])
      let offering = try await world.client().offer(
        [provider("one", key: "a")], options: options(deleted))
      let store = Store()
      let item = try await world.client().offered(at: offering.path).firstItem()
      let error = await failure { () async throws(DragError) in
        try await item.move(journal: store) { _, _ in throw Note.Malformed() }
      }
      #expect(error?.code == .program)
      // It is free again.
      try await eventually("it can be moved") {
        do throws(DragError) {
          try await item.move(journal: store) { _, transfer in
            await store.store("one", as: transfer)
          }
          return true
        } catch {
          guard error.code == .busy else { throw error }
          return false
        }
      }
      #expect(deleted.value == ["a"])
    }
  }

  @Test func whatHasMovedIsNotOfferedAgainByANewDragd() async throws {
    try await World.run { world in
      let deleted = Box<[String]>([])
      let offering = try await world.client().offer(
        [provider("one", key: "a"), provider("two", key: "b")], options: options(deleted))
      let store = Store()
      let item = try await world.client().offered(at: offering.path).firstItem()
      try await item.move(journal: store) { _, transfer in await store.store("one", as: transfer) }
      let events = offering.events
      try await world.restartDragd()
      _ = try await next(of: events, "published") { event -> Bool? in
        if case .published = event { true } else { nil }
      }
      let items = try await world.client().offered(at: offering.path).items()
      #expect(items.map(\.key) == ["b"])
      #expect(try await items[0].value(as: String.self) == "two")
    }
  }

  @Test func aSourceDeletesWhatMovedWhileItWasDying() async throws {
    try await World.run { world in
      let cookie = MoveSource.newCookie()
      var dying = OfferingOptions()
      dying.operations = [.move]
      dying.moves = MoveSource(cookie: cookie) { _ in throw Note.Malformed() }
      let source = try await world.client()
      let offering = try await source.offer([provider("one", key: "a")], options: dying)
      let store = Store()
      let item = try await world.client().offered(at: offering.path).firstItem()
      try await item.move(journal: store) { _, transfer in await store.store("one", as: transfer) }
      #expect(await store.items == ["one"])
      source.close()
      let deleted = Box<[String]>([])
      let successor = try await world.client()
      let keys = try await successor.recover(
        source: MoveSource(cookie: cookie) { key in deleted.update { $0.append(key) } })
      #expect(keys == ["a"])
      #expect(deleted.value == ["a"])
      let again = try await successor.recover(source: MoveSource(cookie: cookie) { _ in })
      #expect(again.isEmpty)
    }
  }

  @Test func aPendingMoveIsSettledAtTheNextStart() async throws {
    try await World.run { world in
      let deleted = Box<[String]>([])
      let offering = try await world.client().offer(
        [provider("one", key: "a")], options: options(deleted))
      let store = Store()
      let destination = try await world.client()
      let item = try await destination.offered(at: offering.path).firstItem()
      // The destination dies between receive and finish.
      let error = await failure { () async throws(DragError) in
        try await item.move(journal: Deaf()) { _, transfer in
          await store.store("one", as: transfer)
          destination.close()
        }
      }
      #expect(error?.code == .undecided)
      let recovery = try await world.client().recover(journal: store)
      #expect(recovery.kept.isEmpty)
      #expect(recovery.discarded.count == 1)
      #expect(recovery.undecided.isEmpty)
      #expect(await store.pending.isEmpty)
      #expect(deleted.value.isEmpty)
    }
  }

  @Test func aCommittedMoveIsKeptAtTheNextStart() async throws {
    try await World.run { world in
      let deleted = Box<[String]>([])
      let offering = try await world.client().offer(
        [provider("one", key: "a")], options: options(deleted))
      let store = Store()
      let item = try await world.client().offered(at: offering.path).firstItem()
      // The destination dies after the commit, before it could note that.
      let error = await failure { () async throws(DragError) in
        try await item.move(journal: Deaf()) { _, transfer in
          await store.store("one", as: transfer)
        }
      }
      #expect(error?.code == .program)
      try await world.restartDragd()
      let recovery = try await world.client().recover(journal: store)
      #expect(recovery.kept.count == 1)
      #expect(await store.items == ["one"])
      #expect(await store.noted.isEmpty)
      #expect(deleted.value == ["a"])
    }
  }
}

/// A journal whose program has died.
private struct Deaf: MoveJournal {
  func pendingMoves() throws -> [TransferID] { throw Note.Malformed() }
  func makePermanent(_ transfer: TransferID) throws { throw Note.Malformed() }
  func discard(_ transfer: TransferID) throws { throw Note.Malformed() }
  func forget(_ transfer: TransferID) throws { throw Note.Malformed() }
}
