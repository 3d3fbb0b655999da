import DragModel
import Testing

/// The rules of offers that no table shows.
@Suite struct OfferRuleTests {
  // MARK: uses

  @Test func aUseIsReservedWhileTheTransferRunsAndGivenBackWhenItFails() throws {
    var world = World()
    let offer = try world.offer([.lazy(size: nil)]) { $0.uses = 1 }
    let first = try world.accept(offer) { $0.delivery = .stream }.transfers[0]
    #expect(throws: Rejection.self) { try world.plan(offer) }
    #expect(code { _ = try world.plan(offer) } == .busy)
    try world.handle(.part(PartID(first, 0), .failed(Rejection(.sourceFailed, "no"))))
    _ = try world.plan(offer)
  }

  @Test func theLastUseEndsTheOffer() throws {
    var world = World()
    let offer = try world.offer([world.held(4)]) { $0.uses = 2 }
    try world.accept(offer)
    let effects = try world.accept(offer).effects
    let source = SourceObject(peer: World.source.peer, path: "/source")
    #expect(effects.contains(.unlisted(offer)))
    #expect(effects.contains(.released(offer: offer, source, .used)))
    #expect(code { _ = try world.plan(offer) } == .noSuchOffer)
    #expect(world.broker.isIdle)
  }

  @Test func aUsedUpItemKeepsItsIndexAndIsPassedOver() throws {
    var world = World()
    var options = OfferOptions()
    options.uses = 1
    let id = world.id()
    let items = (0..<3).map { _ in
      Item<OfferedContent>(
        attributes: ItemAttributes(),
        representations: [Representation(type: MIMEType("a/b"), content: world.held(5))])
    }
    try world.handle(.offer(id: id, owner: World.source, items: items, options: options))
    let effects = try world.accept(id, items: [1]).effects
    #expect(effects.filter { if case .dispose = $0 { true } else { false } }.count == 1)
    #expect(world.broker.inventory.bytesHeld == 10)
    #expect(code { _ = try world.plan(id, items: [1]) } == .noSuchItem)
    #expect(try world.plan(id).items.map(\.index) == [0, 2])
    let shown = try world.broker.items(of: id, from: 0, count: 0, for: World.destination)
    #expect(shown.map(\.representations.count) == [1, 0, 1])
  }

  // MARK: accepting

  @Test func acceptIsAllOrNothing() throws {
    var world = World()
    let offer = try world.offer([world.held(1)])
    let before = world.broker
    #expect(code { try world.accept(offer, items: [0, 1]) } == .noSuchItem)
    #expect(code { try world.accept(offer, items: [0, 0]) } == .invalidArguments)
    #expect(code { try world.accept(offer, types: ["image/png"]) } == .notAcceptable)
    #expect(code { try world.accept(offer) { $0.operation = .link } } == .operationNotAllowed)
    #expect(world.broker == before)
  }

  @Test func notAcceptableListsWhatIsOnOffer() throws {
    var world = World()
    let offer = try world.offer([world.held(1), world.held(1)])
    do throws(Rejection) {
      _ = try world.plan(offer, types: ["video/*"])
      Issue.record("a video was found")
    } catch {
      #expect(error.message.contains("video/*"))
      #expect(error.message.contains("text/plain, image/png"))
    }
  }

  @Test func seventeenDescriptorsDoNotTravelInOneReply() throws {
    var world = World()
    let id = world.id()
    let items = (0..<17).map { _ in
      Item<OfferedContent>(
        attributes: ItemAttributes(),
        representations: [Representation(type: MIMEType("a/b"), content: .lazy(size: nil))])
    }
    var options = OfferOptions()
    options.source = "/s"
    try world.handle(.offer(id: id, owner: World.source, items: items, options: options))
    #expect(code { try world.accept(id) { $0.delivery = .stream } } == .tooManyItems)
    try world.accept(id, items: Array(0..<16)) { $0.delivery = .stream }
    try world.accept(id, items: [16]) { $0.delivery = .stream }
  }

