/// What became of a move, as a destination is told.
package enum MoveOutcome: String, CaseIterable, Hashable, Sendable {
  /// The item is the destination's.
  case committed
  /// It is not decided yet.
  case pending
  /// The source keeps the item.
  case aborted
}
