import Testing

@testable import DragModel

/// No application uses up the quota of all.
@Suite struct AccountTests {
  /// One of many connections of a program.
  fileprivate static func connection(_ number: Int, of application: String = "org.example.Greedy")
    -> Party
  {
    Party(Peer(":2.\(application).\(number)"), application: application, isSandboxed: true)
  }

  private static let honest = World.destination

  enum Shared: String, CaseIterable {
    case offers = "offers_per_user"
    case items = "items_per_user"
    case heldBytes = "held_bytes_per_user"
    case metadataBytes = "metadata_bytes_per_user"
    case listedBytes = "listed_bytes_per_user"
    case transfers = "transfers_per_user"
    case targets = "targets_per_user"
    case drops = "drops_per_user"

    /// What an offer of `take` costs.
    private static let offer: Usage = {
      var world = World()
      _ = try? world.offer([world.held(10)], by: AccountTests.connection(0))
      return world.broker.charges.total
    }()

    /// Limits with room for 320 calls of `take`.
    var limits: Limits {
      var limits = Limits()
      switch self {
      case .offers: limits[.offersPerUser] = 320
      case .items: limits[.itemsPerUser] = 320
      case .heldBytes: limits[.heldBytesPerUser] = 3_200
      case .metadataBytes: limits[.metadataBytesPerUser] = 320 * Self.offer[.metadataBytes]
      case .listedBytes: limits[.listedBytesPerUser] = 320 * Self.offer[.listedBytes]
      case .transfers: limits[.transfersPerUser] = 320
      case .targets: limits[.targetsPerUser] = 320
      case .drops:
        limits[.dropsPerUser] = 320
        limits[.dropsPerConnection] = 1_000
      }
      return limits
    }

    /// Has a party use some of the quota.
    func use(_ world: inout World, by party: Party, _ offer: Identifier) throws(Rejection) {
      switch self {
      case .offers, .items, .heldBytes, .metadataBytes, .listedBytes:
        _ = try world.offer([world.held(10)], by: party)
      case .transfers:
        try world.accept(offer, by: party) { $0.delivery = .stream }
      case .targets:
        try world.handle(
          .registerTarget(
            id: world.id(), name: "t", types: ["*/*"], owner: party,
            options: TargetOptions(target: "/t")))
      case .drops:
        try world.keepDropping(offer, by: party)
      }
    }
  }

  /// A world with an offer of many uses and a target, neither of which is what is used up.
  private func world(_ shared: Shared) throws -> (World, Identifier) {
    var world = World(limits: shared.limits)
    let offer = try world.offer([.lazy(size: nil)], by: World.source)
    if shared == .drops {
      try world.handle(
        .registerTarget(
          id: world.id(), name: "t", types: ["*/*"], owner: World.source,
          options: TargetOptions(target: "/t")))
    }
    return (world, offer)
  }

  /// Has an application use all that it gets, from one connection after the other; returns how often it succeeded.
  private func exhaust(
    _ shared: Shared, _ world: inout World, by application: String, _ offer: Identifier
  ) -> (taken: Int, refusal: Rejection?) {
    var taken = 0
    for number in 0..<400 {
      do throws(Rejection) {
        try shared.use(&world, by: Self.connection(number / 40, of: application), offer)
        taken += 1
      } catch {
        return (taken, error)
      }
    }
    return (taken, nil)
  }

  @Test(arguments: Shared.allCases)
  func anApplicationThatTakesAllItGetsLeavesTheLastQuarterToOthers(
    shared: Shared
  ) throws {
    var (world, offer) = try world(shared)
    let (taken, refusal) = exhaust(shared, &world, by: "org.example.Greedy", offer)
    #expect(taken > 200 && taken <= 240)
    let message = try #require(refusal?.message)
    #expect(refusal?.code == .quotaExceeded)
    #expect(message.hasPrefix("\(shared.rawValue) is "), "\(message)")
    #expect(message.contains("by this application"), "\(message)")
    // The next applications use what they get of the rest.
    let next = exhaust(shared, &world, by: "org.example.Second", offer).taken
    #expect(next >= 8 && next <= 10)
    #expect(exhaust(shared, &world, by: "org.example.Third", offer).taken == next)
    // Others still get their part.
    for number in 0..<8 {
      try shared.use(&world, by: Self.connection(number, of: "org.example.Modest"), offer)
      try shared.use(&world, by: Self.honest, offer)
    }
  }

