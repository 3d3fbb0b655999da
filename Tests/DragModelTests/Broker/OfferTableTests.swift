import DragModel
import Testing

/// Every state of an offer × everything that can happen to it.
@Suite struct OfferTableTests {
  enum Row: String, CaseIterable { case adding, open, lingering, ended }

  enum Column: String, CaseIterable {
    case addItems, completed, addedByStranger, accepted, withdrawn, withdrawnByStranger
    case withdrawnFromSandbox, sourceLeft, expired, lingeredOut, replaced
  }

  /// What is left of the offer: `listed`, `unlisted` (there, but not shown) or `gone`; after a colon
  /// the error of a refused call.
  static let table: [Row: [Column: String]] = [
    .adding: [
      .addItems: "unlisted", .completed: "listed", .addedByStranger: "unlisted:accessDenied",
      .accepted: "unlisted:busy", .withdrawn: "gone",
      .withdrawnByStranger: "unlisted:accessDenied",
      .withdrawnFromSandbox: "unlisted:accessDenied", .sourceLeft: "gone", .expired: "gone",
      .lingeredOut: "gone", .replaced: "gone",
    ],
    .open: [
      .addItems: "listed:operationNotAllowed", .completed: "listed:operationNotAllowed",
      .addedByStranger: "listed:accessDenied", .accepted: "listed", .withdrawn: "gone",
      .withdrawnByStranger: "listed:accessDenied",
      .withdrawnFromSandbox: "listed:accessDenied", .sourceLeft: "listed", .expired: "gone",
      .lingeredOut: "gone", .replaced: "gone",
    ],
    .lingering: [
      .addItems: "listed:accessDenied", .completed: "listed:accessDenied",
      .addedByStranger: "listed:accessDenied", .accepted: "listed",
      .withdrawn: "gone", .withdrawnByStranger: "gone",
      .withdrawnFromSandbox: "listed:accessDenied", .sourceLeft: "listed", .expired: "gone",
      .lingeredOut: "gone", .replaced: "listed:noSuchOffer",
    ],
    .ended: Dictionary(
      uniqueKeysWithValues: Column.allCases.map { column in
        switch column {
        case .sourceLeft, .expired, .lingeredOut: (column, "gone")
        case .addItems, .completed, .addedByStranger, .accepted, .withdrawn,
          .withdrawnByStranger, .withdrawnFromSandbox, .replaced:
          (column, "gone:noSuchOffer")
        }
      }),
  ]

  @Test(arguments: Row.allCases, Column.allCases)
  func offer(in row: Row, when column: Column) throws {
    var world = World()
    let id = try world.offer([world.held(3)]) {
      $0.more = row == .adding
      $0.expiresIn = 5_000
      $0.linger = 3_000
    }
    switch row {
    case .adding, .open: break
    case .lingering: try world.handle(.peerLeft(World.source.peer, unread: []))
    case .ended: try world.handle(.withdraw(offer: id, caller: World.source))
    }
    let before = world.broker
    var refused = ""
    do throws(Rejection) {
      try happen(column, to: id, in: &world)
    } catch {
      refused = ":\(error.code.rawValue)"
      #expect(world.broker == before, "a refused call changes nothing")
    }
    let exists = (try? world.broker.shown(offer: id)) != nil
    let left = !exists ? "gone" : world.broker.listed.contains(id) ? "listed" : "unlisted"
    #expect(left + refused == Self.table[row]?[column])
  }

  private func happen(
    _ column: Column, to id: Identifier, in world: inout World
  ) throws(Rejection) {
    let item = Item<OfferedContent>(
      attributes: ItemAttributes(),
      representations: [Representation(type: MIMEType("a/b"), content: world.held(1))])
    switch column {
    case .addItems:
      try world.handle(.addItems(offer: id, caller: World.source, items: [item], more: true))
    case .completed:
      try world.handle(.addItems(offer: id, caller: World.source, items: [item], more: false))
    case .addedByStranger:
      try world.handle(.addItems(offer: id, caller: World.stranger, items: [item], more: false))
    case .accepted:
      try world.accept(id)
    case .withdrawn:
      try world.handle(.withdraw(offer: id, caller: World.source))
    case .withdrawnByStranger:
      try world.handle(.withdraw(offer: id, caller: World.stranger))
    case .withdrawnFromSandbox:
      // An unknown program may be in a sandbox.
      try world.handle(.withdraw(offer: id, caller: Party(Peer(":1.4"))))
    case .sourceLeft:
      try world.handle(.peerLeft(World.source.peer, unread: []))
    case .expired:
      world.pass(milliseconds: 5_000)
      try world.handle(.timerFired)
    case .lingeredOut:
      try world.handle(.peerLeft(World.source.peer, unread: []))
      world.pass(milliseconds: 3_000)
      try world.handle(.timerFired)
    case .replaced:
      _ = try world.offer([world.held(1)]) { $0.replaces = id }
    }
  }
}
