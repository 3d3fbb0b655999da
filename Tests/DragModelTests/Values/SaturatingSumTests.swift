import DragModel
import Testing

@Suite struct SaturatingSumTests {
  @Test func sumsEndAtTheLargest() {
    #expect([UInt64.max, 1].saturatedSum == .max)
    #expect([Int.max, Int.max, 3].saturatedSum == .max)
    #expect([1, 2, 3].saturatedSum == 6)
    #expect(Int.min.addingSaturated(-1) == .min)
  }

  /// A sealed memfd can have any size, which is added to all that was transferred before.
  @Test func whatWasMovedIsCountedToTheLargest() throws {
    var limits = Limits()
    limits[.heldBytesPerConnection] = .max
    limits[.heldBytesPerUser] = .max
    var world = World(limits: limits)
    let offer = try world.offer([world.held(UInt64(Int64.max))])
    for _ in 0..<3 { try world.accept(offer) { $0.delivery = .file } }
    #expect(world.broker.statistics.bytesTransferred == .max)
  }

  @Test func partsOfATransferAreCountedToTheLargest() throws {
    var world = World()
    let sizes = (0..<3).map { _ in OfferedContent.lazy(size: nil) }
    let offer = try world.offer(sizes)
    let id = try world.accept(offer) {
      $0.also = ["*/*"]
      $0.delivery = .file
    }.transfers[0]
    for part in 0..<3 {
      try world.handle(.part(PartID(id, part), .transferred(total: UInt64(Int64.max))))
    }
    #expect(try world.broker.shown(transfer: id, to: World.destination.peer).bytes == .max)
  }
}
