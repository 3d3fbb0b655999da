import DragModel
import Testing

/// Replies that would be long, and so keep others waiting.
@Suite struct LongReplyTests {
  private func count(_ plan: AcceptPlan) -> Int { plan.items.reduce(0) { $0 + $1.parts.count } }

  @Test func `an Accept of too many representations is refused`() throws {
    var world = World()
    let types = (0..<17).map { MIMEType("a/\($0)") }
    let items = (0..<256).map { _ in
      Item(
        attributes: ItemAttributes(),
        representations: types.map { type in
          Representation(type: type, content: world.held(0))
        })
    }
    let offer = world.id()
    try world.handle(
      .offer(id: offer, owner: World.source, items: items, options: OfferOptions()))
    #expect(try count(world.plan(offer)) == 256)
    // 256 items of 16 representations, and of 17.
    let some = try world.plan(offer, types: ["a/0"]) { $0.also = (1..<16).map { "a/\($0)" } }
    #expect(count(some) == 4_096)
    let refusal = #expect(throws: Rejection.self) {
      try world.plan(offer) { $0.also = ["*/*"] }
    }
    #expect(refusal?.code == .tooManyItems)
  }
}
