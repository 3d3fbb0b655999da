import DragModel
import Testing

/// The rules of drop targets, proposals and drops.
@Suite struct TargetRuleTests {
  // MARK: targets

  @Test func aTargetComesChangesAndGoes() throws {
    var world = World()
    let id = try world.target(types: ["TEXT/Plain"])
    #expect(!world.broker.isIdle, "a registered target keeps dragd alive")
    #expect(try world.broker.shown(target: id).types == ["text/plain"])
    let changes = TargetChanges(label: "Inbox", operations: [.copy])
    #expect(
      try world.handle(.updateTarget(id, caller: World.destination.peer, changes))
        == [.targetChanged(id, [.label])], "only what is different is announced")
    #expect(
      try world.handle(.unregisterTarget(id, caller: World.destination.peer))
        == [.targetRemoved(id)])
    #expect(world.broker.isIdle)
    #expect(code { try world.broker.check(target: id) } == .noSuchTarget)
  }

  @Test func onlyTheOwnerChangesAndUnregisters() throws {
    var world = World()
    let id = try world.target()
    let before = world.broker
    #expect(
      code { try world.handle(.unregisterTarget(id, caller: World.source.peer)) }
        == .accessDenied)
    #expect(
      code {
        try world.handle(
          .updateTarget(id, caller: World.source.peer, TargetChanges(label: "mine")))
      } == .accessDenied)
    #expect(
      code {
        try world.handle(
          .updateTarget(
            id, caller: World.destination.peer, TargetChanges(label: "x", types: ["png"])))
      } == .invalidType)
    #expect(world.broker == before)
  }

  @Test func targetsAreCountedByConnectionAndUser() throws {
    var limits = Limits()
    limits[.targetsPerConnection] = 1
    limits[.targetsPerUser] = 2
    var world = World(limits: limits)
    _ = try world.target(by: World.source)
    #expect(code { _ = try world.target(by: World.source) } == .quotaExceeded)
    _ = try world.target(by: World.destination)
    #expect(code { _ = try world.target(by: World.stranger) } == .quotaExceeded)
    try world.handle(.peerLeft(World.source.peer, unread: []))
    _ = try world.target(by: World.stranger)
  }

  @Test func targetsAreFoundByNameOldestFirst() throws {
    var world = World()
    let names = ["b", "a", "b"]
    var ids: [Identifier] = []
    for name in names { ids.append(try world.target(name)) }
    #expect(world.broker.targets(named: "b").map(\.id) == [ids[0], ids[2]])
    #expect(world.broker.targets(named: "").map(\.id) == ids)
    #expect(world.broker.targets(named: "c").isEmpty)
  }

  // MARK: what is known without asking

  @Test func whatCannotBeAcceptedIsForbiddenUnasked() throws {
    var world = World()
    let offer = try world.offer([.lazy(size: nil)], types: ["text/plain"])
    let target = try world.target(types: ["image/*"])
    let (_, effects) = try world.propose(offer, on: target)
    #expect(effects.reason?.contains("image/*") == true)
    #expect(effects.reason?.contains("text/plain") == false, "the dropper may not see that type")
    #expect(effects.asked == nil)
  }

  @Test func everyWantedItemHasToFit() throws {
    var world = World()
    let id = world.id()
    let types = ["text/plain", "image/png"]
    let items = types.map { type in
      Item<OfferedContent>(
        attributes: ItemAttributes(),
        representations: [Representation(type: MIMEType(type), content: world.held(5))])
    }
    try world.handle(.offer(id: id, owner: World.source, items: items, options: OfferOptions()))
    let target = try world.target(types: ["image/*"])
    #expect(try world.propose(id, on: target).effects.reason?.contains("item 0") == true)
    let only = DropContext(items: [1])
    #expect(try world.propose(id, on: target, only).effects.asked?.context.items == [1])
    #expect(try world.propose(id, on: target, DropContext(items: [])).effects.reason != nil)
    #expect(code { _ = try world.propose(id, on: target, DropContext(items: [2])) } == .noSuchItem)
  }

  @Test func visibilityIsJudgedForTheTargetsOwner() throws {
    var world = World()
    let offer = try world.offer([world.held(3)], visibility: .connection)
    let others = try world.target(by: World.destination)
    let own = try world.target(by: World.source)
    #expect(try world.propose(offer, on: others, by: World.source).effects.reason != nil)
    #expect(try world.propose(offer, on: own, by: World.stranger).effects.asked != nil)
  }

  @Test func anOfferThatIsNotCompleteIsBusy() throws {
    var world = World()
    let offer = try world.offer([world.held(3)]) { $0.more = true }
    let target = try world.target()
    #expect(code { _ = try world.propose(offer, on: target) } == .busy)
    #expect(code { _ = try world.propose(world.id(), on: target) } == .noSuchOffer)
    #expect(code { _ = try world.propose(offer, on: world.id()) } == .noSuchTarget)
  }

  @Test func theOwnerIsAskedForWhatAllThreeAllow() throws {
    var world = World()
    let offer = try world.offer([world.held(3)]) { $0.operations = [.link, .copy] }
    let target = try world.target(operations: [.move, .copy, .link])
    let asked = try world.propose(
      offer, on: target, DropContext(operations: [.move, .copy, .link])
    ).effects.asked
    #expect(asked?.context.operations == [.copy, .link], "in the dropper's order")
    #expect(
      try world.propose(offer, on: target).effects.asked?.context.operations == [.link, .copy])
    let forbidden = try world.propose(
      offer, on: target, DropContext(operations: [.move]), by: World.stranger)
    #expect(forbidden.effects.reason?.contains("only its owner") == true)
  }

  // MARK: the owner's answer

  @Test(arguments: Proposal.allCases)
  func aProposalIsHeldToWhatWasInQuestion(proposal: Proposal) throws {
    var world = World()
    let offer = try world.offer([world.held(3)])
    let (call, _) = try world.propose(offer, on: try world.target())
    let effects = try world.answer(call, .proposed(proposal, ProposalDetails(index: 7)))
    switch proposal {
    case .copy, .cancel, .forbidden:
      #expect(effects == [.answerProposal(call, proposal, ProposalDetails(index: 7))])
    case .move, .link:
      #expect(effects.reason?.contains("“\(proposal.rawValue)”") == true)
    }
    #expect(try world.answer(call, .proposed(.copy, ProposalDetails())) == [], "only once")
  }

  @Test func silenceIsForbiddenAfterTwoSeconds() throws {
    var world = World()
    let offer = try world.offer([world.held(3)])
    let target = try world.target()
    let (call, _) = try world.drop(offer, on: target)
    #expect(world.broker.nextTimer(at: world.now) == 2_000_000)
    world.pass(milliseconds: 1_999)
    #expect(try world.handle(.timerFired) == [])
    world.pass(milliseconds: 1)
    let effects = try world.handle(.timerFired)
    #expect(
      effects == [
        .refuseDrop(call, Rejection(.forbidden, "the target did not answer within 2 s"))
      ])
  }

  @Test func whoNeverAnswersIsNotAskedForEver() throws {
    var world = World()
    let offer = try world.offer([world.held(3)])
    let target = try world.target()
    var calls: [CallID] = []
    while true {
      let (call, effects) = try world.propose(offer, on: target)
      guard effects.asked != nil else { break }
      calls.append(call)
      world.pass(milliseconds: 3_000)
      try world.handle(.timerFired)
    }
    #expect(calls.count == 16)
    try world.handle(.proposed(calls[0], target: target, .failed("at last")))
    #expect(try world.propose(offer, on: target).effects.asked != nil)
  }

  // MARK: drops

  @Test func aDropTellsWhatArrived() throws {
    var world = World()
    let offer = try world.offer([world.held(70_000)])
    let (call, _) = try world.drop(offer, on: try world.target())
    let performs = try world.answer(call, .proposed(.copy, ProposalDetails()))
    guard case .performDrop(call, let object, _, .copy)? = performs.first else {
      Issue.record("not performed: \(performs)")
      return
    }
    #expect(object == TargetObject(peer: World.destination.peer, path: "/target"))
    try world.accept(offer, by: World.stranger)
    try world.accept(offer) { $0.operation = .copy }
    #expect(
      try world.handle(.performed(call, .done))
        == [.answerDrop(call, DropResult(operation: .copy, items: 1, bytes: 70_000))])
    #expect(try world.handle(.performed(call, .done)) == [])
  }

  @Test func whatIsNotFinishedDoesNotCount() throws {
    var world = World()
    let offer = try world.offer([.lazy(size: nil)])
    let (call, _) = try world.drop(offer, on: try world.target())
    try world.answer(call, .proposed(.copy, ProposalDetails()))
    try world.accept(offer) { $0.delivery = .stream }
    #expect(
      try world.handle(.performed(call, .done))
        == [.answerDrop(call, DropResult(operation: .copy, items: 0, bytes: 0))])
  }

  @Test func twoDropsOfOneOfferEachCountTheirOwn() throws {
    var world = World()
    let offer = try world.offer([world.held(10)])
    let target = try world.target()
    let first = try world.drop(offer, on: target).call
    let second = try world.drop(offer, on: target).call
    for call in [first, second] { try world.answer(call, .proposed(.copy, ProposalDetails())) }
    try world.accept(offer)
    try world.accept(offer)
    let result = DropResult(operation: .copy, items: 1, bytes: 10)
    #expect(try world.handle(.performed(second, .done)) == [.answerDrop(second, result)])
    #expect(try world.handle(.performed(first, .done)) == [.answerDrop(first, result)])
  }

  @Test func anErrorOfTheOwnerIsPassedOnAsItIs() throws {
    var world = World()
    let offer = try world.offer([world.held(3)])
    let (call, _) = try world.drop(offer, on: try world.target())
    try world.answer(call, .proposed(.copy, ProposalDetails()))
    let failure = TargetFailure(name: "org.example.Error.Full", message: "the drawer is full")
    #expect(
      try world.handle(.performed(call, .failed(failure))) == [.forwardFailure(call, failure)])
  }

  @Test func anOfferThatEndedMeanwhileIsNotPerformed() throws {
    var world = World()
    let offer = try world.offer([world.held(3)])
    let (call, _) = try world.drop(offer, on: try world.target())
    try world.handle(.withdraw(offer: offer, caller: World.source))
    #expect(try world.answer(call, .proposed(.copy, ProposalDetails())).refusal == .noSuchOffer)
    #expect(world.broker.nextTimer(at: world.now) != nil)
  }

  // MARK: leaving

  @Test(arguments: [false, true])
  func whoAsksIsToldThatTheTargetIsGone(byUnregistering: Bool) throws {
    var world = World()
    let offer = try world.offer([world.held(3)])
    let target = try world.target()
    let (call, _) = try world.drop(offer, on: target)
    let effects = try world.handle(
      byUnregistering
        ? .unregisterTarget(target, caller: World.destination.peer)
        : .peerLeft(World.destination.peer, unread: []))
    #expect(effects.contains(.targetRemoved(target)))
    #expect(effects.refusal == .noSuchTarget)
    #expect(try world.answer(call, .proposed(.copy, ProposalDetails())) == [])
  }

  @Test func anOwnerThatLeavesWhileItPerformsEndsTheDrop() throws {
    var world = World()
    let offer = try world.offer([.lazy(size: nil)])
    let (call, _) = try world.drop(offer, on: try world.target())
    try world.answer(call, .proposed(.copy, ProposalDetails()))
    let transfer = try world.accept(offer) { $0.delivery = .stream }.transfers[0]
    let effects = try world.handle(.peerLeft(World.destination.peer, unread: []))
    #expect(effects.refusal == .cancelled)
    #expect(world.state(transfer) == .cancelled)
  }

  @Test func aTargetThatIsUnregisteredHasItsDropPerformed() throws {
    var world = World()
    let offer = try world.offer([world.held(3)])
    let target = try world.target()
    let (call, _) = try world.drop(offer, on: target)
    try world.answer(call, .proposed(.copy, ProposalDetails()))
    try world.handle(.unregisterTarget(target, caller: World.destination.peer))
    try world.accept(offer)
    #expect(
      try world.handle(.performed(call, .done))
        == [.answerDrop(call, DropResult(operation: .copy, items: 1, bytes: 3))])
  }

  @Test func aDropOutlivesItsDropperOnceItIsPerformed() throws {
    var world = World()
    let offer = try world.offer([world.held(3)])
    let target = try world.target()
    let asking = try world.drop(offer, on: target, by: World.stranger).call
    let performing = try world.drop(offer, on: target, by: World.stranger).call
    try world.answer(performing, .proposed(.copy, ProposalDetails()))
    let effects = try world.handle(.peerLeft(World.stranger.peer, unread: []))
    #expect(effects == [.refuseDrop(asking, Rejection(.cancelled, "the dropper left the bus"))])
    #expect(try world.handle(.performed(performing, .done)).count == 1)
    try world.handle(.unregisterTarget(target, caller: World.destination.peer))
    try world.handle(.withdraw(offer: offer, caller: World.source))
    #expect(world.broker.isIdle)
  }

  @Test func nobodyWaitsWhenTheBrokerStops() throws {
    var world = World()
    let offer = try world.offer([world.held(3)])
    _ = try world.drop(offer, on: try world.target())
    #expect(try world.handle(.stopping).refusal == .cancelled)
  }

  @Test func dropsThatWaitAreCounted() throws {
    var limits = Limits()
    limits[.dropsPerConnection] = 2
    var world = World(limits: limits)
    let offer = try world.offer([world.held(3)])
    let target = try world.target()
    _ = try world.propose(offer, on: target)
    let (call, _) = try world.propose(offer, on: target)
    #expect(code { _ = try world.propose(offer, on: target) } == .quotaExceeded)
    #expect(
      code { _ = try world.propose(offer, on: target, by: World.stranger) } == .quotaExceeded)
    try world.answer(call, .failed("no"))
    _ = try world.propose(offer, on: target, by: World.stranger)
  }
}

