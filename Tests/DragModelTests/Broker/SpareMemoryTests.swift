import Testing

@testable import DragModel

/// The capacity that collections keep for what was removed is given back.
@Suite struct SpareMemoryTests {
  @Test func aBrokerThatHadManyTransfersKeepsTheStorageOfFew() throws {
    var world = World()
    let kept = try world.offer([.lazy(size: nil)])
    for _ in 0..<1_000 {
      let id = try world.accept(kept).transfers[0]
      try world.handle(
        .cancel(transfer: id, caller: World.destination.peer, reason: "enough"))
    }
    #expect(world.broker.transfers.count == 1_000)
    world.broker.freeSpareMemory()
    #expect(world.broker.transfers.count == 1_000)

    world.pass(milliseconds: 60_000)
    try world.handle(.timerFired)
    #expect(world.broker.transfers.count == 0)
    #expect(world.broker.transfers.capacity >= 1_000)
    let before = world.broker
    world.broker.freeSpareMemory()
    #expect(world.broker.transfers.capacity < 10)
    // A failure prints no thousand transfers.
    let isSame = world.broker == before
    #expect(isSame)
    #expect(world.broker.offers[kept] != nil)
  }

  @Test func manyEntriesStayWhereTheyAre() {
    var numbers = Dictionary(uniqueKeysWithValues: (0..<1_000).map { ($0, "\($0)") })
    let capacity = numbers.capacity
    for number in 500..<1_000 { numbers[number] = nil }
    numbers.freeSpareMemory()
    #expect(numbers.capacity == capacity)
    for number in 100..<500 { numbers[number] = nil }
    numbers.freeSpareMemory()
    #expect(numbers.capacity < 200)
    #expect(numbers == Dictionary(uniqueKeysWithValues: (0..<100).map { ($0, "\($0)") }))
  }
}
