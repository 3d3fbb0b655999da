extension Transfer {
  /// What has to follow an input.
  enum Action: Hashable, Sendable {
    /// Hand a complete part to a waiting `Receive`.
    case handOver(CallID, part: Int)
    /// See whether the source's own file is still what was offered, then say `verified`.
    case verify(part: Int)
    /// Ask the source whether the item can go.
    case prepare
    /// Write the commit.
    case commit
    /// It is committed: tell the source to delete the item.
    case deleteAtSource
    /// Answer a waiting `Finish`.
    case answerFinish(CallID, Result<FinishResult, Rejection>)
    /// Answer a waiting `Receive` with the failure.
    case refuseReceive(CallID, Rejection)
    /// The parties should hear how far it is.
    case notify
    /// It has ended: whatever still runs for it is to be stopped.
    case ended
  }
}
