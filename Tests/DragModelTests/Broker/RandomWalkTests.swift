import Harness
import Testing

@testable import DragModel

/// Seeded random walks: whatever peers do in whatever order, the charges are right.
@Suite struct RandomWalkTests {
  /// Walks of 65,536 steps; all of them are more than a million.
  @Test(arguments: Extent.part(of: 0..<16) { $0 < 1 })
  func theBooksBalance(seed: Int) throws {
    var walk = Walk(seed: UInt64(seed))
    for _ in 0..<65_536 { try walk.step() }
    try walk.disconnectAllPeers()
    #expect(walk.stepsThatDidSomething > 20_000, "a walk that is mostly refused proves little")
  }
}

/// One walk: the broker, and records that are kept from its effects alone.
struct Walk {
  var world: World
  var generator: SeededGenerator
  var peers = (1...4).map {
    Party(Peer(":1.\($0)"), application: $0 < 3 ? "app" : "", isSandboxed: $0 > 2)
  }
  var nextPeer = 5
  var steps = 0
  var stepsThatDidSomething = 0

  var offers: [Identifier] = []
  var listed: Set<Identifier> = []
  /// Held contents of offers.
  var held: Set<HeldContent> = []
  var running: [Identifier: Running] = [:]
  var over: [Identifier: TransferState] = [:]
  var waitingCalls: Set<CallID> = []
  /// The room of each copy.
  var rooms: [PartID: UInt64] = [:]
  var targets = TargetBooks()
  /// The recorded changes of the last step.
  var changes: [RecordedChange] = []

  struct Running {
    let destination: Peer
    let parts: Int
    let owner: Peer
  }

  init(seed: UInt64) {
    var limits = Limits()
    limits[.offersPerConnection] = 4
    limits[.itemsPerConnection] = 8
    limits[.transfersPerConnection] = 5
    limits[.transfersPerUser] = 12
    limits[.heldBytesPerConnection] = 900
    limits[.heldBytesPerUser] = 3_000
    limits[.receiveTimeout] = 6_000
    limits[.endedTransfers] = 20
    limits[.targetsPerConnection] = 3
    limits[.dropsPerConnection] = 5
    world = World(limits: limits)
    generator = SeededGenerator(seed: seed)
  }

