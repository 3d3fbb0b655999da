import DragModel
import Harness
import Testing

// The random walk's part about drop targets.

/// Drop targets as a walk knows them from the effects alone.
struct TargetBooks {
  var owners: [Identifier: Peer] = [:]
  /// Waiting calls and their callers.
  var waiting: [CallID: Peer] = [:]
  /// Unanswered questions to owners.
  var asked: [CallID: (target: Identifier, owner: Peer)] = [:]
  var performing: [CallID: Peer] = [:]
  /// Questions past their deadline; their answers may still come.
  var late: [(CallID, Identifier)] = []

  var isEmpty: Bool { owners.isEmpty && waiting.isEmpty && performing.isEmpty }

  var peers: Set<Peer> {
    Set(owners.values).union(waiting.values).union(performing.values)
      .union(asked.values.map(\.owner))
  }

  mutating func follow(_ effect: Effect) {
    switch effect {
    case .targetRemoved(let id): #expect(owners.removeValue(forKey: id) != nil, "removed twice")
    case .askTarget(let call, let object, let question):
      #expect(waiting[call] != nil, "asked for nobody")
      #expect(owners[question.target] == object.peer)
      asked[call] = (question.target, object.peer)
    case .performDrop(let call, let object, _, let operation):
      #expect(waiting[call] != nil, "performed for nobody")
      #expect(operation == .copy)
      asked[call] = nil
      performing[call] = object.peer
    case .answerProposal(let call, _, _), .answerDrop(let call, _), .refuseDrop(let call, _),
      .forwardFailure(let call, _):
      #expect(waiting.removeValue(forKey: call) != nil, "a drop was answered twice")
      if let question = asked.removeValue(forKey: call) { late.append((call, question.target)) }
      performing[call] = nil
    default: break
    }
  }

  func check(against broker: Broker) {
    #expect(broker.inventory.targets == UInt64(owners.count))
    #expect(Set(broker.targets(named: "").map(\.id)) == Set(owners.keys))
  }
}

extension Walk {
  mutating func targetEvent() throws(Rejection) -> Event {
    let caller = try any(peers)
    switch Int.random(in: 0..<20, using: &generator) {
    case 0...1:
      var options = TargetOptions(target: "/t")
      options.operations = chance(50) ? [.copy] : [.link, .copy]
      return .registerTarget(
        id: world.id(), name: chance(50) ? "a" : "b", types: chance(50) ? [] : ["a/*"],
        owner: caller, options: options)
    case 2:
      return .updateTarget(
        try any(targets.owners.keys.sorted()), caller: caller.peer,
        TargetChanges(label: chance(50) ? "x" : nil, types: chance(50) ? ["b/*"] : nil))
    case 3:
      return .unregisterTarget(try any(targets.owners.keys.sorted()), caller: caller.peer)
    case 4: return .leaveTarget(try any(targets.owners.keys.sorted()), offer: world.id())
    case 5...10:
      let plan = try world.broker.planDrop(
        of: try any(offers), on: try any(targets.owners.keys.sorted()),
        context: DropContext(
          operations: chance(50) ? [.copy] : nil, items: chance(30) ? [0] : nil),
        by: caller, hierarchy: NoHierarchy())
      return chance(40) ? .propose(world.call(), plan) : .drop(world.call(), plan)
    case 11...15:
      if chance(20), let (call, target) = targets.late.popLast() {
        return .proposed(call, target: target, .proposed(.copy, ProposalDetails()))
      }
      let call = try any(targets.asked.keys.sorted())
      let target = targets.asked[call]?.target ?? world.id()
      let proposal =
        chance(70) ? .copy : Proposal.allCases.randomElement(using: &generator) ?? .copy
      // “link” is never in question here, so it is forbidden.
      return .proposed(
        call, target: target,
        chance(90) ? .proposed(proposal, ProposalDetails()) : .failed("no"))
    case 16: return .ownerAbsent(try any(targets.waiting.keys.sorted()))
    default:
      return .performed(
        try any(targets.performing.keys.sorted()),
        chance(80) ? .done : .failed(TargetFailure(name: "a.b", message: "no")))
    }
  }

  mutating func note(target event: Event) {
    switch event {
    case .registerTarget(let id, _, _, let owner, _): targets.owners[id] = owner.peer
    case .propose(let call, let plan), .drop(let call, let plan):
      targets.waiting[call] = plan.question.dropper.peer
    default: break
    }
  }
}
