import DragModel
import Testing

@Suite struct DecidedOutcomeTests {
  @Test func aMoveThatIsBeingCommittedIsNeitherHereNorThere() {
    #expect(MoveOutcome.pending.decided == nil)
    #expect(MoveOutcome.committed.decided == .committed)
    #expect(MoveOutcome.aborted.decided == .aborted)
  }
}
