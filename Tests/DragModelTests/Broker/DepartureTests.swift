import DragModel
import Testing

/// A connection leaves the bus a step at a time, and others go on meanwhile.
@Suite struct DepartureTests {
  /// Takes the next step.
  private func step(_ world: inout World) throws -> [Effect] {
    try world.broker.handle(.continueDeparture, at: world.now)
  }

  @Test func `each step ends one offer, the oldest first`() throws {
    var world = World()
    var offers: [Identifier] = []
    for _ in 0..<50 {
      offers.append(try world.offer([.lazy(size: nil)]))
      world.pass(milliseconds: 1)
    }
    _ = try world.broker.handle(.peerLeft(World.source.peer, unread: []), at: world.now)
    #expect(world.broker.inventory.offers == 50)
    var ended: [Identifier] = []
    while world.broker.hasDepartures {
      let unlisted = try step(&world).compactMap { effect in
        if case .unlisted(let id) = effect { id } else { nil }
      }
      #expect(unlisted.count <= 1)
      ended += unlisted
      #expect(world.broker.inventory.offers == UInt64(50 - ended.count))
    }
    #expect(ended == offers)
    #expect(world.broker.isIdle)
  }

  @Test func `a connection with one offer is gone while another leaves with many`() throws {
    var world = World()
    for _ in 0..<50 { _ = try world.offer([.lazy(size: nil)]) }
    let offer = try world.offer([.lazy(size: nil)], by: World.stranger)
    for peer in [World.source.peer, World.stranger.peer] {
      _ = try world.broker.handle(.peerLeft(peer, unread: []), at: world.now)
    }
    for _ in 0..<2 { _ = try step(&world) }
    #expect(throws: Rejection.self) { try world.broker.check(offer: offer) }
    #expect(world.broker.inventory.offers == 49)
  }

  @Test func `an offer that is named meanwhile ends or lingers at once`() throws {
    var world = World()
    let lazy = try world.offer([.lazy(size: nil)])
    let held = try world.offer([world.held(7)])
    let target = world.id()
    try world.handle(
      .registerTarget(
        id: target, name: "t", types: [], owner: World.source,
        options: TargetOptions(target: "/target")))
    _ = try world.broker.handle(.peerLeft(World.source.peer, unread: []), at: world.now)
    #expect(world.broker.isLeaving(offer: lazy) && world.broker.isLeaving(offer: held))
    #expect(world.broker.isLeaving(target: target))
    try world.handle(.departOffer(lazy))
    try world.handle(.departOffer(held))
    try world.handle(.departTarget(target))
    #expect(throws: Rejection.self) { try world.broker.check(offer: lazy) }
    #expect(throws: Rejection.self) { try world.broker.check(target: target) }
    #expect(try world.broker.shown(offer: held).connection == "")
    #expect(!world.broker.isLeaving(offer: held))
    // Nothing ends twice.
    #expect(try world.handle(.departOffer(held)).isEmpty)
    #expect(try world.finishDepartures().isEmpty)
    #expect(world.broker.inventory.offers == 1 && world.broker.inventory.peers == 0)
    #expect(world.broker.removeAccountingMistake() == nil)
  }

  @Test func `what another begins with a source that leaves ends as well`() throws {
    var world = World()
    let offer = try world.offer([.lazy(size: nil)])
    let plan = try world.plan(offer)
    for _ in 0..<9 { _ = try world.offer([.lazy(size: nil)]) }
    _ = try world.broker.handle(.peerLeft(World.source.peer, unread: []), at: world.now)
    // The plan is older than the departure: its source's file was being checked.
    let transfer = world.id()
    try world.handle(.accept(plan, transfers: [transfer]))
    _ = try world.finishDepartures()
    #expect(world.state(transfer) == .failed)
    #expect(world.broker.inventory.peers == 0 && world.broker.inventory.transfersRunning == 0)
    #expect(world.broker.isIdle)
  }

  @Test func `of offers that expire together a few end at a time`() throws {
    var world = World()
    for _ in 0..<100 { _ = try world.offer([.lazy(size: nil)]) { $0.expiresIn = 1_000 } }
    world.pass(milliseconds: 1_000)
    var left = world.broker.inventory.offers
    while left > 0 {
      #expect(world.broker.nextTimer(at: world.now) == 0)
      _ = try world.broker.handle(.timerFired, at: world.now)
      let now = world.broker.inventory.offers
      #expect(now < left && now + 20 > left)
      left = now
    }
    #expect(world.broker.nextTimer(at: world.now) == nil && world.broker.isIdle)
  }

  // MARK: dragd leaves

  @Test func `moves end before copies when dragd stops`() throws {
    var move = try MoveStage(.delivered)
    // Their ids are smaller than the move's.
    for number in 0..<4 as Range<UInt8> {
      let offer = try move.world.offer([.lazy(size: nil)])
      let plan = try move.world.plan(offer)
      let id = Identifier(high: 0, middle: 0, low: number)
      try move.world.handle(.accept(plan, transfers: [id]))
    }
    let running = move.world.broker.runningTransfers
    #expect(running.count == 5 && running.first == move.id)
    for id in running {
      try move.world.handle(.stopTransfer(id))
      #expect(move.world.state(id) == .cancelled)
    }
    #expect(move.world.broker.runningTransfers.isEmpty)
  }

  // MARK: After the end

  @Test func `an ended transfer with many or long types counts as several`() throws {
    var limits = Limits()
    limits[.endedTransfers] = 100
    var world = World(limits: limits)
    func end(_ types: [String]) throws -> Identifier {
      let offer = try world.offer(types.map { _ in .lazy(size: nil) }, types: types)
      let (transfers, _) = try world.accept(offer) { $0.also = ["*/*"] }
      try world.handle(.cancel(transfer: transfers[0], caller: World.destination.peer, reason: ""))
      return transfers[0]
    }
    let short = try (0..<50).map { _ in try end(["text/plain"]) }
    #expect(short.allSatisfy { world.state($0) == .cancelled })
    let long = (0..<64).map { "a/\($0)" + String(repeating: "x", count: 240) }
    let last = try (0..<5).map { _ in try end(long) }
    #expect(short.allSatisfy { world.state($0) == nil })
    #expect(last.filter { world.state($0) != nil }.count < 5)
  }
}
