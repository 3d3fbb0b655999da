package import DragModel

/// Claims a source's cookie: before the source offers moves, when a new dragd appears, and for a process that has died.
/// From then on no move of another connection under that cookie can commit. The source deletes and acknowledges the
/// items that have moved away, one after the other.
///
/// This value only decides, and performs nothing; see `MoveCompletion`.
package struct CookieClaim: Sendable {
  package enum Step: Hashable, Sendable {
    /// Call UnacknowledgedMoves.
    case ask
    /// Durably delete the item of the move; already deleted is success.
    case delete(UnacknowledgedMove)
    /// Call AcknowledgeMove.
    case acknowledge(UnacknowledgedMove)
    case end
  }

  /// The result of the step. When a call fails, the claim has failed.
  package enum Event: Sendable {
    case told([UnacknowledgedMove])
    case performed
    /// The source could not delete the item.
    case refused(Refusal)
  }

  package private(set) var step = Step.ask
  /// The keys of the deleted items.
  package private(set) var deleted: Set<String> = []
  /// Moves whose items could not be deleted; dragd lists them again.
  package private(set) var undeleted: [Undeleted] = []
  private var moves: ArraySlice<UnacknowledgedMove> = []

  package init() {}

  /// Records the result of the step, and sets `step` to the next one.
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

  /// - Parameter isEmpty: whether dragd just replied that no moves are left.
  private mutating func next(isEmpty: Bool = false) {
    if let move = moves.popFirst() {
      step = .delete(move)
    } else {
      // One reply lists only the oldest moves, and would list the undeleted ones again.
      step = isEmpty || !undeleted.isEmpty ? .end : .ask
    }
  }
}

/// A move whose item its source still has.
package struct Undeleted: Hashable, Sendable {
  package var move: UnacknowledgedMove
  package var reason: Refusal

  package init(move: UnacknowledgedMove, reason: Refusal) {
    self.move = move
    self.reason = reason
  }
}
