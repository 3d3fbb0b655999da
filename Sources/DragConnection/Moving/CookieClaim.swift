package import DragModel

/// How a source takes its cookie over, as before it offers moves, when dragd has come back, and for a process that has
/// died: from then on nothing begun under it by others can commit. What has moved away is deleted and acknowledged, one
/// after the other.
///
/// A value that decides and does nothing; see `MoveCompletion`.
package struct CookieClaim: Sendable {
  package enum Step: Hashable, Sendable {
    /// Call UnacknowledgedMoves.
    case ask
    /// Delete durably what the move names; already deleted is success.
    case delete(UnacknowledgedMove)
    /// Call AcknowledgeMove.
    case acknowledge(UnacknowledgedMove)
    case end
  }

  /// What came of the step. When a call fails, the claim has failed.
  package enum Event: Sendable {
    case told([UnacknowledgedMove])
    case performed
    /// It could not be deleted.
    case refused(Refusal)
  }

  package private(set) var step = Step.ask
  /// The keys of what was deleted.
  package private(set) var deleted: Set<String> = []
  /// What could not be deleted; dragd lists it again.
  package private(set) var undeleted: [Undeleted] = []
  private var moves: ArraySlice<UnacknowledgedMove> = []

  package init() {}

  /// Takes in what came of the step; then `step` is the next one.
  package mutating func follow(_ event: Event) {
    switch (step, event) {
    case (.ask, .told(let moves)):
      self.moves = moves[...]
      next(isEmpty: moves.isEmpty)
    case (.delete(let move), .refused(let reason)):
      undeleted.append(Undeleted(move: move, reason: reason))
      next()
    case (.delete(let move), _):
      step = .acknowledge(move)
    case (.acknowledge(let move), _):
      deleted.insert(move.key)
      next()
    case (.ask, _), (.end, _):
      step = .end
    }
  }

  /// - Parameter isEmpty: whether dragd has just said that there is nothing more.
  private mutating func next(isEmpty: Bool = false) {
    if let move = moves.popFirst() {
      step = .delete(move)
    } else {
      // One answer lists the oldest only. What is left of them would be listed again.
      step = isEmpty || !undeleted.isEmpty ? .end : .ask
    }
  }
}

/// Something that has moved away and that its source still has.
package struct Undeleted: Hashable, Sendable {
  package var move: UnacknowledgedMove
  package var reason: Refusal

  package init(move: UnacknowledgedMove, reason: Refusal) {
    self.move = move
    self.reason = reason
  }
}
