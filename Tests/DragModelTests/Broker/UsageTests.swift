import Testing

@testable import DragModel

@Suite struct UsageTests {
  @Test func whatWasTakenIsGivenBack() {
    var usage = Usage(offers: 2, heldBytes: 10)
    usage += Usage(offers: 1, transfers: 1)
    usage -= Usage(offers: 3, transfers: 1, heldBytes: 10)
    #expect(usage.isEmpty)
  }

  @Test func aMistakeCountsAsZeroAndIsToldOnce() {
    var usage = Usage(offers: 2, items: 5)
    usage -= Usage(offers: 3, items: 1, drops: 1)
    #expect(usage.offers == 0 && usage.items == 4 && usage.drops == 0)
    #expect(usage.takeShortfall() == "2 offers are charged, and 3 are given back")
    #expect(usage.takeShortfall() == nil)
  }

  @Test func aMistakeOfAConnectionsReachesTheLogAndTheConnectionIsForgotten() throws {
    var world = World()
    _ = try world.offer([world.held(10)])
    world.broker.charge(World.source.peer) { $0.usage -= Usage(items: 2) }
    #expect(
      world.broker.takeAccountingMistake() == "1 items are charged, and 2 are given back")
    #expect(world.broker.takeAccountingMistake() == nil)
    try world.handle(.peerLeft(World.source.peer, unread: []))
    world.pass(milliseconds: 100_000_000)
    try world.handle(.reminded)
    #expect(world.broker.takeAccountingMistake() != nil, "the same item is given back again")
    #expect(world.broker.isIdle)
  }
}
