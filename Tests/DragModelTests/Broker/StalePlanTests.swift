import DragModel
import Testing

/// Between planning and accepting, workers check files and the ledger answers: the planned content may be gone by
/// then.
@Suite struct StalePlanTests {
  private static let cookie = "0123456789abcdefghijkl"

  /// Two items that can be moved, each with a held text.
  private func movable(_ world: inout World) throws(Rejection) -> Identifier {
    for case .ledger(let request) in try world.handle(
      .claim(world.call(), cookie: Self.cookie, caller: World.source))
    {
      try world.handle(.ledgerAnswered(request, .moves([], areAll: true)))
    }
    var options = OfferOptions()
    options.operations = [.copy, .move]
    options.source = "/source"
    options.cookie = Self.cookie
    let id = world.id()
    let items = ["first", "second"].map { key in
      Item(
        attributes: ItemAttributes(key: key),
        representations: [Representation(type: MIMEType("a/b"), content: world.held(9))])
    }
    try world.handle(.offer(id: id, owner: World.source, items: items, options: options))
    return id
  }

  private func moveAway(_ item: UInt32, of offer: Identifier, _ world: inout World) throws {
    let plan = try world.plan(offer, by: World.stranger, items: [item]) { $0.operation = .move }
    let id = world.id()
    try world.handle(.reserve(world.call(), plan, transfers: [id]))
    try world.handle(.accept(plan, transfers: [id]))
    try world.handle(
      .finish(
        world.call(), transfer: id, caller: World.stranger.peer, hasUnreadStream: false))
    let commits = try world.handle(.prepared(id, nil)).compactMap { effect in
      if case .ledger(let request) = effect { request } else { nil }
    }
    for commit in commits { try world.handle(.ledgerAnswered(commit, .done)) }
    try world.handle(.sourceDeleted(id, true))
  }

  @Test func aCopyOfWhatHasMovedAwayMeanwhileIsRefusedWhole() throws {
    var world = World()
    let offer = try movable(&world)
    let plan = try world.plan(offer)
    try moveAway(0, of: offer, &world)
    #expect(code { try world.handle(.accept(plan, transfers: [])) } == .noSuchItem)
    let rest = try world.plan(offer)
    #expect(rest.items.map(\.index) == [1])
    try world.handle(.accept(rest, transfers: []))
  }

  @Test func aMoveOfWhatHasMovedAwayMeanwhileReservesNothing() throws {
    var world = World()
    let offer = try movable(&world)
    let plan = try world.plan(offer) { $0.operation = .move }
    try moveAway(0, of: offer, &world)
    let ids = [world.id(), world.id()]
    let call = world.call()
    #expect(code { try world.handle(.reserve(call, plan, transfers: ids)) } == .noSuchItem)
    try moveAway(1, of: offer, &world)
  }

  @Test func whatTheSourceWouldHaveMadeIsRefusedOnceItHasLeft() throws {
    var world = World()
    let offer = try world.offer([world.held(9), .lazy(size: 9)])
    let plan = try world.plan(offer, types: ["image/png"])
    try world.handle(.peerLeft(World.source.peer, unread: []))
    let ids = [world.id()]
    #expect(code { try world.handle(.accept(plan, transfers: ids)) } == .noSuchItem)
    try world.handle(.accept(try world.plan(offer), transfers: []))
  }
}
