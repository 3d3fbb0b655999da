/// What became of a move, as a destination is told.
package enum MoveOutcome: String, CaseIterable, Hashable, Sendable {
  /// The item is the destination's.
  case committed
  /// It is not decided yet.
  case pending
  /// The source keeps the item.
  case aborted
}

/// What became of a move that is decided: what a destination acts upon. It has no `pending`, so that nobody can take a
/// move that is being committed for one that was aborted, and drop the only copy.
package enum SettledOutcome: Hashable, Sendable {
  case committed
  case aborted
}

extension MoveOutcome {
  /// Nil while it is not decided.
  package var settled: SettledOutcome? {
    switch self {
    case .committed: .committed
    case .aborted: .aborted
    case .pending: nil
    }
  }
}
