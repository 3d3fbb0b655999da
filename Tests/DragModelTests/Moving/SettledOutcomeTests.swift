import DragModel
import Testing

@Suite struct SettledOutcomeTests {
  @Test func aMoveThatIsBeingCommittedIsNeitherHereNorThere() {
    #expect(MoveOutcome.pending.settled == nil)
    #expect(MoveOutcome.committed.settled == .committed)
    #expect(MoveOutcome.aborted.settled == .aborted)
  }
}
