internal import DragModel

extension DragError {
  /// As an answer to Finish of a move: whether it means for certain that the item stays with its source.
  /// Any other error tells nothing, for the reply may have been lost after the commit: the destination
  /// keeps its pending data until `settledOutcome` knows.
  package var abortsMove: Bool {
    switch code {
    case .broker(.truncated), .broker(.stalled), .broker(.changed), .broker(.cancelled),
      .broker(.sourceFailed), .broker(.storageFull):
      true
    case .broker, .noSessionBus, .noBroker, .disconnected, .noReply, .deniedByBus, .unsupported,
      .malformedReply, .other:
      false
    }
  }
}