  // MARK: visibility

  @Test func whatTheCallerMayNotSeeIsLeftOut() throws {
    var world = World()
    let twin = Party(Peer(":1.9"), application: World.source.application)
    let offer = try world.offer([world.held(1)], visibility: .app)
    #expect(code { _ = try world.plan(offer) } == .notAcceptable)
    _ = try world.plan(offer, by: twin)
    _ = try world.plan(offer, by: World.source)
    #expect(try world.broker.shown(offer: offer).types.isEmpty)
    for (party, count) in [(World.destination, 0), (twin, 1), (World.source, 1)] {
      let items = try world.broker.items(of: offer, from: 0, count: 0, for: party)
      #expect(items[0].representations.count == count)
    }
  }

  @Test func unknownApplicationsAreNeverTheSame() throws {
    var world = World()
    let offer = try world.offer([world.held(1)], by: World.stranger, visibility: .app)
    #expect(code { _ = try world.plan(offer, by: Party(Peer(":1.9"))) } == .notAcceptable)
  }

  @Test func theLocalValueIsShownToItsOwnConnectionOnly() throws {
    var world = World()
    let id = world.id()
    let item = Item<OfferedContent>(
      attributes: ItemAttributes(name: "a", key: "k", local: "secret"),
      representations: [Representation(type: MIMEType("a/b"), content: world.held(1))])
    try world.handle(
      .offer(id: id, owner: World.source, items: [item], options: OfferOptions()))
    let own = try world.broker.items(of: id, from: 0, count: 0, for: World.source)
    let other = try world.broker.items(of: id, from: 0, count: 0, for: World.destination)
    #expect(own[0].attributes.local == "secret")
    #expect(other[0].attributes == ItemAttributes(name: "a", key: "k"))
  }

  // MARK: finding

  @Test func findTakesTheNewestThatFits() throws {
    var world = World()
    let text = try world.offer([world.held(1)])
    let picture = try world.offer([world.held(1)], types: ["image/png"])
    let secret = try world.offer([world.held(1)]) { $0.isPrivate = true }
    #expect(try world.find([]) == picture)
    #expect(try world.find(["text/plain"]) == text)
    #expect(code { _ = try world.find(["video/*"]) } == .noSuchOffer)
    _ = try world.plan(secret)
    try world.handle(.withdraw(offer: picture, caller: World.source))
    #expect(try world.find([]) == text)
  }

  @Test func whoAsksIsFoundOutOnlyWhereItMatters() throws {
    var world = World()
    func find(_ types: [String]) throws -> Identifier? {
      try world.broker.find(
        try TypePreferences(types), forUnidentified: World.stranger.peer, hierarchy: NoHierarchy())
    }
    let restricted = try world.offer([world.held(1)], visibility: .app)
    #expect(try find([]) == nil)
    #expect(try find(["text/*"]) == nil)
    #expect(code { _ = try find(["video/*"]) } == .noSuchOffer)
    let open = try world.offer([world.held(1)])
    #expect(try find([]) == open)
    // Past the open one, it depends on the application again.
    try world.handle(.withdraw(offer: open, caller: World.source))
    #expect(try find([]) == nil)
    try world.handle(.withdraw(offer: restricted, caller: World.source))
    #expect(code { _ = try find([]) } == .noSuchOffer)
  }

  // MARK: leaving

  @Test func lazyContentGoesWithItsSourceAndHeldContentLingers() throws {
    var world = World()
    let mixed = try world.offer([.lazy(size: nil), world.held(3)])
    let lazy = try world.offer([.lazy(size: nil)])
    let secret = try world.offer([world.held(3)]) { $0.isSensitive = true }
    let effects = try world.handle(.peerLeft(World.source.peer, unread: []))
    #expect(effects.contains(.offerChanged(mixed)))
    #expect(effects.contains(.unlisted(lazy)))
    #expect(effects.contains(.unlisted(secret)))
    let shown = try world.broker.shown(offer: mixed)
    #expect(shown.types.map(\.description) == ["image/png"])
    #expect(shown.connection.isEmpty)
    #expect(world.broker.inventory.offers == 1)
  }

