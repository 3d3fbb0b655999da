import DragModel
import Harness
import Testing

/// Recorded offers, and what a later broker restores from them.
@Suite struct RestoringTests {
  typealias Record = OfferRecord<OfferedContent>

  private func restored(
    _ records: some Sequence<Record>, present: Set<Peer>, at now: Instant,
    isCommitted: (MoveKey) -> Bool = { _ in false }
  ) -> (broker: Broker, effects: [Effect]) {
    var broker = Broker()
    let effects = broker.restore(
      Array(records), present: present, isCommitted: isCommitted, at: now)
    return (broker, effects)
  }

  private func sorted(_ broker: Broker) -> [Record] { broker.records.sorted { $0.id < $1.id } }

  /// The recorded changes suffice: applied in order they lead to the broker's offers.
  @Test(arguments: Extent.part(of: 0..<4) { $0 < 1 })
  func whateverHappensWhatWasWrittenDownRestoresWhatThereWas(seed: Int) throws {
    var walk = Walk(seed: UInt64(1_000 + seed))
    walk.world.broker.keepsContent = true
    var written: [Identifier: Record] = [:]
    var places: [Identifier: Int] = [:]
    var compared = 0
    for step in 0..<20_000 {
      try walk.step()
      for change in walk.changes {
        apply(change, of: walk.world.broker, to: &written)
        switch change {
        case .published(let id), .grown(let id, _, true): places[id] = step
        case .grown, .used, .emptied, .left, .ended: break
        }
      }
      guard step % 20 == 0 else { continue }
      let (broker, now) = (walk.world.broker, walk.world.now)
      let present = Set(walk.peers.map(\.peer))
      let ordered = written.values.sorted { places[$0.id] ?? 0 < places[$1.id] ?? 0 }
      let fromFile = restored(ordered, present: present, at: now).broker
      let fromBroker = restored(broker.records, present: present, at: now).broker
      #expect(sorted(fromFile) == sorted(fromBroker))
      let lasting = broker.records.filter { ($0.deadline ?? .max) > now.boottime }
      // All offers come back except expired ones. Which of those linger whose sources are leaving depends on the order.
      if !broker.hasDepartures {
        #expect(Set(fromFile.records.map(\.id)) == Set(lasting.map(\.id)))
        #expect(
          Array(fromFile.listed) == broker.listed.filter { id in lasting.contains { $0.id == id } })
      }
      compared += lasting.count
      try expectNothingLeft(fromFile, afterLeaving: present, now)
    }
    #expect(compared > 2_000)
  }

  private func apply(
    _ change: RecordedChange, of broker: Broker, to written: inout [Identifier: Record]
  ) {
    let id = change.offer
    switch change {
    case .published: written[id] = broker.record(of: id)
    case .grown(_, let first, let isComplete):
      written[id]?.items += broker.recordedItems(of: id, from: first)
      if isComplete { written[id]?.stage = .open }
    case .used(_, let item, let count): written[id]?.items[item].useCount = count
    case .emptied(_, let item): written[id]?.items[item].hasMovedAway = true
    case .left(_, let expires, let deadline):
      written[id]?.stage = .lingering
      written[id]?.expires = expires
      written[id]?.deadline = deadline
    case .ended: written[id] = nil
    }
  }

  /// Every charge is refunded exactly.
  private func expectNothingLeft(
    _ broker: Broker, afterLeaving peers: Set<Peer>, _ now: Instant
  ) throws {
    var broker = broker
    for peer in peers { _ = try broker.handle(.peerLeft(peer, unread: []), at: now) }
    while broker.hasDepartures { _ = try broker.handle(.continueDeparture, at: now) }
    var late = now
    late.boottime = .max
    _ = try broker.handle(.timerFired, at: late)
    #expect(broker.isIdle)
    #expect(broker.inventory.bytesHeld == 0 && broker.inventory.items == 0)
  }

  @Test func anOfferWhoseSourceIsGoneLingersFromNowOn() throws {
    var world = World()
    let content = world.held(7)
    let id = try world.offer([content, .lazy(size: nil)]) { $0.linger = 5 }
    world.pass(milliseconds: 100)
    let (broker, effects) = restored(world.broker.records, present: [], at: world.now)
    let shown = try broker.shown(offer: id)
    #expect(shown.connection == "" && shown.types == [MIMEType("text/plain")])
    #expect(shown.expires == world.now.realtime + 5_000)
    #expect(broker.inventory.bytesHeld == 7 && broker.inventory.peers == 0)
    #expect(effects.contains(.listed(id)))
    #expect(broker.nextTimer(at: world.now) == 5_000)
  }

  @Test func whatHasLingeredGoesOnLingeringToTheSameMoment() throws {
    var world = World()
    let id = try world.offer([world.held(7)]) { $0.linger = 500 }
    try world.handle(.peerLeft(World.source.peer, unread: []))
    let expires = try world.broker.shown(offer: id).expires
    world.pass(milliseconds: 499)
    let broker = restored(world.broker.records, present: [], at: world.now).broker
    #expect(try broker.shown(offer: id).expires == expires)
    #expect(broker.nextTimer(at: world.now) == 1_000)
    world.pass(milliseconds: 1)
    let (late, effects) = restored(world.broker.records, present: [], at: world.now)
    #expect(late.isIdle)
    #expect(effects.contains { if case .dispose = $0 { true } else { false } })
  }

  @Test func whatCouldNotBeKeptIsNotCharged() throws {
    var world = World()
    let other = try world.offer([world.held(7), world.held(8)])
    var records = world.broker.records
    records[0].items[0].representations.removeFirst()
    let broker = restored(records, present: [World.source.peer], at: world.now).broker
    #expect(try broker.shown(offer: other).types == [MIMEType("image/png")])
    #expect(broker.inventory.bytesHeld == 8)
  }

  @Test func anItemThatHasMovedAwayComesBackEmptyAndTheLastOneNotAtAll() throws {
    var options = OfferOptions()
    options.operations = [.copy, .move]
    options.cookie = String(repeating: "c", count: 22)
    options.source = "/source"
    var world = World()
    let item = { (key: String, content: OfferedContent) in
      RecordedItem(
        attributes: ItemAttributes(key: key),
        representations: [
          RecordedRepresentation(
            type: try #require(MIMEType("text/plain")), visibility: .all, content: content)
        ], useCount: 0)
    }
    let record = Record(
      id: world.id(), owner: World.source, options: options, created: 1, expires: 0, deadline: nil,
      stage: .open, items: [try item("a", world.held(1)), try item("b", world.held(2))])
    let some = restored([record], present: [World.source.peer], at: world.now) { item in
      item.cookie == options.cookie && item.key == "a"
    }
    #expect(some.broker.inventory.bytesHeld == 2)
    #expect(try some.broker.shown(offer: record.id).itemCount == 2)
    #expect(some.effects.count { if case .dispose = $0 { true } else { false } } == 1)
    let none = restored([record], present: [World.source.peer], at: world.now) { _ in true }
    #expect(none.broker.isIdle)
  }

  @Test func sensitiveOffersAreNeverWrittenDown() throws {
    var world = World()
    world.broker.keepsContent = true
    let id = try world.offer([world.held(7)]) { $0.isSensitive = true }
    #expect(world.broker.records.isEmpty)
    let effects = try world.handle(.withdraw(offer: id, caller: World.source))
    #expect(!effects.contains { if case .record = $0 { true } else { false } })
  }
}
