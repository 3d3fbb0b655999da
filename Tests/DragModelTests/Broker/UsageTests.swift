import Testing

@testable import DragModel

@Suite struct UsageTests {
  @Test func whatWasTakenIsGivenBack() {
    var usage = Usage([.offers: 2, .heldBytes: 10])
    usage += Usage([.offers: 1, .transfers: 1])
    usage -= Usage([.offers: 3, .transfers: 1, .heldBytes: 10])
    #expect(usage.isEmpty)
  }

  @Test func aMistakeCountsAsZeroAndIsToldOnce() {
    var usage = Usage([.offers: 2, .items: 5])
    usage -= Usage([.offers: 3, .items: 1, .drops: 1])
    #expect(usage[.offers] == 0 && usage[.items] == 4 && usage[.drops] == 0)
    #expect(usage.removeShortfall() == "2 offers are charged, and 3 are given back")
    #expect(usage.removeShortfall() == nil)
  }

  @Test func aMistakeOfAConnectionsReachesTheLogAndTheConnectionIsForgotten() throws {
    var world = World()
    let offer = try world.offer([world.held(10)])
    world.broker.changeConnection(of: World.source.peer) { $0.usage -= Usage(.items, 2) }
    #expect(world.broker.removeAccountingMistake() == "1 items are charged, and 2 are given back")
    #expect(world.broker.removeAccountingMistake() == nil)
    try world.handle(.withdraw(offer: offer, caller: World.source))
    #expect(world.broker.removeAccountingMistake() != nil, "the item is given back once more")
    #expect(world.broker.isIdle)
  }

  @Test func whatIsChargedWhenNothingIsThereReachesTheLog() throws {
    var world = World()
    let offer = try world.offer([world.held(10)])
    world.broker.charges.add(Usage(.transfers, 2), to: World.source.account)
    #expect(world.broker.removeAccountingMistake() == nil, "an offer is there")
    try world.handle(.withdraw(offer: offer, caller: World.source))
    #expect(
      world.broker.removeAccountingMistake() == "2 transfers are charged, and nothing is there")
    #expect(world.broker.removeAccountingMistake() == nil)
  }
}

extension Usage {
  init(_ counts: [Resource: UInt64]) {
    self.init()
    for (resource, count) in counts { self[resource] = count }
  }
}