  @Test func aRunningTransferOutlivesItsWithdrawnOffer() throws {
    var world = World()
    let offer = try world.offer([.lazy(size: 3)])
    let part = PartID(try world.accept(offer) { $0.delivery = .stream }.transfers[0], 0)
    try world.handle(.withdraw(offer: offer, caller: World.source))
    try world.handle(.part(part, .ended(total: 3)))
    try world.handle(.part(part, .replied(bytes: 3)))
    #expect(world.state(part.transfer) == .delivered)
  }

  // MARK: quotas

  @Test func exceedingAQuotaNamesItAndItsValue() throws {
    var limits = Limits()
    limits[.offersPerConnection] = 1
    var world = World(limits: limits)
    let first = try world.offer([world.held(1)])
    do throws(Rejection) {
      _ = try world.offer([world.held(1)])
      Issue.record("one offer too many was let in")
    } catch {
      #expect(error.code == .quotaExceeded)
      #expect(error.message.hasPrefix("offers_per_connection is 1: 1 in use, 1 more asked for"))
    }
    // The replaced offer makes room.
    _ = try world.offer([world.held(1)]) { $0.replaces = first }
    // Another connection has a quota of its own.
    _ = try world.offer([world.held(1)], by: World.stranger)
  }

  @Test func reconnectingGainsNothing() throws {
    var limits = Limits()
    limits[.heldBytesPerConnection] = 10
    limits[.heldBytesPerUser] = 15
    var world = World(limits: limits)
    _ = try world.offer([world.held(10)])
    try world.handle(.peerLeft(World.source.peer, unread: []))
    #expect(code { _ = try world.offer([world.held(10)], by: World.stranger) } == .quotaExceeded)
  }

  // MARK: time

  @Test func stallingCountsOnlyWhileTheSourceIsWaitedFor() throws {
    var world = World()
    let offer = try world.offer([.lazy(size: nil)])
    let part = PartID(try world.accept(offer) { $0.delivery = .stream }.transfers[0], 0)
    try world.handle(.part(part, .transferred(total: 1)))
    try world.handle(.part(part, .waiting(for: .destination)))
    world.pass(milliseconds: 100_000)
    try world.handle(.timerFired)
    #expect(world.state(part.transfer) == .running)
    try world.handle(.part(part, .waiting(for: .source)))
    #expect(world.broker.nextTimer(at: world.now) == 30_000_000)
    world.pass(milliseconds: 29_999)
    try world.handle(.timerFired)
    #expect(world.state(part.transfer) == .running)
    world.pass(milliseconds: 1)
    try world.handle(.timerFired)
    #expect(world.state(part.transfer) == .failed)
  }

  @Test func aSourceThatEndsShortMaySayWhy() throws {
    for (event, expected) in [
      (true, ErrorCode.sourceFailed), (false, ErrorCode.truncated),
    ] {
      var world = World()
      let offer = try world.offer([.lazy(size: 10)])
      let part = PartID(try world.accept(offer) { $0.delivery = .stream }.transfers[0], 0)
      try world.handle(.part(part, .ended(total: 4)))
      #expect(world.state(part.transfer) == .running)
      try world.handle(
        event
          ? .part(part, .failed(Rejection(.sourceFailed, "disk on fire")))
          : .part(part, .replied(bytes: nil)))
      let shown = try world.broker.shown(transfer: part.transfer, to: World.destination.peer)
      #expect(shown.failure?.code == expected)
    }
  }

