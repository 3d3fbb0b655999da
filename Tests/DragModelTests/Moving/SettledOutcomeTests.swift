import DragModel
import Testing

@Suite struct SettledOutcomeTests {
  @Test func `a move that is being committed is neither here nor there`() {
    #expect(MoveOutcome.pending.settled == nil)
    #expect(MoveOutcome.committed.settled == .committed)
    #expect(MoveOutcome.aborted.settled == .aborted)
  }
}
