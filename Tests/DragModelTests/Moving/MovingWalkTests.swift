import Harness
import Testing

@testable import DragModel

/// Seeded random walks of moves with a ledger that answers in order, but late.
@Suite struct MovingWalkTests {
  @Test(arguments: 0..<8)
  func nothingStaysReserved(seed: Int) throws {
    var walk = MovingWalk(seed: UInt64(seed))
    for _ in 0..<32_768 { walk.step() }
    walk.disconnectAllPeers()
    #expect(walk.commits > 200, "a walk without commits proves little")
    #expect(walk.aborts > 200, "a walk without aborts proves little")
  }
}

/// One walk: the broker, the ledger, and records that are kept from the effects alone.
struct MovingWalk {
  var world: World
  var generator: SeededGenerator
  var peers = (1...4).map { Party(Peer(":1.\($0)")) }
  var nextPeer = 5
  var steps = 0
  var commits = 0
  var aborts = 0

  var ledger = LedgerState(limit: MoveCost(moves: 600, bytes: .max))
  var requests: [LedgerRequest] = []
  /// Calls that have to be answered, once each.
  var waiting: Set<CallID> = []
  var plans: [CallID: (plan: AcceptPlan, ids: [Identifier])] = [:]
  var running: Set<Identifier> = []
  var known: [Identifier] = []
  var preparing: [Identifier] = []
  var deleting: [Identifier] = []

  static let cookies = ["cookie-of-one-0123456789", "cookie-of-two-0123456789"]

  init(seed: UInt64) {
    var limits = Limits()
    limits[.transfersPerConnection] = 6
    limits[.endedTransfers] = 10
    world = World(limits: limits)
    generator = SeededGenerator(seed: seed &+ 1_000)
  }

