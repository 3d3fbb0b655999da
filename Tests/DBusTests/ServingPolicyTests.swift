import DBus
import Testing

/// The policy alone: whose call is served, whose waits, whose is refused.
@Suite struct ServingPolicyTests {
  private static let timeout: UInt64 = 5_000

  private struct Row: CustomTestStringConvertible {
    let restriction: UnreadBytes.SendRestriction
    let mayBeLong: Bool
    /// When the call comes, just before the timeout ends, and when it ends.
    let decisions: [ServingPolicy.Decision]

    init(
      _ restriction: UnreadBytes.SendRestriction, mayBeLong: Bool,
      _ decisions: ServingPolicy.Decision...
    ) {
      (self.restriction, self.mayBeLong, self.decisions) = (restriction, mayBeLong, decisions)
    }

    var testDescription: String { "\(restriction), \(mayBeLong ? "long" : "short")" }
  }

  private static let table = [
    Row(.unrestricted, mayBeLong: false, .serve, .serve, .serve),
    Row(.unrestricted, mayBeLong: true, .serve, .serve, .serve),
    Row(.preferDescriptors, mayBeLong: false, .serve, .serve, .serve),
    Row(.preferDescriptors, mayBeLong: true, .serve, .serve, .serve),
    Row(.shortReplies, mayBeLong: false, .serve, .serve, .serve),
    Row(.shortReplies, mayBeLong: true, .wait, .wait, .refuse),
    Row(.refusalsOnly, mayBeLong: false, .wait, .wait, .refuse),
    Row(.refusalsOnly, mayBeLong: true, .wait, .wait, .refuse),
    Row(.noMessages, mayBeLong: false, .wait, .wait, .refuse),
    Row(.noMessages, mayBeLong: true, .wait, .wait, .refuse),
  ]

  @Test(arguments: table)
  private func whatIsDecidedAndWhatWhileItWaits(row: Row) {
    var policy = ServingPolicy(timeout: Self.timeout)
    let decisions = [0, Self.timeout - 1, Self.timeout].map { elapsed in
      policy.decide("a", row.restriction, mayBeLong: row.mayBeLong, at: 1_000_000 + elapsed)
    }
    #expect(decisions == row.decisions)
    #expect(policy.isHeld("a") == decisions.contains(.wait))
    #expect(!policy.isHeld("b"))
  }

  @Test func aSenderThatHasReadWaitsAnew() {
    var policy = ServingPolicy(timeout: Self.timeout)
    var decisions = [policy.decide("a", .refusalsOnly, at: 0)]
    policy.release("a")
    #expect(policy.isEmpty)
    decisions.append(policy.decide("a", .refusalsOnly, at: Self.timeout))
    decisions.append(policy.decide("a", .unrestricted, at: 2 * Self.timeout))
    #expect(policy.isEmpty)
    decisions.append(policy.decide("a", .refusalsOnly, at: 2 * Self.timeout))
    #expect(decisions == [.wait, .wait, .serve, .wait])
    #expect(Array(policy.held) == ["a"])
  }

  private static let backlog: [(ServingPolicy.Candidate, isBehind: Bool, ServingPolicy.Decision)] =
    [
      (.call, false, .serve),
      (.call, true, .wait),
      (.answer, false, .serve),
      (.answer, true, .serve),
      (.excess, false, .refuse),
      (.excess, true, .wait),
    ]

  @Test(arguments: backlog)
  func whileTheBusTakesTooLittleOnlyAnswersAreServed(
    candidate: ServingPolicy.Candidate, isBehind: Bool, decision: ServingPolicy.Decision
  ) {
    var policy = ServingPolicy(timeout: Self.timeout)
    let decided = policy.decide(
      candidate, of: "a", isBehind: isBehind, restriction: .unrestricted, mayBeLong: true, at: 0)
    #expect(decided == decision)
    // The sender is not held for it: the call waits for the bus.
    #expect(policy.isEmpty)
  }

  private struct Arrival: CustomTestStringConvertible {
    var isAlone = false
    var isFirst = false
    var decision = ServingPolicy.Decision.wait
    var hasRoom = false
    var canRefuse = false
    let placement: ServingPolicy.Placement

    var testDescription: String {
      "alone \(isAlone), first \(isFirst), \(decision), room \(hasRoom), note \(canRefuse)"
    }
  }

  private static let arrivals = [
    Arrival(isAlone: true, isFirst: true, decision: .serve, hasRoom: true, placement: .serve),
    Arrival(isAlone: true, isFirst: true, decision: .wait, hasRoom: true, placement: .queue),
    Arrival(isAlone: true, isFirst: true, decision: .refuse, hasRoom: true, placement: .queue),
    Arrival(isFirst: true, decision: .serve, hasRoom: true, placement: .queue),
    Arrival(isFirst: false, decision: .serve, hasRoom: true, placement: .queue),
    Arrival(isFirst: true, decision: .serve, canRefuse: true, placement: .serve),
    Arrival(isFirst: true, decision: .wait, canRefuse: true, placement: .refuseInTurn),
    Arrival(isFirst: false, decision: .serve, canRefuse: true, placement: .refuseInTurn),
    Arrival(isFirst: true, decision: .wait, placement: .drop),
    Arrival(isFirst: false, decision: .serve, placement: .drop),
  ]

  @Test(arguments: arrivals)
  private func whereACallGoesThatHasJustArrived(arrival: Arrival) {
    let placement = ServingPolicy.place(
      isAlone: arrival.isAlone, isFirst: arrival.isFirst, decision: arrival.decision,
      hasRoom: arrival.hasRoom, canRefuse: arrival.canRefuse)
    #expect(placement == arrival.placement)
  }
}

extension ServingPolicy {
  /// What becomes of a call while the bus takes everything.
  fileprivate mutating func decide(
    _ sender: String, _ restriction: UnreadBytes.SendRestriction, mayBeLong: Bool = false,
    at now: UInt64
  ) -> Decision {
    decide(
      .call, of: sender, isBehind: false, restriction: restriction, mayBeLong: mayBeLong, at: now)
  }
}