  @Test
  func programsOfUnknownApplicationInOneSandboxOrUnitShareThoseInOthersDoNot() {
    let peer = Peer(":1.1")
    let inTab = Party(peer, isSandboxed: false, unit: "vte-spawn-1.scope")
    #expect(
      inTab.account == Party(Peer(":1.2"), isSandboxed: false, unit: "vte-spawn-1.scope").account)
    #expect(inTab.account != Party(peer, isSandboxed: false, unit: "vte-spawn-2.scope").account)
    // The unit of a sandboxed program does not matter.
    #expect(Party(peer, unit: "vte-spawn-1.scope").account == Party(Peer(":1.2")).account)
    #expect(Party(peer, unit: "vte-spawn-1.scope").account != inTab.account)
    let known = Party(peer, application: "org.example.App", isSandboxed: false, unit: "a.scope")
    #expect(
      known.account == Party(peer, application: "org.example.App", isSandboxed: false).account)
    #expect(known.account != Party(peer, application: "org.example.App").account)
  }

  @Test func anApplicationThatDropsOnATargetAllTheTimeLeavesRoomForOthers() throws {
    var world = World()
    let offer = try world.offer([.lazy(size: nil)], by: World.source)
    let target = try world.target(by: World.source)
    #expect(world.broker.targets[target] != nil)
    func drop(_ number: Int, of application: String) throws(Rejection) {
      try world.keepDropping(offer, by: Self.connection(number, of: application))
    }
    for number in 0..<192 { try drop(number, of: "org.example.Greedy") }
    #expect(code { try drop(200, of: "org.example.Greedy") } == .quotaExceeded)
    for _ in 0..<8 { try drop(0, of: "org.example.Modest") }
    #expect(code { try drop(0, of: "org.example.Modest") } == .quotaExceeded)
    try drop(0, of: "org.example.Other")
  }

  // MARK: What has outlived its source

  @Test func whatAnApplicationLeavesBehindIsNoMoreThanAConnectionMayHave() throws {
    var limits = Limits()
    limits[.offersPerConnection] = 10
    var world = World(limits: limits)
    var left: [Identifier] = []
    for number in 0..<5 {
      let party = Self.connection(number)
      for _ in 0..<6 {
        world.pass(milliseconds: 1)
        left.append(
          try world.offer([world.held(10)], by: party) {
            $0.isPrivate = true
            $0.linger = .max
          })
      }
      try world.handle(.peerLeft(party.peer, unread: []))
      #expect(world.broker.offers.count == min(left.count, 10))
    }
    // The newest are left.
    #expect(Set(world.broker.offers.keys) == Set(left.suffix(10)))
    #expect(
      world.broker.charges.total[.offers] == 10 && world.broker.charges.total[.heldBytes] == 100)
    #expect(world.broker.removeAccountingMistake() == nil)
    // The offers of others are left.
    let other = Self.connection(0, of: "org.example.Other")
    let own = try world.offer([world.held(10)], by: other) { $0.linger = .max }
    try world.handle(.peerLeft(other.peer, unread: []))
    #expect(world.broker.offers.count == 11 && world.broker.offers[own] != nil)
    for id in world.broker.offers.keys {
      try world.handle(.withdraw(offer: id, caller: World.stranger))
    }
    #expect(world.broker.charges == Charges())
  }

  @Test func whatOneLeftBehindEndsForItsBytesTooAndWhatEndedByItselfMakesRoom()
    throws
  {
    var limits = Limits()
    limits[.heldBytesPerConnection] = 1_000
    var world = World(limits: limits)
    func leave(_ number: Int, _ bytes: UInt64, linger: UInt64) throws -> Identifier {
      let party = Self.connection(number)
      let id = try world.offer([world.held(bytes)], by: party) { $0.linger = linger }
      try world.handle(.peerLeft(party.peer, unread: []))
      return id
    }
    let short = try leave(0, 600, linger: 1_000)
    world.pass(milliseconds: 1_000)
    try world.handle(.timerFired)
    #expect(world.broker.offers[short] == nil)
    let first = try leave(1, 600, linger: 100_000)
    let second = try leave(2, 400, linger: 100_000)
    #expect(world.broker.offers[first] != nil && world.broker.offers[second] != nil)
    let third = try leave(3, 1, linger: 100_000)
    #expect(world.broker.offers[first] == nil)
    #expect(world.broker.offers[second] != nil && world.broker.offers[third] != nil)
    #expect(world.broker.charges.total[.heldBytes] == 401)
    #expect(world.broker.removeAccountingMistake() == nil)
  }

  @Test func anEndedTransferKeepsNoTextsOfItsItem() throws {
    var world = World()
    let offer = try world.offer([.lazy(size: nil)])
    let id = try world.accept(offer) { $0.delivery = .stream }.transfers[0]
    #expect(world.broker.transfers[id]?.name == "n")
    try world.handle(.cancel(transfer: id, caller: World.destination.peer, reason: "no"))
    let ended = try #require(world.broker.transfers[id])
    #expect(ended.isOver && ended.name == nil && ended.key == nil && ended.moveKey == nil)
  }

  /// A program may choose its application, as by the name of its unit.
  @Test func whatManyApplicationsLeaveBehindLeavesTheLastQuarterFree() throws {
    var limits = Limits()
    limits[.offersPerUser] = 40
    var world = World(limits: limits)
    func leave(_ count: Int, of application: String) throws -> Identifier? {
      let party = Self.connection(0, of: application)
      var first: Identifier?
      for _ in 0..<count {
        world.pass(milliseconds: 1)
        let id = try world.offer([world.held(10)], by: party) { $0.linger = .max }
        first = first ?? id
      }
      try world.handle(.peerLeft(party.peer, unread: []))
      return first
    }
    let own = try #require(try leave(1, of: "org.example.Honest"))
    for number in 0..<30 { _ = try leave(2, of: "org.example.Greedy\(number % 12)") }
    #expect(world.broker.offers.count == 30)
    #expect(world.broker.offers[own] != nil, "others have more")
    _ = try world.offer([world.held(10)], by: Self.honest)
    for id in world.broker.offers.keys where world.broker.offers[id]?.hasSource == false {
      try world.handle(.withdraw(offer: id, caller: World.stranger))
    }
    #expect(world.broker.offers.count == 1)
    #expect(world.broker.removeAccountingMistake() == nil)
  }

  @Test func whatIsRestoredIsChargedToTheSame() throws {
    var limits = Limits()
    limits[.offersPerConnection] = 2
    var world = World(limits: limits)
    var records: [OfferRecord<OfferedContent>] = []
    for number in 0..<2 {
      let party = Self.connection(number)
      let id = try world.offer([world.held(10)], by: party)
      if number == 0 { try world.handle(.peerLeft(party.peer, unread: [])) }
      records.append(try #require(world.broker.record(of: id)))
    }
    var restored = Broker(limits: limits)
    _ = restored.restore(records, present: [], isCommitted: { _ in false }, at: world.now)
    world.broker = restored
    let last = Self.connection(2)
    let id = try world.offer([world.held(10)], by: last)
    #expect(world.broker.offers.count == 3)
    try world.handle(.peerLeft(last.peer, unread: []))
    #expect(world.broker.offers.count == 2 && world.broker.offers[id] != nil)
    #expect(world.broker.offers[records[0].id] == nil)
  }
}

extension World {
  /// Drops an offer on the one target, whose owner says that it may and then takes its time.
  fileprivate mutating func keepDropping(_ offer: Identifier, by party: Party) throws(Rejection) {
    let target = broker.targets.keys.first ?? id()
    let plan = try broker.planDrop(
      of: offer, on: target, context: DropContext(), by: party, hierarchy: NoHierarchy())
    let call = call()
    try handle(.drop(call, plan))
    try handle(.proposed(call, target: target, .proposed(.copy, ProposalDetails())))
  }
}
