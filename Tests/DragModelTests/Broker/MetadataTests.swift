import Testing

@testable import DragModel

/// Descriptions of content are charged and refunded.
@Suite struct MetadataTests {
  private func item(_ types: [String], name: String? = nil) -> Item<OfferedContent> {
    Item(
      attributes: ItemAttributes(name: name),
      representations: types.map {
        Representation(type: MIMEType($0), content: OfferedContent.lazy(size: nil))
      })
  }

  @discardableResult
  private func offer(
    _ items: [Item<OfferedContent>], by owner: Party = World.source, in world: inout World,
    set: (inout OfferOptions) -> Void = { _ in }
  ) throws(Rejection) -> Identifier {
    var options = OfferOptions()
    options.source = "/s"
    set(&options)
    let id = world.id()
    try world.handle(.offer(id: id, owner: owner, items: items, options: options))
    return id
  }

  private static func long(_ number: Int) -> String {
    "a/\(number)-" + String(repeating: "x", count: 200)
  }

  enum Limited: String, CaseIterable {
    case typesPerOffer = "types_per_offer"
    case metadataBytesPerConnection = "metadata_bytes_per_connection"
    case metadataBytesPerUser = "metadata_bytes_per_user"
    case listedBytesPerConnection = "listed_bytes_per_connection"
    case listedBytesPerUser = "listed_bytes_per_user"

    var limits: Limits {
      var limits = Limits()
      switch self {
      case .typesPerOffer: limits[.typesPerOffer] = 20
      case .metadataBytesPerConnection: limits[.metadataBytesPerConnection] = 20_000
      case .metadataBytesPerUser: limits[.metadataBytesPerUser] = 20_000
      case .listedBytesPerConnection: limits[.listedBytesPerConnection] = 10_000
      case .listedBytesPerUser: limits[.listedBytesPerUser] = 10_000
      }
      return limits
    }
  }

  @Test(arguments: Limited.allCases)
  func typesPastALimitAreRefusedNamingItAndNothingIsCharged(limited: Limited) throws {
    var world = World(limits: limited.limits)
    let types = (0..<64).map(Self.long)
    let before = world.broker
    let refusal = #expect(throws: Rejection.self) {
      try offer([item(types)], in: &world)
    }
    #expect(refusal?.code == .quotaExceeded)
    #expect(refusal?.message.hasPrefix(limited.rawValue) == true, "\(refusal?.message ?? "")")
    #expect(world.broker == before)
    // Adding them in steps costs the same.
    let id = try offer([], in: &world) { $0.more = true }
    var refused = 0
    for type in types {
      do throws(Rejection) {
        try world.handle(
          .addItems(offer: id, caller: World.source, items: [item([type])], more: true))
      } catch {
        #expect(error.message.hasPrefix(limited.rawValue))
        refused += 1
      }
    }
    #expect(refused > 0 && refused < types.count)
    try world.handle(.withdraw(offer: id, caller: World.source))
    #expect(world.broker.charges.total.isEmpty)
  }

  @Test func equalTypesOfAnOfferAreChargedAndHeldOnce() throws {
    var world = World()
    let types = (0..<10).map(Self.long)
    try offer([item(types)], in: &world)
    let one = world.broker.charges.total[.metadataBytes]
    let listed = world.broker.charges.total[.listedBytes]
    let many = try offer(Array(repeating: item(types), count: 101), in: &world)
    let hundred = world.broker.charges.total[.metadataBytes] - 2 * one
    #expect(hundred < 100 * 1_000, "\(hundred) bytes for a thousand representations more")
    #expect(world.broker.charges.total[.listedBytes] == 2 * listed)
    #expect(world.broker.offers[many]?.types.all.count == 10)
  }

  @Test func whatIsPrivateIsNotChargedAsListed() throws {
    var world = World()
    try offer([item([Self.long(1)])], in: &world) { $0.isPrivate = true }
    #expect(
      world.broker.charges.total[.listedBytes] == 0
        && world.broker.charges.total[.metadataBytes] > 200)
  }

  @Test func whatLingersIsChargedToTheUserUntilItEnds() throws {
    var world = World()
    let id = try world.offer([world.held(1)])
    let charged = world.broker.charges.total[.listedBytes]
    try world.handle(.peerLeft(World.source.peer, unread: []))
    #expect(world.broker.charges.total[.listedBytes] == charged)
    #expect(world.broker.connections.isEmpty)
    let record = try #require(world.broker.record(of: id))
    var restored = Broker()
    _ = restored.restore([record], present: [], isCommitted: { _ in false }, at: world.now)
    #expect(restored.charges.total == world.broker.charges.total)
    try world.handle(.withdraw(offer: id, caller: World.stranger))
    #expect(world.broker.charges.total.isEmpty)
  }

  @Test func aTargetsPatternsAreChargedAsTheyAreAfterEachChange() throws {
    var limits = Limits()
    limits[.listedBytesPerConnection] = 10_000
    var world = World(limits: limits)
    let id = world.id()
    func update(_ types: Int) throws(Rejection) {
      let changes = TargetChanges(types: (0..<types).map(Self.long))
      try world.handle(.updateTarget(id, caller: World.source.peer, changes))
    }
    try world.handle(
      .registerTarget(
        id: id, name: "t", types: [], owner: World.source, options: TargetOptions(target: "/t")))
    let least = world.broker.charges.total
    try update(30)
    let before = world.broker
    #expect(before.charges.total[.listedBytes] > least[.listedBytes] + 6_000)
    let refusal = #expect(throws: Rejection.self) { try update(60) }
    #expect(refusal?.code == .quotaExceeded)
    #expect(refusal?.message.hasPrefix("listed_bytes_per_connection is 10000") == true)
    #expect(world.broker == before)
    try update(20)
    try update(0)
    #expect(world.broker.charges.total == least)
    try world.handle(.unregisterTarget(id, caller: World.source.peer))
    #expect(world.broker.charges.total.isEmpty && world.broker.connections.isEmpty)
  }

  @Test func itemsThatDoNotFitIntoAReplyAreRefusedAndItSaysHowManyDo() throws {
    var world = World()
    let types = (0..<64).map(Self.long)
    let id = try offer(Array(repeating: item(types), count: 1_000), in: &world)
    func items(_ first: UInt32, _ count: UInt32) throws(Rejection) -> Int {
      try world.broker.items(of: id, from: first, count: count, for: World.stranger).count
    }
    let refusal = #expect(throws: Rejection.self) { try items(0, 0) }
    #expect(refusal?.code == .tooManyItems)
    let number = try #require(refusal?.message.split(separator: " ").compactMap { UInt32($0) }.last)
    #expect(try items(0, number) == Int(number))
    #expect(number >= 32 && number < 1_000)
    #expect(try items(968, 0) == 32)
  }
}
