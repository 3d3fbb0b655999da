import DBus
import Testing

/// The gate alone: whose call is served, whose waits, whose is refused.
@Suite struct ServingGateTests {
  private static let patience: UInt64 = 5_000

  private struct Row: CustomTestStringConvertible {
    let standing: UnreadBytes.Standing
    let mayBeLong: Bool
    /// When the call comes, just before its patience ends, and then.
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
    var gate = ServingGate(patience: Self.patience)
    let decisions = [0, Self.patience - 1, Self.patience].map { elapsed in
      gate.decide("a", row.standing, mayBeLong: row.mayBeLong, at: 1_000_000 + elapsed)
    }
    #expect(decisions == row.decisions)
    #expect(gate.isHeld("a") == decisions.contains(.wait))
    #expect(!gate.isHeld("b"))
  }

  @Test func `whoever has read waits anew`() {
    var gate = ServingGate(patience: Self.patience)
    var decisions = [gate.decide("a", .overdrawn, mayBeLong: false, at: 0)]
    gate.release("a")
    #expect(gate.isEmpty)
    decisions.append(gate.decide("a", .overdrawn, mayBeLong: false, at: Self.patience))
    decisions.append(gate.decide("a", .good, mayBeLong: false, at: 2 * Self.patience))
    #expect(gate.isEmpty)
    decisions.append(gate.decide("a", .overdrawn, mayBeLong: false, at: 2 * Self.patience))
    #expect(decisions == [.wait, .wait, .serve, .wait])
    #expect(Array(gate.held) == ["a"])
  }
}
