package import DragModel
internal import DragSystem

extension BrokerConnection {
  /// Takes a cookie over for this connection, as a source does before it offers moves, when dragd has come
  /// back, and for a process that has died: from then on nothing begun under it by others can commit. What has
  /// moved away is deleted and acknowledged, one after the other.
  ///
  /// Blocks, each call at most `milliseconds` (nil: for ever).
  ///
  /// - Parameter delete: deletes durably what a key names; already deleted is success. Nil, or why it cannot.
  /// - Returns: what could not be deleted, and why; dragd lists it again.
  package func claim(
    _ cookie: String, timeout milliseconds: Int?, delete: (UnacknowledgedMove) -> Refusal?
  ) throws(DragError) -> [Undeleted] {
    var left: [Undeleted] = []
    while true {
      FailPoint.pass("source: ask UnacknowledgedMoves")
      let moves = try perform(.unacknowledgedMoves(cookie: cookie), timeout: milliseconds)
      FailPoint.pass("source: UnacknowledgedMoves answered")
      for move in moves {
        if let refusal = delete(move) {
          left.append(Undeleted(move: move, reason: refusal))
          continue
        }
        FailPoint.pass("source: send AcknowledgeMove")
        try perform(.acknowledgeMove(move.transfer, cookie: cookie), timeout: milliseconds)
        FailPoint.pass("source: AcknowledgeMove answered")
      }
      // One answer lists the oldest only. What is left of them would be listed again.
      if moves.isEmpty || !left.isEmpty { return left }
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
