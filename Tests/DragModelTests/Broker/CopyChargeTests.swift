import DragModel
import Testing

/// What a copy for a destination takes is charged to that destination while it grows, and given back.
@Suite struct CopyChargeTests {
  private static func world(perConnection: UInt64 = .max, perUser: UInt64 = .max) -> World {
    var limits = Limits()
    limits[.heldBytesPerConnection] = perConnection
    limits[.heldBytesPerUser] = perUser
    return World(limits: limits)
  }

  /// Grows a copy until it gets no more room; returns its last room and the last effects.
  private func growToTheEnd(
    _ world: inout World, _ part: PartID, from effects: [Effect]
  ) throws -> (room: UInt64, effects: [Effect]) {
    var (room, effects): (UInt64, [Effect]) = (0, effects)
    while true {
      for effect in effects {
        switch effect {
        case .start(part, _, let first): room = first
        case .giveRoom(part, let more):
          #expect(more > room)
          room = more
        default: break
        }
      }
      #expect(world.broker.inventory.bytesHeld == room)
      guard world.state(part.transfer)?.isTerminal == false else { return (room, effects) }
      effects = try world.handle(.part(part, .roomWanted))
      if world.state(part.transfer)?.isTerminal == true { return (room, effects) }
    }
  }

  @Test(arguments: [
    ("held_bytes_per_connection", UInt64(10_000_000), UInt64.max),
    ("held_bytes_per_user", UInt64.max, UInt64(10_000_000)),
  ])
  func anEndlessSourceIsStoppedByTheDestinationsQuota(
    quota: String, perConnection: UInt64, perUser: UInt64
  ) throws {
    var world = Self.world(perConnection: perConnection, perUser: perUser)
    let offer = try world.offer([.lazy(size: nil)])
    let accepted = try world.accept(offer) { $0.delivery = .file }
    let part = PartID(accepted.transfers[0], 0)
    let call = world.call()
    _ = try world.receive(call, part)
    let end = try growToTheEnd(&world, part, from: accepted.effects)
    // The last quarter of the user's quota is reserved for others.
    #expect(end.room == (perUser == .max ? 10_000_000 : 7_500_000))
    guard case .refuseReceive(call, let why) = end.effects.first else {
      Issue.record("Receive was not refused: \(end.effects)")
      return
    }
    #expect(why.code == .quotaExceeded)
    #expect(why.message.contains(quota) && why.message.contains("10000000"))
    #expect(world.state(part.transfer) == .failed)
    #expect(world.broker.inventory.bytesHeld == 0)
  }

  @Test func aCopyOfASourcesFileIsChargedToo() throws {
    var world = Self.world(perConnection: 1 << 20)
    let offer = try world.offer([world.held(200 << 20, .reference)])
    let accepted = try world.accept(offer) { $0.delivery = .file }
    let end = try growToTheEnd(
      &world, PartID(accepted.transfers[0], 0), from: accepted.effects)
    #expect(end.room == 1 << 20)
    #expect(world.broker.inventory.bytesHeld == 0)
  }

  @Test func aCompleteCopyIsChargedForWhatItTakesUntilItIsReceived() throws {
    var world = World()
    let offer = try world.offer([.lazy(size: nil), .lazy(size: nil)])
    let id = try world.accept(offer, types: ["text/plain"]) { $0.also = ["*/*"] }.transfers[0]
    for (index, bytes) in [(0, 7), (1, 5)] as [(Int, UInt64)] {
      try world.handle(.part(PartID(id, index), .ended(total: bytes, copied: bytes)))
      try world.handle(.part(PartID(id, index), .replied(bytes: nil)))
    }
    #expect(world.broker.inventory.bytesHeld == 12)
    _ = try world.receive(world.call(), PartID(id, 0))
    #expect(world.broker.inventory.bytesHeld == 5)
    _ = try world.receive(world.call(), PartID(id, 1), type: "image/png")
    #expect(world.broker.inventory.bytesHeld == 0)
  }

  @Test func aPromiseThatHasNoRoomIsRefusedBeforeAByteComes() throws {
    var world = Self.world(perConnection: 999)
    let offer = try world.offer([.lazy(size: 500), .lazy(size: 500)])
    let before = world.broker
    #expect(throws: Rejection.self) {
      try world.accept(offer, types: ["text/plain"]) { $0.also = ["*/*"] }
    }
    #expect(world.broker == before)
    try world.accept(offer, types: ["text/plain"])
  }

  @Test func aStreamIsNoCopy() throws {
    var world = Self.world(perConnection: 10)
    let offer = try world.offer([.lazy(size: 500)])
    try world.accept(offer) { $0.delivery = .stream }
    #expect(world.broker.inventory.bytesHeld == 0)
  }

  // MARK: Receive

  private func complete(_ world: inout World, _ id: Identifier) throws {
    try world.handle(.part(PartID(id, 0), .ended(total: 7, copied: 7)))
    try world.handle(.part(PartID(id, 0), .replied(bytes: nil)))
  }

  private func remind(_ world: inout World, afterMilliseconds: UInt64) throws {
    world.pass(milliseconds: afterMilliseconds)
    try world.handle(.timerFired)
  }

  @Test func aCompleteCopyThatNobodyReceivesFails() throws {
    var world = World()
    let id = try world.accept(try world.offer([.lazy(size: nil)])).transfers[0]
    world.pass(milliseconds: 5_000)
    try complete(&world, id)
    try remind(&world, afterMilliseconds: 599_999)
    #expect(world.state(id) == .delivered)
    try remind(&world, afterMilliseconds: 1)
    #expect(world.state(id) == .failed)
    #expect(world.broker.inventory.bytesHeld == 0)
    #expect(throws: Rejection.self) { try world.receive(world.call(), PartID(id, 0)) }
  }

  @Test func whoReceivesOneAfterTheOtherLosesNone() throws {
    var world = World()
    let offer = try world.offer([.lazy(size: nil)])
    let ids = try (0..<5).map { _ in try world.accept(offer).transfers[0] }
    let stream = try world.accept(offer) {
      $0.delivery = .stream
      $0.startTimeout = 0
      $0.stallTimeout = 0
    }.transfers[0]
    for id in ids { try complete(&world, id) }
    for (index, id) in ids.enumerated() {
      try remind(&world, afterMilliseconds: 400_000)
      // Reading a stream is progress as well.
      try world.handle(.part(PartID(stream, 0), .transferred(total: UInt64(index + 1))))
      try remind(&world, afterMilliseconds: 400_000)
      _ = try world.receive(world.call(), PartID(id, 0))
      #expect(world.state(id) == .finished)
    }
  }

  @Test func receiveCanWaitForEver() throws {
    var limits = Limits()
    limits[.receiveTimeout] = 0
    var world = World(limits: limits)
    let id = try world.accept(try world.offer([.lazy(size: nil)])).transfers[0]
    try complete(&world, id)
    try remind(&world, afterMilliseconds: 1_000_000_000)
    #expect(world.state(id) == .delivered)
  }
}
