import DBus
import Testing

/// The gate alone: whose call is served, whose waits, whose is refused.
@Suite struct ServingGateTests {
  private static let timeout: UInt64 = 5_000

  private struct Row: CustomTestStringConvertible {
    let standing: UnreadBytes.Standing
    let mayBeLong: Bool
    /// When the call comes, just before the timeout ends, and then.
    let decisions: [ServingGate.Decision]

    init(_ standing: UnreadBytes.Standing, mayBeLong: Bool, _ decisions: ServingGate.Decision...) {
      (self.standing, self.mayBeLong, self.decisions) = (standing, mayBeLong, decisions)
    }

    var testDescription: String { "\(standing), \(mayBeLong ? "long" : "short")" }
  }

  private static let table = [
    Row(.good, mayBeLong: false, .serve, .serve, .serve),
    Row(.good, mayBeLong: true, .serve, .serve, .serve),
    Row(.low, mayBeLong: false, .serve, .serve, .serve),
    Row(.low, mayBeLong: true, .serve, .serve, .serve),
    Row(.exhausted, mayBeLong: false, .serve, .serve, .serve),
    Row(.exhausted, mayBeLong: true, .wait, .wait, .refuse),
    Row(.overdrawn, mayBeLong: false, .wait, .wait, .refuse),
    Row(.overdrawn, mayBeLong: true, .wait, .wait, .refuse),
    Row(.ignored, mayBeLong: false, .wait, .wait, .refuse),
    Row(.ignored, mayBeLong: true, .wait, .wait, .refuse),
  ]

  @Test(arguments: table)
  private func `what is decided, and what while it waits`(row: Row) {
    var gate = ServingGate(timeout: Self.timeout)
    let decisions = [0, Self.timeout - 1, Self.timeout].map { elapsed in
      gate.decide("a", row.standing, mayBeLong: row.mayBeLong, at: 1_000_000 + elapsed)
    }
    #expect(decisions == row.decisions)
    #expect(gate.isHeld("a") == decisions.contains(.wait))
    #expect(!gate.isHeld("b"))
  }

  @Test func `a sender that has read waits anew`() {
    var gate = ServingGate(timeout: Self.timeout)
    var decisions = [gate.decide("a", .overdrawn, at: 0)]
    gate.release("a")
    #expect(gate.isEmpty)
    decisions.append(gate.decide("a", .overdrawn, at: Self.timeout))
    decisions.append(gate.decide("a", .good, at: 2 * Self.timeout))
    #expect(gate.isEmpty)
    decisions.append(gate.decide("a", .overdrawn, at: 2 * Self.timeout))
    #expect(decisions == [.wait, .wait, .serve, .wait])
    #expect(Array(gate.held) == ["a"])
  }

  private static let backlog: [(ServingGate.Candidate, isBehind: Bool, ServingGate.Decision)] = [
    (.call, false, .serve),
    (.call, true, .wait),
    (.answer, false, .serve),
    (.answer, true, .serve),
    (.excess, false, .refuse),
    (.excess, true, .wait),
  ]

  @Test(arguments: backlog)
  func `while the bus takes too little, only answers are served`(
    candidate: ServingGate.Candidate, isBehind: Bool, decision: ServingGate.Decision
  ) {
    var gate = ServingGate(timeout: Self.timeout)
    let decided = gate.decide(
      candidate, of: "a", isBehind: isBehind, standing: .good, mayBeLong: true, at: 0)
    #expect(decided == decision)
    // The sender is not held for it: the call waits for the bus.
    #expect(gate.isEmpty)
  }

  private struct Arrival: CustomTestStringConvertible {
    var isAlone = false
    var isFirst = false
    var decision = ServingGate.Decision.wait
    var hasRoom = false
    var canRefuse = false
    let placement: ServingGate.Placement

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
  private func `where a call goes that has just arrived`(arrival: Arrival) {
    let placement = ServingGate.place(
      isAlone: arrival.isAlone, isFirst: arrival.isFirst, decision: arrival.decision,
      hasRoom: arrival.hasRoom, canRefuse: arrival.canRefuse)
    #expect(placement == arrival.placement)
  }
}

extension ServingGate {
  /// What becomes of a call while the bus takes everything.
  fileprivate mutating func decide(
    _ sender: String, _ standing: UnreadBytes.Standing, mayBeLong: Bool = false, at now: UInt64
  ) -> Decision {
    decide(
      .call, of: sender, isBehind: false, standing: standing, mayBeLong: mayBeLong, at: now)
  }
}