  @Test func sleepIsNotTheSourcesFault() throws {
    var world = World()
    let offer = try world.offer([.lazy(size: nil)]) { $0.expiresIn = 90_000 }
    let part = PartID(try world.accept(offer) { $0.delivery = .stream }.transfers[0], 0)
    world.now.boottime += 3_600_000_000
    try world.handle(.timerFired)
    #expect(world.state(part.transfer) == .pending)
    #expect(code { _ = try world.plan(offer) } == .noSuchOffer, "the offer has expired meanwhile")
  }

  @Test func progressIsToldAtMostEvery100Milliseconds() throws {
    var world = World()
    let offer = try world.offer([.lazy(size: nil)])
    let part = PartID(try world.accept(offer) { $0.delivery = .stream }.transfers[0], 0)
    var notices = 0
    for total in 1...1_000 {
      let effects = try world.handle(.part(part, .transferred(total: UInt64(total))))
      notices += effects.filter { if case .notify = $0 { true } else { false } }.count
      world.pass(milliseconds: 1)
    }
    #expect(notices == 10)
  }

  @Test func theLastCountBeforeAPauseIsTold() throws {
    var world = World()
    let offer = try world.offer([.lazy(size: nil)])
    let part = PartID(try world.accept(offer) { $0.delivery = .stream }.transfers[0], 0)
    func notices(_ effects: [Effect]) -> Int {
      effects.count { if case .notify = $0 { true } else { false } }
    }
    #expect(notices(try world.handle(.part(part, .transferred(total: 1)))) == 1)
    #expect(notices(try world.handle(.part(part, .transferred(total: 2)))) == 0)
    #expect(world.broker.nextTimer(at: world.now) == 100_000)
    world.pass(milliseconds: 100)
    #expect(notices(try world.handle(.timerFired)) == 1)
    world.pass(milliseconds: 100)
    #expect(notices(try world.handle(.timerFired)) == 0, "no bytes have come since")
  }

  @Test func anEndedTransferIsAnsweredForAMinute() throws {
    var world = World()
    let offer = try world.offer([world.held(1)])
    let id = try world.accept(offer) { $0.delivery = .file }.transfers[0]
    world.pass(milliseconds: 59_999)
    try world.handle(.timerFired)
    #expect(world.state(id) == .finished)
    world.pass(milliseconds: 1)
    try world.handle(.timerFired)
    #expect(world.state(id) == nil)
  }

  /// Two calls may come before either is applied: the second is checked while the offer has no item of the first.
  @Test func aKeyThatHasComeMeanwhileIsNotAddedAgain() throws {
    var world = World()
    let (cookie, owner) = ("a cookie of 22 letters", World.source)
    let claim = world.call()
    try world.handle(.claim(claim, cookie: cookie, caller: owner))
    try world.handle(
      .ledgerAnswered(.claim(claim, cookie: cookie, claim: 1), .moves([], areAll: true)))
    let offer = try world.offer([.lazy(size: nil)]) { options in
      (options.operations, options.cookie, options.more) = ([.copy, .move], cookie, true)
    }
    func add(_ key: String) throws {
      let plain = Representation<OfferedContent>(
        type: MIMEType("text/plain"), visibility: .all, content: .lazy(size: nil))
      let item = Item(attributes: ItemAttributes(key: key), representations: [plain])
      try world.handle(.addItems(offer: offer, caller: owner, items: [item], more: true))
    }
    try add("a")
    let before = world.broker
    #expect(code { try add("a") } == .invalidArguments)
    #expect(world.broker == before)
    try add("b")
  }
}

/// The code of the refusal, or nil if there was none.
func code(_ body: () throws -> Void) -> ErrorCode? {
  do {
    try body()
    return nil
  } catch let rejection as Rejection {
    return rejection.code
  } catch {
    Issue.record("not a rejection: \(error)")
    return nil
  }
}

extension World {
  func find(_ types: [String], by party: Party = destination) throws(Rejection) -> Identifier {
    try broker.find(try TypePreferences(types), for: party, hierarchy: NoHierarchy())
  }
}