  mutating func step() throws {
    steps += 1
    changes = []
    let before = steps % 8 == 0 ? world.broker : nil
    do throws(Rejection) {
      let event = try chooseEvent()
      // Without `World.handle`, which would finish a departure: others go on during its steps.
      let effects = try world.broker.handle(event, at: world.now)
      if !effects.isEmpty { stepsThatDidSomething += 1 }
      try note(event)
      follow(effects)
    } catch {
      if let before { #expect(world.broker == before, "refused, but changed: \(error)") }
    }
    if steps % 16 == 0 { checkBooks() }
  }

  // MARK: What happens

  mutating func any<C: Collection>(_ collection: C) throws(Rejection) -> C.Element {
    guard let element = collection.randomElement(using: &generator) else {
      throw Rejection(.noSuchItem, "nothing there yet")
    }
    return element
  }

  mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &generator) < percent
  }

  private mutating func chooseEvent() throws(Rejection) -> Event {
    if world.broker.hasDepartures, chance(40) { return departureEvent() }
    switch Int.random(in: 0..<100, using: &generator) {
    case ..<14: return try offer()
    case ..<17:
      let id = try any(offers)
      return .addItems(offer: id, caller: try any(peers), items: items(), more: chance(50))
    case ..<20: return .withdraw(offer: try any(offers), caller: try any(peers))
    case ..<42: return try accept()
    case ..<72: return try transferEvent()
    case ..<86: return try targetEvent()
    case ..<87 where chance(5): return .stopping
    case ..<89:
      let leaving = try any(peers)
      peers.removeAll { $0 == leaving }
      nextPeer += 1
      peers.append(
        Party(
          Peer(":1.\(nextPeer)"), application: leaving.application, isSandboxed: leaving.isSandboxed
        ))
      let unread = running.filter { $0.value.destination == leaving.peer && chance(50) }.keys
      return .peerLeft(leaving.peer, unread: Set(unread))
    default:
      world.pass(milliseconds: UInt64.random(in: 0...4_000, using: &generator))
      return .timerFired
    }
  }

  /// The next step of a departure, or the end of something that another party names.
  private mutating func departureEvent() -> Event {
    if chance(20), let offer = offers.randomElement(using: &generator) {
      return .departOffer(offer)
    }
    if chance(10), let target = targets.owners.keys.sorted().randomElement(using: &generator) {
      return .departTarget(target)
    }
    return .continueDeparture
  }

  private mutating func offer() throws(Rejection) -> Event {
    var options = OfferOptions()
    options.source = chance(80) ? "/s" : nil
    options.isPrivate = chance(20)
    options.isSensitive = chance(10)
    options.more = chance(15)
    options.uses = chance(40) ? UInt32.random(in: 1...3, using: &generator) : 0
    options.expiresIn = chance(20) ? UInt64.random(in: 1...20_000, using: &generator) : 0
    options.linger = UInt64.random(in: 0...10_000, using: &generator)
    options.replaces = chance(10) ? offers.randomElement(using: &generator) : nil
    return .offer(id: world.id(), owner: try any(peers), items: items(), options: options)
  }

  private mutating func items() -> [Item<OfferedContent>] {
    (0..<Int.random(in: 1...3, using: &generator)).map { _ in
      let types = ["a/a", "a/b;x=1", "text/pdf"].shuffled(using: &generator).prefix(
        Int.random(in: 1...3, using: &generator))
      return Item(
        attributes: ItemAttributes(),
        representations: types.map { type in
          let size = UInt64.random(in: 0...100, using: &generator)
          let place = [HeldContent.Place.memory, .spool, .reference].randomElement(
            using: &generator)
          let content: OfferedContent =
            chance(50) ? .lazy(size: chance(50) ? size : nil) : world.held(size, place ?? .memory)
          return Representation(
            type: MIMEType(type),
            visibility: Visibility.allCases.randomElement(using: &generator) ?? .all,
            content: content)
        })
    }
  }

  private mutating func accept() throws(Rejection) -> Event {
    let delivery = Delivery.allCases.randomElement(using: &generator) ?? .any
    let small = chance(50)
    let also = chance(30) ? ["*/*"] : []
    let plan = try world.plan(
      try any(offers), by: try any(peers), items: chance(50) ? [] : [0],
      types: chance(50) ? [] : ["a/*"]
    ) {
      $0.delivery = delivery
      $0.inlineMax = small ? 10 : 1_000
      $0.also = also
      $0.startTimeout = 5_000
      $0.stallTimeout = 3_000
    }
    let ids = plan.items.filter(\.needsTransfer).map { _ in world.id() }
    return .accept(plan, transfers: ids)
  }

  private mutating func transferEvent() throws(Rejection) -> Event {
    let known = chance(90) ? try any(running.keys.sorted()) : try any(over.keys.sorted())
    let parts = running[known]?.parts ?? 1
    let part = PartID(known, Int.random(in: 0..<parts, using: &generator))
    let destination = running[known]?.destination
    let someone = try any(peers).peer
    let caller = chance(85) ? destination ?? someone : someone
    let shown = try? world.broker.shown(transfer: known, to: caller)
    let total = shown?.size ?? UInt64.random(in: 0...120, using: &generator)
    switch Int.random(in: 0..<20, using: &generator) {
    case 0...1:
      return .part(part, .transferred(total: UInt64.random(in: 0...120, using: &generator)))
    case 2: return .part(part, .roomWanted)
    case 3:
      return .part(
        part, .ended(total: total, copied: UInt64.random(in: 0...120, using: &generator)))
    case 4...5: return .part(part, .waiting(for: chance(50) ? .source : .destination))
    case 6...9: return .part(part, .ended(total: total))
    case 10...12: return .part(part, .replied(bytes: chance(80) ? nil : total))
    case 13: return .part(part, .failed(Rejection(.sourceFailed, "no")))
    case 14: return .part(part, .destinationClosed)
    case 15: return .part(part, .verified)
    case 16...17:
      return .finish(world.call(), transfer: known, caller: caller, hasUnreadStream: chance(20))
    case 18:
      let type = try any(shown?.types ?? [])
      return .receive(world.call(), transfer: known, type: type, caller: caller)
    default: return .cancel(transfer: known, caller: caller, reason: "")
    }
  }

  // MARK: Books

  /// Records an accepted event.
  private mutating func note(_ event: Event) throws(Rejection) {
    switch event {
    case .offer(let id, _, let items, _):
      offers.append(id)
      hold(try items.get().items)
    case .addItems(_, _, let items, _): hold(try items.get().items)
    case .accept(let plan, let ids):
      for (id, item) in zip(ids, plan.items.filter(\.needsTransfer)) {
        let owner = try? world.broker.shown(offer: plan.offer).connection
        running[id] = Running(
          destination: plan.destination.peer, parts: item.parts.count, owner: Peer(owner ?? ""))
      }
    case .part(let part, .ended(_, let bytes?)):
      if let room = rooms[part] { rooms[part] = min(room, bytes) }
    case .receive(let call, _, _, _), .finish(let call, _, _, _): waitingCalls.insert(call)
    case .registerTarget, .propose, .drop: note(target: event)
    case .updateTarget, .unregisterTarget, .leaveTarget, .proposed, .performed, .ownerAbsent: break
    case .withdraw, .cancel, .part, .peerLeft, .continueDeparture, .departOffer, .departTarget,
      .supersede, .stopTransfer, .stopping, .timerFired, .claim, .reserve, .unreserve,
      .outcome, .acknowledgeMove, .acknowledgeOutcome, .openMoves, .settleMove, .prepared,
      .sourceDeleted, .ledgerAnswered:
      break
    }
  }

  private mutating func hold(_ items: [OfferedItem]) {
    held.formUnion(items.flatMap { $0.representations.compactMap(\.held) })
  }

  private mutating func follow(_ effects: [Effect]) {
    for effect in effects {
      switch effect {
      case .listed(let id): #expect(listed.insert(id).inserted, "listed twice")
      case .unlisted(let id): #expect(listed.remove(id) != nil, "unlisted, but never listed")
      case .offerChanged(let id): #expect(listed.contains(id))
      case .dispose(let content): #expect(held.remove(content) != nil, "disposed of twice")
      case .start(let part, _, let room): rooms[part] = room
      case .giveRoom(let part, let room):
        #expect(room > rooms[part] ?? .max, "more was wanted")
        rooms[part] = room
      case .answerReceive(let call, _, _), .refuseReceive(let call, _), .answerFinish(let call, _):
        if case .answerReceive(_, let part, _) = effect { rooms[part] = nil }
        #expect(waitingCalls.remove(call) != nil, "a call was answered twice")
      case .stop(let id, _):
        #expect(over[id] == nil, "\(id) ended twice")
        rooms = rooms.filter { $0.key.transfer != id }
        let party = running.removeValue(forKey: id)?.destination
        if let party, let shown = try? world.broker.shown(transfer: id, to: party) {
          #expect(shown.state.isTerminal)
          over[id] = shown.state
        }
      case .targetAdded, .targetRemoved, .targetChanged, .askTarget, .performDrop, .answerProposal,
        .answerDrop, .refuseDrop, .forwardFailure, .leaveTarget:
        targets.follow(effect)
      case .offerEnded, .answerReserve, .unlistWhenWritten, .notify, .provide, .verify, .ended,
        .released, .ledger, .prepare,
        .endedMove, .answerMoving:
        break
      case .record(let change): changes.append(change)
      }
    }
    if over.count > 60 { over = over.filter { _ in chance(50) } }
    offers.removeAll { (try? world.broker.shown(offer: $0)) == nil }
  }

  /// Compares the broker's counts with the records.
  private mutating func checkBooks() {
    #expect(world.broker.removeAccountingMistake() == nil)
    let inventory = world.broker.inventory
    #expect(inventory.offers == UInt64(offers.count))
    #expect(inventory.transfersRunning == UInt64(running.count))
    let copies = rooms.values.reduce(0, +)
    #expect(inventory.bytesHeld == held.reduce(copies) { $0 + $1.charge })
    #expect(inventory.bytesHeld <= world.broker.limits[.heldBytesPerUser])
    #expect(Set(world.broker.listed) == listed)
    // The broker keeps no connection that has nothing.
    var here = Set(offers.compactMap { try? Peer(world.broker.shown(offer: $0).connection) })
    for transfer in running.values { here.formUnion([transfer.destination, transfer.owner]) }
    here.formUnion(targets.peers)
    #expect(inventory.peers <= here.count)
    targets.check(against: world.broker)
    if steps % 512 == 0 { checkSearches() }
    for id in running.keys where (try? world.broker.shown(transfer: id, to: Peer("?"))) != nil {
      Issue.record("a stranger is shown transfer \(id)")
    }
  }

  /// At the end no charge and no content is left, and every call is answered.
  mutating func disconnectAllPeers() throws {
    follow(try world.finishDepartures())
    for peer in peers {
      let effects = try world.handle(.peerLeft(peer.peer, unread: []))
      follow(effects)
    }
    world.pass(milliseconds: 100_000)
    let effects = try world.handle(.timerFired)
    follow(effects)
    checkBooks()
    #expect(world.broker.isIdle)
    #expect(held.isEmpty)
    #expect(running.isEmpty)
    #expect(waitingCalls.isEmpty)
    #expect(rooms.isEmpty)
    #expect(world.broker.inventory.bytesHeld == 0)
    #expect(targets.isEmpty)
    #expect(world.broker.nextTimer(at: world.now) == nil)
    #expect(world.broker.inventory.items == 0)
    #expect(world.broker.inventory.transfersRunning == 0)
    checkNothingIsCharged()
  }
}
