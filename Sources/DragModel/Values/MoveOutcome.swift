/// The outcome of a move, as dragd reports it to a destination.
package enum MoveOutcome: String, CaseIterable, Hashable, Sendable {
  /// The item is the destination's.
  case committed
  /// It is not decided yet.
  case pending
  /// The source keeps the item.
  case aborted
}

/// The outcome of a decided move, on which a destination acts. It has no `pending`: a destination cannot mistake a
/// move that is being committed for an aborted one and delete the only copy.
package enum DecidedOutcome: Hashable, Sendable {
  case committed
  case aborted
}

extension MoveOutcome {
  /// Nil while it is not decided.
  package var decided: DecidedOutcome? {
    switch self {
    case .committed: .committed
    case .aborted: .aborted
    case .pending: nil
    }
  }
}
