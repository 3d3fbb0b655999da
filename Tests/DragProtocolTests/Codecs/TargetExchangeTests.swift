import DBus
import DragModel
import DragProtocol
import DragSystem
import Harness
import Testing

/// Drop targets, as droppers, the broker and owners tell each other on a real bus.
@Suite struct TargetExchangeTests {
  static let offer = NamesTests.id
  static let target = Identifier(high: 5, middle: 6, low: 0)
  static let context = DropContext(operations: [.move, .copy], index: 4, items: [0, 2])
  static let dropper = Dropper(
    connection: ":1.7", application: "org.example.App", isSandboxed: false)
  static let proposal = ProposalReply(
    .move, ProposalDetails(intent: .insertAt, index: 4, reason: "why not"))

  @Test(arguments: PrivateBus.Kind.allCases)
  func `a registration arrives as it was sent`(_ kind: PrivateBus.Kind) throws {
    var full = TargetOptions(target: "/my/target")
    full.label = "To Do"
    full.operations = [.move, .link]
    let calls = [
      RegisterTargetCall(name: "board/To Do", types: ["image/*", "*/*"], options: full),
      RegisterTargetCall(name: "n", options: TargetOptions(target: "/")),
    ]
    try Exchange.run(kind) { exchange in
      for register in calls {
        let reply = try exchange.call(
          register.message(), expecting: .broker(.registerTarget)
        ) { call throws in
          #expect(try RegisterTargetCall(call) == register)
          return try call.reply(with: .target(Self.target))
        }
        #expect(try reply.readTarget() == Self.target)
      }
      let found = [
        TargetSummary(target: Self.target, application: "org.example.App", label: "Here"),
        TargetSummary(target: Self.offer, application: "", label: ""),
      ]
      let reply = try exchange.call(
        FindTargetsCall(name: "n").message(), expecting: .broker(.findTargets)
      ) { call throws in
        #expect(try FindTargetsCall(call).name == "n")
        return try TargetSummary.reply(to: call, found)
      }
      #expect(try TargetSummary.read(reply) == found)
    }
  }

  @Test(arguments: PrivateBus.Kind.allCases)
  func `a dropper's calls arrive as they were sent`(_ kind: PrivateBus.Kind) throws {
    try Exchange.run(kind) { exchange in
      for context in [Self.context, DropContext()] {
        let drop = DropCall(offer: Self.offer, context: context)
        let reply = try exchange.call(
          drop.propose(to: Self.target), expecting: .dropTarget(.propose, Self.target)
        ) { call throws in
          #expect(try DropCall(call) == drop)
          return try Self.proposal.reply(to: call)
        }
        #expect(try ProposalReply(reply) == Self.proposal)
        let result = DropResult(operation: .link, items: 2, bytes: 1 << 40)
        let dropped = try exchange.call(
          drop.drop(on: Self.target), expecting: .dropTarget(.drop, Self.target)
        ) { call throws in
          #expect(try DropCall(call) == drop)
          return try result.reply(to: call)
        }
        #expect(try DropResult(dropped) == result)
      }
      let leave = LeaveCall(offer: Self.offer)
      try exchange.call(
        leave.message(to: Self.target), expecting: .dropTarget(.leave, Self.target)
      ) { call throws in
        #expect(try LeaveCall(call) == leave)
        return call.reply()
      }
    }
  }

  @Test(arguments: PrivateBus.Kind.allCases)
  func `an owner's changes arrive as they were sent`(_ kind: PrivateBus.Kind) throws {
    try Exchange.run(kind) { exchange in
      let changes = [
        TargetChanges(), TargetChanges(label: "", types: [], operations: [.copy]),
        TargetChanges(types: ["text/plain"]),
      ]
      for change in changes {
        try exchange.call(
          change.message(to: Self.target), expecting: .dropTarget(.update, Self.target)
        ) { call throws in
          #expect(try TargetChanges(call) == change)
          return call.reply()
        }
      }
      try exchange.call(
        .unregister(Self.target), expecting: .dropTarget(.unregister, Self.target))
    }
  }

  @Test(arguments: PrivateBus.Kind.allCases)
  func `a target's owner hears who drops what, and where`(_ kind: PrivateBus.Kind) throws {
    let propose = TargetProposeCall(
      target: Self.target, offer: Self.offer, context: Self.context, dropper: Self.dropper)
    let perform = TargetPerformCall(
      target: Self.target, offer: Self.offer, operation: .move, context: Self.context,
      dropper: Self.dropper)
    let leave = TargetLeaveCall(target: Self.target, offer: Self.offer)
    try Exchange.run(kind) { exchange in
      for proposal in Proposal.allCases {
        let reply = try exchange.callClient(propose.message(to: exchange.target)) { call throws in
          #expect(call.path == "/my/target")
          #expect(try TargetMethod(call) == .propose)
          #expect(try SourceMethod(call) == nil)
          #expect(try TargetProposeCall(call) == propose)
          return try ProposalReply(proposal).reply(to: call)
        }
        #expect(try ProposalReply(reply) == ProposalReply(proposal))
      }
      try exchange.callClient(leave.message(to: exchange.target)) { call throws in
        #expect(try TargetMethod(call) == .leave)
        #expect(try TargetLeaveCall(call) == leave)
        return call.reply()
      }
      try exchange.callClient(perform.message(to: exchange.target)) { call throws in
        #expect(try TargetMethod(call) == .perform)
        #expect(try TargetPerformCall(call) == perform)
        return try TargetPerformCall.reply(to: call)
      }
    }
  }
}