  mutating func step() {
    steps += 1
    let before = steps % 8 == 0 ? world.broker : nil
    do throws(Rejection) {
      try happen()
    } catch {
      if let before { #expect(world.broker == before, "refused, but changed: \(error)") }
    }
    if steps % 16 == 0 { check() }
  }

  // MARK: What happens

  private mutating func random(below count: Int) -> Int {
    Int.random(in: 0..<count, using: &generator)
  }

  private mutating func any<C: Collection>(_ collection: C) throws(Rejection) -> C.Element {
    guard let element = collection.randomElement(using: &generator) else {
      throw Rejection(.noSuchItem, "nothing there yet")
    }
    return element
  }

  private mutating func happen() throws(Rejection) {
    let peer = try any(peers)
    let cookie = Self.cookies[random(below: 2)]
    // Mostly the connection that holds the cookie.
    let holder = world.broker.moves.claims[cookie].map { Party($0.peer) } ?? peer
    switch random(below: 100) {
    case ..<3:
      let claimer = random(below: 4) == 0 ? peer : holder
      try ask { .claim($0, cookie: cookie, caller: claimer) }
    case ..<4: try offer(by: peer, cookie: cookie)
    case ..<16: try offer(by: holder, cookie: cookie)
    case ..<30: try accept(by: peer)
    case ..<50: answerLedger()
    case ..<58:
      let id = try any(running.sorted())
      let destination = world.broker.transfers[id]?.destination.peer ?? peer.peer
      try ask { .finish($0, transfer: id, caller: destination, hasUnreadStream: false) }
    case ..<59: try handle(.cancel(transfer: try any(known), caller: peer.peer, reason: ""))
    case ..<61:
      let id = try any(known)
      try ask { .outcome($0, transfer: id) }
    case ..<70:
      let (id, key) = try any(world.broker.moves.committedKeys.sorted { $0.key < $1.key })
      try ask { .acknowledgeMove($0, transfer: id, cookie: key.cookie) }
    case ..<73:
      let id = try any(known)
      try ask { .acknowledgeOutcome($0, transfer: id) }
    case ..<84:
      guard !preparing.isEmpty else { return }
      let id = preparing.remove(at: random(below: preparing.count))
      try handle(.prepared(id, random(below: 4) == 0 ? Rejection(.sourceFailed, "no") : nil))
    case ..<92:
      guard !deleting.isEmpty else { return }
      try handle(
        .sourceDeleted(deleting.remove(at: random(below: deleting.count)), random(below: 3) > 0))
    case ..<93:
      try handle(.withdraw(offer: try any(world.broker.offers.keys.sorted()), caller: peer))
    case ..<94: if random(below: 4) == 0 { leave(peer) }
    case ..<96 where random(below: 20) == 0: try handle(.stopping)
    default:
      world.pass(milliseconds: UInt64(random(below: 4_000)))
      try handle(.timerFired)
    }
  }

  private mutating func ask(_ event: (CallID) -> Event) throws(Rejection) {
    let call = world.call()
    waiting.insert(call)
    do throws(Rejection) {
      try handle(event(call))
    } catch {
      waiting.remove(call)
      throw error
    }
  }

  private mutating func handle(_ event: Event) throws(Rejection) {
    follow(try world.handle(event))
  }

  private mutating func offer(by peer: Party, cookie: String) throws(Rejection) {
    var options = OfferOptions()
    options.operations = [.copy, .move]
    options.source = "/s"
    options.cookie = cookie
    options.uses = random(below: 4) == 0 ? 2 : 0
    options.linger = UInt64(random(below: 2) * 5_000)
    let keys = Set((0...random(below: 2)).map { _ in "k\(random(below: 12))" })
    let items = keys.sorted().map { key in
      Item(
        attributes: ItemAttributes(key: key),
        representations: [Representation(type: MIMEType("a/b"), content: world.held(9))])
    }
    try handle(.offer(id: world.id(), owner: peer, items: items, options: options))
  }

  private mutating func accept(by peer: Party) throws(Rejection) {
    let plan = try world.plan(try any(world.broker.offers.keys.sorted()), by: peer) {
      $0.operation = .move
      $0.finishTimeout = 9_000
    }
    let ids = plan.items.map { _ in world.id() }
    let call = world.call()
    let effects = try world.handle(.reserve(call, plan, transfers: ids))
    plans[call] = (plan, ids)
    follow(effects)
  }

  private mutating func answerLedger() {
    guard !requests.isEmpty else { return }
    let request = requests.removeFirst()
    var decision = ledger.decide(request, at: 1)
    if decision.isDurable, case .commit = request, random(below: 10) == 0 {
      decision = .refused(.storageFull, "no room")
    }
    for entry in decision.entries { ledger.apply(entry) }
    switch request {
    case .abandon, .unclaim, .unlist: break
    case .claim, .reserve, .commit, .acknowledgeMove, .acknowledgeOutcome, .outcome, .openMoves,
      .settleMove:
      if case .commit = request, decision.answer == .done { commits += 1 }
      follow((try? world.handle(.ledgerAnswered(request, decision.answer))) ?? [])
    }
  }

  private mutating func reserveAnswered(_ call: CallID, _ refusal: Rejection?) {
    guard let (plan, ids) = plans.removeValue(forKey: call) else {
      Issue.record("a reservation was answered twice")
      return
    }
    do throws(Rejection) {
      if let refusal { throw refusal }
      guard peers.contains(plan.destination) else { throw Rejection(.cancelled, "left") }
      let effects = try world.handle(.accept(plan, transfers: ids))
      running.formUnion(ids)
      known += ids
      follow(effects)
    } catch {
      follow((try? world.handle(.unreserve(ids))) ?? [])
    }
    if known.count > 40 { known.removeFirst(20) }
  }

  private mutating func leave(_ peer: Party) {
    peers.removeAll { $0 == peer }
    nextPeer += 1
    peers.append(Party(Peer(":1.\(nextPeer)")))
    follow((try? world.handle(.peerLeft(peer.peer, unread: []))) ?? [])
  }

  // MARK: Books

  private mutating func follow(_ effects: [Effect]) {
    for effect in effects {
      switch effect {
      case .ledger(let request): requests.append(request)
      case .answerReserve(let call, let refusal): reserveAnswered(call, refusal)
      case .prepare(let id, _, _, _, _): preparing.append(id)
      case .endedMove(let id, _, _, _): deleting.append(id)
      case .answerMoving(let call, _), .answerFinish(let call, _):
        #expect(waiting.remove(call) != nil, "a call was answered twice")
      case .stop(let id, let result):
        #expect(running.remove(id) != nil, "\(id) ended twice")
        if result?.state != .finished { aborts += 1 }
      case .listed, .unlisted, .offerChanged, .offerEnded, .unlistWhenWritten, .released, .dispose,
        .record, .start,
        .provide, .giveRoom, .answerReceive, .refuseReceive, .verify, .notify, .ended, .targetAdded,
        .targetRemoved, .targetChanged, .askTarget, .performDrop, .leaveTarget, .answerProposal,
        .answerDrop, .refuseDrop, .forwardFailure:
        break
      }
    }
  }

  private func check() {
    let moves = world.broker.moves
    let planned = Set(plans.values.flatMap(\.ids))
    for id in moves.reserved.values {
      #expect(running.contains(id) || planned.contains(id), "reserved for nobody")
    }
    for (cookie, claim) in moves.claims {
      #expect(peers.contains { $0.peer == claim.peer }, "a claim of a gone connection")
      #expect(world.broker.connections[claim.peer]?.cookies.contains(cookie) == true)
    }
    for (key, id) in moves.committed {
      #expect(moves.committedKeys[id] == key)
      for offer in moves.offers[key.cookie] ?? [] {
        #expect(world.broker.offers[offer]?.index(ofKey: key.key) == nil, "moved and on offer")
      }
    }
    #expect(
      Set(moves.offers.values.joined())
        == Set(world.broker.offers.values.filter { $0.moveCookie != nil }.map(\.id)))
    #expect(world.broker.inventory.transfersRunning == UInt64(running.count))
    #expect(
      world.broker.charges.total[.heldBytes]
        == world.broker.offers.values.reduce(0) { $0 + $1.charge[.heldBytes] })
  }

  /// At the end no reservation, claim or charge is left, and every call is answered.
  mutating func disconnectAllPeers() {
    for peer in peers { leave(peer) }
    while !requests.isEmpty { answerLedger() }
    for (id, key) in world.broker.moves.committedKeys {
      try? ask { .acknowledgeMove($0, transfer: id, cookie: key.cookie) }
    }
    while !requests.isEmpty { answerLedger() }
    world.pass(milliseconds: 100_000)
    follow((try? world.handle(.timerFired)) ?? [])
    check()
    #expect(world.broker.isIdle)
    #expect(running.isEmpty && waiting.isEmpty && plans.isEmpty)
    #expect(world.broker.moves.reserved.isEmpty)
    #expect(world.broker.moves.claims.isEmpty)
    #expect(world.broker.moves.committed.isEmpty)
    #expect(world.broker.charges.total == Usage())
    #expect(ledger.reserved.isEmpty)
  }
}
