import DragModel
import Testing

/// Drops whose operation is a move.
@Suite struct MoveDropTests {
  @Test func theOwnerOfAnOfferCanHaveItMovedAndNobodyElse() throws {
    var world = World()
    let offer = try world.movable()
    let target = try world.target(operations: [.move, .copy])
    let own = try world.propose(offer, on: target, by: World.source).effects
    #expect(own.operationsAsked == [.move, .copy])
    let foreign = try world.propose(offer, on: target, by: World.stranger).effects
    #expect(foreign.operationsAsked == [.copy])
    try world.handle(.peerLeft(World.source.peer, unread: []))
    #expect(
      try world.propose(offer, on: target, by: World.stranger).effects.operationsAsked == [.copy],
      "what lingers has nobody who could delete it")
  }

  @Test func ofAMoveTheItemsThatHaveMovedCount() throws {
    var world = World()
    let offer = try world.movable()
    let (call, _) = try world.drop(offer, on: try world.target(operations: [.move]))
    let performs = try world.answer(call, .proposed(.move, ProposalDetails()))
    guard case .performDrop(call, _, _, .move)? = performs.first else {
      Issue.record("not performed: \(performs)")
      return
    }
    let plan = try world.plan(offer) { $0.operation = .move }
    let transfer = world.id()
    try world.settle(try world.handle(.reserve(world.call(), plan, transfers: [transfer])))
    try world.settle(try world.handle(.accept(plan, transfers: [transfer])))
    // A copy beside it does not count.
    try world.accept(offer)
    try world.settle(
      try world.handle(
        .finish(
          world.call(), transfer: transfer, caller: World.destination.peer, hasUnreadStream: false
        )))
    #expect(world.state(transfer) == .finished)
    #expect(
      try world.handle(.performed(call, .done))
        == [.answerDrop(call, DropResult(operation: .move, items: 1, bytes: 9))])
  }
}

extension World {
  private static let cookie = "abcdefghijklmnopqrstuvwxyz"

  /// An offer of one held item of nine bytes that can be moved or copied.
  fileprivate mutating func movable() throws -> Identifier {
    try settle(try handle(.claim(call(), cookie: Self.cookie, caller: Self.source)))
    var options = OfferOptions()
    options.source = "/source"
    options.cookie = Self.cookie
    options.operations = [.move, .copy]
    let id = id()
    let representation = Representation(type: MIMEType("a/b"), content: held(9))
    try handle(
      .offer(
        id: id, owner: Self.source,
        items: [Item(attributes: ItemAttributes(key: "1"), representations: [representation])],
        options: options))
    return id
  }

  /// Answers as a ledger and a source that agree.
  fileprivate mutating func settle(_ effects: [Effect]) throws {
    for effect in effects {
      switch effect {
      case .ledger(.claim(let call, let cookie, let claim)):
        let request = LedgerRequest.claim(call, cookie: cookie, claim: claim)
        try settle(try handle(.ledgerAnswered(request, .moves([], areAll: true))))
      case .ledger(let request):
        try settle(try handle(.ledgerAnswered(request, .done)))
      case .prepare(let transfer, _, _, _, _):
        try settle(try handle(.prepared(transfer, nil)))
      case .endedMove(let transfer, _, _, _):
        try settle(try handle(.sourceDeleted(transfer, true)))
      default: break
      }
    }
  }
}

extension [Effect] {
  fileprivate var operationsAsked: [Operation]? {
    for case .askTarget(_, _, let question) in self { return question.context.operations }
    return nil
  }
}