extension World {
  mutating func target(
    _ name: String = "Inbox", by owner: Party = destination, types: [String] = [],
    operations: [Operation] = [.copy]
  ) throws -> Identifier {
    var options = TargetOptions(target: "/target")
    options.operations = operations
    let id = id()
    try handle(
      .registerTarget(id: id, name: name, types: types, owner: owner, options: options))
    return id
  }

  mutating func propose(
    _ offer: Identifier, on target: Identifier, _ context: DropContext = DropContext(),
    by dropper: Party = source
  ) throws -> (call: CallID, effects: [Effect]) {
    let call = call()
    let plan = try broker.planDrop(
      of: offer, on: target, context: context, by: dropper, hierarchy: NoHierarchy())
    return (call, try handle(.propose(call, plan)))
  }

  mutating func drop(
    _ offer: Identifier, on target: Identifier, by dropper: Party = source
  ) throws -> (call: CallID, effects: [Effect]) {
    let call = call()
    let plan = try broker.planDrop(
      of: offer, on: target, context: DropContext(), by: dropper, hierarchy: NoHierarchy())
    return (call, try handle(.drop(call, plan)))
  }

  /// An owner's answer.
  @discardableResult
  mutating func answer(_ call: CallID, _ answer: TargetAnswer) throws -> [Effect] {
    let target = broker.targets(named: "").first?.id ?? id()
    return try handle(.proposed(call, target: target, answer))
  }
}

extension [Effect] {
  /// What the owner is asked.
  fileprivate var asked: DropQuestion? {
    for case .askTarget(_, _, let question) in self { return question }
    return nil
  }

  /// Why it is forbidden.
  fileprivate var reason: String? {
    for case .answerProposal(_, .forbidden, let details) in self { return details.reason }
    return nil
  }

  fileprivate var refusal: ErrorCode? {
    for case .refuseDrop(_, let why) in self { return why.code }
    return nil
  }
}
