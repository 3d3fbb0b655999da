import Testing

@testable import DragModel

/// What a transfer keeps of its Accept until it is forgotten, a while after its end.
@Suite struct KeptOptionsTests {
  @Test func aTransferKeepsItsTimesAndNoPatterns() throws {
    var world = World()
    let offer = try world.offer([.lazy(size: nil), .lazy(size: nil)])
    let id = try world.accept(offer) { options in
      options.also = ["image/png"]
      options.startTimeout = 5
    }.transfers[0]
    let transfer = try #require(world.broker.transfers[id])
    #expect(transfer.parts.count == 2)
    #expect(transfer.options.also.isEmpty)
    #expect(transfer.options.startTimeout == 5)
  }
}
