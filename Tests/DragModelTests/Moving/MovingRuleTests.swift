import Testing

@testable import DragModel

/// Mistakes that the searches have found.
@Suite struct MovingRuleTests {
  @Test func aMoveEndsWhoseDestinationLeftDuringItsCommit() throws {
    var move = try MoveStage(.committing)
    #expect(move.happen(.destinationLeft) == "committing")
    #expect(!move.world.broker.isIdle, "the commit is still being written")
    #expect(move.happen(.written) == "committed delete")
    #expect(move.happen(.deleted) == "finished acknowledge kept+deleted stop")
    #expect(move.happen(.sourceLeft) == "finished unclaim")
    #expect(move.world.broker.isIdle)
    #expect(move.world.broker.charges.total == Usage())
  }

  @Test func aSourceThatDeletesIsNotedThoughADeadPredecessorsClaimCameLate() throws {
    var move = try MoveStage(.committed)
    #expect(move.happen(.succeeded) == "committed claim")
    try move.world.handle(.peerLeft(World.stranger.peer, unread: []))
    #expect(move.happen(.deleted) == "finished acknowledge kept+deleted stop")
  }
}
